import { databaseFlags, startProcess } from "@metadata-service/test-kit/service/service-process";
import type pg from "pg";
import { requestText, runLoad } from "./http-load.js";
import { median } from "./median.js";
import { openPool } from "./open-pool.js";
import { benchPages, type PageFigures } from "./pages.js";

/** The figures of pages. Times are medians in ms. */
export interface ListFigures {
  readonly firstPage: number;
  readonly farPage: number;
  /** The same page with a plain `offset` statement and a `count(*)`. */
  readonly farPageByHand: number;
  /** Pages of 100 with their total, over 20 connections. */
  readonly pages: PageFigures;
}

const PAGE = 100;

/**
 * Measures near and far pages, one at a time and under load.
 *
 * @param records the length of the imported list
 */
export async function benchLists(databaseUrl: string, key: string, records: number): Promise<ListFigures> {
  const pool = openPool(databaseUrl, 20);
  const service = await startProcess(databaseFlags({ databaseUrl }));
  try {
    return {
      ...(await pagesOneByOne(service.url, key, records)),
      farPageByHand: await pageByHand(pool, records),
      pages: await benchPages(service.url, databaseUrl, key),
    };
  } finally {
    await service.end();
    await pool.end();
  }
}

async function pagesOneByOne(url: string, key: string, records: number) {
  const page = async (offset: number) => {
    const path = `/api/v1/purchase-orders?limit=${PAGE}&offset=${offset}`;
    const { p50, statuses } = await runLoad(url, 1, 200, () => requestText("GET", path, key));
    if (statuses["200"] !== 200) throw new Error(`Some pages failed: ${JSON.stringify(statuses)}`);
    return p50;
  };
  await page(0);
  // In turns, so that noise affects both.
  const times = { first: [] as number[], far: [] as number[] };
  for (let round = 0; round < 5; round++) {
    times.first.push(await page(0));
    times.far.push(await page(records / 2));
  }
  return { firstPage: median(times.first), farPage: median(times.far) };
}

async function pageByHand(pool: pg.Pool, records: number): Promise<number> {
  const select = "select document from list_records where collection = 'purchase-orders' order by created_at, uid";
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const at = performance.now();
    await pool.query(`${select} limit ${PAGE} offset ${records / 2}`);
    await pool.query("select count(*) from list_records where collection = 'purchase-orders'");
    times.push(performance.now() - at);
  }
  return median(times);
}
