/**
 * Pulls and syncs many records from the service on PostgreSQL: `npm run bench -w packages/cli`. `RECORDS` sets the
 * number of records, a million by default. Prints the rate and memory of each command next to those of a hand-written
 * loop in the same run, and checks the number of rows.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { CLI, startProcess } from "@metadata-service/test-kit/service/service-process";
import { countRows } from "../test/support/contents.js";
import { type Measure, measure } from "./measure.js";

const RECORDS = Number(process.env["RECORDS"] ?? 1_000_000);
const bin = fileURLToPath(new URL("../bin/metadata.js", import.meta.url));
const handWritten = fileURLToPath(new URL("./loop.mjs", import.meta.url));

/** Purchase orders as the service imports them. */
function* orders() {
  for (let n = 0; n < RECORDS; n++)
    yield `${JSON.stringify({
      uid: `po-${String(n).padStart(9, "0")}`,
      created_at: "2026-11-01T08:30:00.123456+00:00",
      updated_at: "2026-11-01T08:30:00.123456+00:00",
      po_number: `PO-2026-${n}`,
      status: "confirmed",
      client_id: `client-${n % 500}`,
      factory_id: `factory-${n % 5000}`,
      total_quantity: n % 10_000,
    })}\n`;
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  for await (const _ of createInterface({ input: createReadStream(path) })) lines++;
  return lines;
}

const folder = await mkdtemp(join(tmpdir(), "metadata-cli-bench-"));
const postgres = await startPostgres({ careful: true });
console.log(
  `Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; ${RECORDS} records`,
);
try {
  const databaseUrl = await postgres.createDatabase();
  const service = await startProcess(["--database-url", databaseUrl]);
  try {
    const file = join(folder, "orders.ndjson");
    await pipeline(Readable.from(orders()), createWriteStream(file));
    const imported = await measure(CLI, ["import", "purchase-orders", file, "--database-url", databaseUrl], {});
    console.log(`  import into the service${" ".repeat(17)}${imported.seconds.toFixed(1).padStart(8)} s`);
    const env = { HOME: folder, METADATA_BASE_URL: service.url, METADATA_API_KEY: service.firstKey ?? "" };

    const tell = (name: string, { seconds, peakMiB }: Measure, rows: number) => {
      if (rows !== RECORDS) throw new Error(`${name}: ${rows} rows`);
      const figures = [
        `${seconds.toFixed(1).padStart(8)} s`,
        `${Math.round(RECORDS / seconds)
          .toString()
          .padStart(8)}/s`,
      ];
      console.log(`  ${name.padEnd(40)}${figures.join("")}${peakMiB.toFixed(0).padStart(8)} MiB at the peak`);
    };
    const loop = join(folder, "loop.ndjson");
    tell("for await loop by hand, into NDJSON", await measure(handWritten, [loop], env), await countLines(loop));
    for (const action of ["pull", "sync"])
      for (const kind of ["csv", "parquet", "postgres"]) {
        const list = action === "pull" ? "purchase-orders" : "purchase-orders-v3";
        const to = kind === "postgres" ? await postgres.createDatabase() : join(folder, `${action}.${kind}`);
        const measured = await measure(bin, [list, action, "--to", to, "--table", "orders"], env);
        tell(`${action} into ${kind}`, measured, await countRows(to, "orders"));
      }
  } finally {
    await service.end();
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
