import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { databaseFlags, runCommand, startProcess } from "../test/support/service-process.js";
import { requestText, runLoad } from "./http-load.js";
import { median } from "./median.js";

/** What an import and the pages of its list did. Times in ms, medians. */
export interface ListFigures {
  readonly records: number;
  readonly importedPerSecond: number;
  /** The same file, parsed and inserted in batches through the driver into a table of the same shape. */
  readonly importedPerSecondByHand: number;
  readonly firstPage: number;
  readonly farPage: number;
  /** The same page as a statement with `offset`, and the total as a `count(*)`. */
  readonly farPageByHand: number;
  /** Pages of 100 per second over 20 connections: the service, and a statement by hand through the driver. */
  readonly pagesPerSecond: number;
  readonly pagesPerSecondByHand: number;
}

const PAGE = 100;
const HAND_BATCH = 1_000;

/** Imports orders through the command, as operators do, and reads pages near and far. */
export async function benchLists(databaseUrl: string, key: string, records: number): Promise<ListFigures> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-bench-"));
  const file = join(folder, "orders.ndjson");
  await pipeline(Readable.from(orderLines(records)), createWriteStream(file));
  const started = performance.now();
  const flags = databaseFlags({ databaseUrl });
  const imported = await runCommand(["import", "purchase-orders", file, ...flags]);
  const importedPerSecond = records / ((performance.now() - started) / 1000);
  if (imported.status !== 0) throw new Error(imported.err);

  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const begun = performance.now();
  await importByHand(pool, file);
  const importedPerSecondByHand = records / ((performance.now() - begun) / 1000);
  await rm(folder, { recursive: true });
  const service = await startProcess([...flags, "--log-level", "warn"]);
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
  const pages = { first: [] as number[], far: [] as number[] };
  for (let round = 0; round < 5; round++) {
    pages.first.push(await page(0));
    pages.far.push(await page(records / 2));
  }
  const hand = [await byHand(), await byHand(), await byHand()];
  const throughput = { service: [] as number[], hand: [] as number[] };
  for (let round = 0; round < 3; round++) {
    const path = `/api/v3/purchase-orders?limit=${PAGE}&offset=`;
    const loaded = await runLoad(service.url, 20, 2_000, (n) => requestText("GET", `${path}${offsetOf(n)}`, key));
    throughput.service.push(loaded.perSecond);
    throughput.hand.push(await selectsPerSecond(pool, `${select} limit ${PAGE} offset `, 2_000));
  }
  await service.end();
  await pool.end();
  return {
    records,
    importedPerSecond,
    importedPerSecondByHand,
    firstPage: median(pages.first),
    farPage: median(pages.far),
    farPageByHand: median(hand),
    pagesPerSecond: median(throughput.service),
    pagesPerSecondByHand: median(throughput.hand),
  };
}

/** What a program does that knows its file is right and its table empty. */
async function importByHand(pool: pg.Pool, file: string): Promise<void> {
  await pool.query("create table list_by_hand (like list_records including all)");
  const insert = `insert into list_by_hand (collection, uid, created_at, updated_at, document)
    select 'purchase-orders', convert_to(uid, 'UTF8'), created_at, updated_at, document
    from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::text[])
      as sent (uid, created_at, updated_at, document)`;
  let batch: { uid: string; created_at: string; updated_at: string; line: string }[] = [];
  const flush = async () => {
    const column = (name: "uid" | "created_at" | "updated_at" | "line") => batch.map((record) => record[name]);
    await pool.query(insert, [column("uid"), column("created_at"), column("updated_at"), column("line")]);
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    batch.push({ ...JSON.parse(line), line });
    if (batch.length === HAND_BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  await pool.query("vacuum (analyze) list_by_hand");
}

/** Near the beginning, where `offset` is cheap for anybody. */
function offsetOf(n: number): number {
  return (n % 20) * PAGE;
}

/** The hand-written query of the same pages, parsed and printed as the service does. */
async function selectsPerSecond(pool: pg.Pool, select: string, total: number): Promise<number> {
  let n = 0;
  const started = performance.now();
  const worker = async () => {
    while (n < total) {
      const { rows } = await pool.query<{ document: string }>(select + offsetOf(n++));
      JSON.stringify(rows.map(({ document }) => JSON.parse(document)));
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return total / ((performance.now() - started) / 1000);
}

function* orderLines(records: number): Generator<string> {
  const start = Date.UTC(2026, 0, 1);
  for (let n = 0; n < records; ) {
    let text = "";
    for (const end = Math.min(records, n + 1_000); n < end; n++) {
      const created = new Date(start + n * 1_000).toISOString().replace("Z", "000+00:00");
      const order = {
        uid: `po-${String(n).padStart(9, "0")}`,
        po_number: `PO-2026-${n}`,
        po_status: "confirmed",
        client_id: `client-${n % 300}`,
        factory_id: `factory-${n % 1_000}`,
        delivery_date: "2027-01-15",
        total_quantity: n % 50_000,
        created_at: created,
        updated_at: created,
      };
      text += `${JSON.stringify(order)}\n`;
    }
    yield text;
  }
}
