import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import openApi from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules } from "@metadata-service/server-rules";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { collectionsOf } from "../src/lists/collection.js";
import type { Tables } from "../src/storage/database.js";
import { createListStore } from "../src/storage/lists/list-store.js";
import type { BareHandler } from "./bare-handler.js";
import { requestText, runLoad } from "./http-load.js";
import { median } from "./median.js";
import { openPool } from "./open-pool.js";

const CONNECTIONS = 20;
const ROUNDS = 7;
const PAGES = 2_000;
const LIMIT = 100;
/** A placeholder for the offset in the parameters of the statement. */
const OFFSET_MARK = 1_234_567_890;

/** Pages per second, medians. */
export interface PageFigures {
  readonly service: number;
  readonly bare: number;
  /** The bare handler with a prepared statement. */
  readonly prepared: number;
  /** The median of the ratios of the rounds. */
  readonly ratio: number;
  /** The same ratio for the handler with a prepared statement. */
  readonly preparedRatio: number;
}

/** Compares pages of the service with the same statement in a bare Fastify handler, in separate processes, in turns. */
export async function benchPages(serviceUrl: string, databaseUrl: string, key: string): Promise<PageFigures> {
  const bare = await startBareHandler(databaseUrl);
  try {
    return await comparePages(serviceUrl, bare.url, key);
  } finally {
    const exit = once(bare.child, "exit");
    bare.child.kill();
    await exit;
  }
}

async function comparePages(serviceUrl: string, bareUrl: string, key: string): Promise<PageFigures> {
  // Near the beginning, where every page needs the same work of the database.
  const offset = (n: number) => (n % 20) * LIMIT;
  const path = (n: number) => `/api/v1/purchase-orders?limit=${LIMIT}&offset=${offset(n)}`;
  const [ours, theirs] = [
    await fetch(serviceUrl + path(7), { headers: { apiKey: key } }),
    await fetch(`${bareUrl}/?offset=${offset(7)}`),
  ];
  if ((await ours.text()) !== (await theirs.text())) throw new Error("The bare handler does not send the same page");
  const rounds: Record<"service" | "bare" | "prepared", number>[] = [];
  // The first round is a warm-up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    const barely = (where: string) => (n: number) => requestText("GET", `${where}?offset=${offset(n)}`, "");
    const inBare = await runLoad(bareUrl, CONNECTIONS, PAGES, barely("/"));
    const inPrepared = await runLoad(bareUrl, CONNECTIONS, PAGES, barely("/prepared"));
    const inService = await runLoad(serviceUrl, CONNECTIONS, PAGES, (n) => requestText("GET", path(n), key));
    for (const { statuses } of [inBare, inPrepared, inService])
      if (statuses["200"] !== PAGES) throw new Error(`Some pages failed: ${JSON.stringify(statuses)}`);
    rounds.push({ service: inService.perSecond, bare: inBare.perSecond, prepared: inPrepared.perSecond });
  }
  const [, ...counted] = rounds;
  return {
    service: median(counted.map((one) => one.service)),
    bare: median(counted.map((one) => one.bare)),
    prepared: median(counted.map((one) => one.prepared)),
    ratio: median(counted.map((one) => one.service / one.bare)),
    preparedRatio: median(counted.map((one) => one.service / one.prepared)),
  };
}

async function startBareHandler(databaseUrl: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = fork(fileURLToPath(new URL("./bare-handler.ts", import.meta.url)));
  const { sql, parameters } = await statementOfPage(databaseUrl);
  const listens = once(child, "message");
  child.send({
    databaseUrl,
    connections: CONNECTIONS,
    statement: sql,
    parameters,
    offsetMark: OFFSET_MARK,
    limit: LIMIT,
  } satisfies BareHandler);
  const [url] = (await listens) as [string];
  return { child, url };
}

/** Returns the statement that the service runs for a page, captured from its query builder. */
async function statementOfPage(databaseUrl: string): Promise<CompiledQuery> {
  const heard: CompiledQuery[] = [];
  const pool = openPool(databaseUrl);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void heard.push(query) });
  const rules = createRules(openApi);
  const collection = collectionsOf(rules).get("purchase-orders");
  const operation = rules.operations.find(({ id }) => id === "listPurchaseOrders");
  if (!collection || !operation) throw new Error("The spec has no listPurchaseOrders");
  const text = collection.textIn(operation);
  await createListStore(db).page({
    collection: collection.name,
    limit: LIMIT,
    offset: OFFSET_MARK,
    filters: [],
    text,
  });
  await db.destroy();
  const [statement] = heard;
  if (!statement || heard.length > 1) throw new Error("A page needs more than one statement");
  return statement;
}
