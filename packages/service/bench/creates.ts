import { PGlite } from "@electric-sql/pglite";
import { databaseFlags, startProcess } from "@metadata-service/test-kit/service/service-process";
import { type LoadResult, requestText, runLoad } from "./http-load.js";
import { median } from "./median.js";
import { openPool } from "./open-pool.js";

const CONNECTIONS = 20;
const ROUNDS = 5;
const CREATES = 10_000;
const ITEMS = JSON.stringify([
  { key: "inspectionNote", type: "string", value: "Lot 7 passed" },
  { key: "sampleWeight", type: "number", value: 12.5 },
  { key: "sealed", type: "boolean", value: true },
]);
const COLUMNS =
  "namespace text, uid text, items text, created_at timestamptz default now(), primary key (namespace, uid)";
const INSERT = "insert into raw_inserts (namespace, uid, items) values ($1, $2, $3) returning created_at::text";

/** The figures of one way of creating records, over all rounds. */
export interface CreateFigures {
  readonly service: Pick<LoadResult, "perSecond" | "p50" | "p99">;
  readonly raw: Pick<LoadResult, "perSecond" | "p50" | "p99">;
  /** The median of the ratios of the rounds. */
  readonly ratio: number;
}

type Insert = (uid: string) => Promise<unknown>;

/** Compares create requests with single-row inserts through the same driver, in turns, so that noise affects both. */
export async function benchCreates(
  database: { data?: string; databaseUrl?: string },
  key: string,
): Promise<CreateFigures> {
  const raw = database.databaseUrl === undefined ? await embeddedInserts() : await serverInserts(database.databaseUrl);
  const service = await startProcess(databaseFlags(database));
  const rounds: Omit<CreateFigures, "ratio">[] = [];
  try {
    // The first round is a warm-up and does not count.
    for (let round = 0; round <= ROUNDS; round++) {
      const uid = (n: number) => `r${round}-${n}-${Date.now()}`;
      const inserted = await runInserts(raw.insert, uid);
      const created = await runLoad(service.url, CONNECTIONS, CREATES, (n) =>
        requestText("POST", "/api/v2/metadata/inspection", key, `{"uid":"${uid(n)}","items":${ITEMS}}`),
      );
      if (created.statuses["201"] !== CREATES)
        throw new Error(`Some create requests failed: ${JSON.stringify(created.statuses)}`);
      rounds.push({ raw: inserted, service: created });
    }
  } finally {
    await service.end();
    await raw.end();
  }
  const [, ...counted] = rounds;
  const of = (who: "service" | "raw", what: "perSecond" | "p50" | "p99") =>
    median(counted.map((one) => one[who][what]));
  const figures = (who: "service" | "raw") => ({
    perSecond: of(who, "perSecond"),
    p50: of(who, "p50"),
    p99: of(who, "p99"),
  });
  const ratio = median(counted.map(({ service, raw }) => service.perSecond / raw.perSecond));
  return { service: figures("service"), raw: figures("raw"), ratio };
}

async function serverInserts(url: string): Promise<{ insert: Insert; end(): Promise<void> }> {
  const pool = openPool(url, CONNECTIONS);
  await pool.query(`create table raw_inserts (${COLUMNS})`);
  return { insert: (uid) => pool.query(INSERT, ["inspection", uid, ITEMS]), end: () => pool.end() };
}

/** Inserts into an in-memory PGlite, which is an advantage for this peer. */
async function embeddedInserts(): Promise<{ insert: Insert; end(): Promise<void> }> {
  const engine = await PGlite.create();
  await engine.exec(`create table raw_inserts (${COLUMNS})`);
  return { insert: (uid) => engine.query(INSERT, ["inspection", uid, ITEMS]), end: () => engine.close() };
}

async function runInserts(insert: Insert, uid: (n: number) => string): Promise<CreateFigures["raw"]> {
  const times: number[] = [];
  let n = 0;
  const started = performance.now();
  const worker = async () => {
    while (n < CREATES) {
      const at = performance.now();
      await insert(uid(n++));
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - started) / 1000;
  times.sort((left, right) => left - right);
  return {
    perSecond: CREATES / seconds,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}
