import { createWriteStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { databaseFlags, runCommand } from "@metadata-service/test-kit/service/service-process";
import type pg from "pg";
import { median } from "./median.js";
import { openPool } from "./open-pool.js";

/** Records per second, medians. */
export interface ImportFigures {
  readonly service: number;
  readonly copy: number;
  /** The time that the command takes to import an empty file, in ms, which is deducted. */
  readonly start: number;
  /** The median of the ratios of the rounds. */
  readonly ratio: number;
}

const ROUNDS = 4;
const LIST = "purchase-orders";

/**
 * Compares the import command with a `COPY` of the same rows from a file on the server into a table with the same
 * indexes, in turns. The `COPY` uses an open connection, so the time that the command takes to import an empty file,
 * measured in the same round, is deducted.
 */
export async function benchImport(databaseUrl: string, records: number): Promise<ImportFigures> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-bench-"));
  const pool = openPool(databaseUrl);
  await pool.query("create table copied (like list_records including all)");
  const inRound = Math.ceil(records / ROUNDS);
  const rounds: Pick<ImportFigures, "service" | "copy" | "start">[] = [];
  const nothing = join(folder, "nothing.ndjson");
  await writeFile(nothing, "");
  for (let round = 0; round < ROUNDS; round++) {
    const [from, to] = [round * inRound, (round + 1) * inRound];
    const file = join(folder, "orders.ndjson");
    await pipeline(Readable.from(orderLines(from, to)), createWriteStream(file));
    const start = await importMs(LIST, nothing, databaseUrl);
    const service = inRound / (((await importMs(LIST, file, databaseUrl)) - start) / 1000);
    rounds.push({ service, start, copy: await copyPerSecond(pool, uidOf(from), inRound) });
  }
  await pool.query("drop table copied");
  await pool.end();
  await rm(folder, { recursive: true });
  return {
    service: median(rounds.map((one) => one.service)),
    copy: median(rounds.map((one) => one.copy)),
    start: median(rounds.map((one) => one.start)),
    ratio: median(rounds.map((one) => one.service / one.copy)),
  };
}

/** Runs the command; returns its duration in ms. */
export async function importMs(list: string, file: string, databaseUrl: string): Promise<number> {
  const began = performance.now();
  const { status, err } = await runCommand(["import", list, file, ...databaseFlags({ databaseUrl })]);
  if (status !== 0) throw new Error(err);
  return performance.now() - began;
}

async function copyPerSecond(pool: pg.Pool, fromUid: string, records: number): Promise<number> {
  const { rows } = await pool.query<{ file: string }>("select current_setting('data_directory') || '/copied' as file");
  const file = `'${rows[0]?.file}'`;
  await pool.query(`copy (select * from list_records where uid >= '${fromUid}') to ${file}`);
  const began = performance.now();
  const { rowCount } = await pool.query(`copy copied from ${file}`);
  const seconds = (performance.now() - began) / 1000;
  if (rowCount !== records) throw new Error(`${rowCount} rows were copied, not ${records}`);
  return records / seconds;
}

function uidOf(n: number): string {
  return `po-${String(n).padStart(9, "0")}`;
}

/** The creation time of the first order, in ms since 1970. */
export const FIRST_ORDER = Date.UTC(2026, 0, 1);

/** Yields purchase orders as NDJSON, a thousand at a time; each is created a second after the previous one. */
export function* orderLines(from: number, to: number): Generator<string> {
  for (let n = from; n < to; ) {
    let text = "";
    for (const end = Math.min(to, n + 1_000); n < end; n++) {
      const created = new Date(FIRST_ORDER + n * 1_000).toISOString().replace("Z", "000+00:00");
      const order = {
        uid: uidOf(n),
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
