import pg from "pg";
import { databaseFlags, startProcess } from "../test/support/service-process.js";
import { requestText, runLoad } from "./http-load.js";
import { benchImport, type ImportFigures } from "./import.js";
import { median } from "./median.js";
import { benchPages, type PageFigures } from "./pages.js";

/** What an import and the pages of its list did. Times in ms, medians. */
export interface ListFigures {
  readonly imported: ImportFigures;
  readonly firstPage: number;
  readonly farPage: number;
  /** The same page as a statement with `offset`, and the total as a `count(*)`. */
  readonly farPageByHand: number;
  /** Pages of 100 with their total, over 20 connections. */
  readonly pages: PageFigures;
}

const PAGE = 100;

/** Imports orders, and reads pages near and far, alone and under load. */
export async function benchLists(databaseUrl: string, key: string, records: number): Promise<ListFigures> {
  const imported = await benchImport(databaseUrl, records);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const service = await startProcess(databaseFlags({ databaseUrl }));
  const page = async (offset: number) => {
    const path = `/api/v1/purchase-orders?limit=${PAGE}&offset=${offset}`;
    const { p50, statuses } = await runLoad(service.url, 1, 200, () => requestText("GET", path, key));
    if (statuses["200"] !== 200) throw new Error(`Not all pages came: ${JSON.stringify(statuses)}`);
    return p50;
  };
  const select = "select document from list_records where collection = 'purchase-orders' order by created_at, uid";
  const byHand = async () => {
    const at = performance.now();
    await pool.query(`${select} limit ${PAGE} offset ${records / 2}`);
    await pool.query("select count(*) from list_records where collection = 'purchase-orders'");
    return performance.now() - at;
  };
  await page(0);
  // In turns, so that noise meets both.
  const times = { first: [] as number[], far: [] as number[] };
  for (let round = 0; round < 5; round++) {
    times.first.push(await page(0));
    times.far.push(await page(records / 2));
  }
  const hand = [await byHand(), await byHand(), await byHand()];
  const pages = await benchPages(service.url, databaseUrl, key);
  await service.end();
  await pool.end();
  return {
    imported,
    firstPage: median(times.first),
    farPage: median(times.far),
    farPageByHand: median(hand),
    pages,
  };
}
