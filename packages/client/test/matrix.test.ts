import { afterAll, expect, it } from "vitest";
import { ApiError, type Client, ClientError, type ClientOptions, type MetadataInput } from "../src/index.js";
import { FAULTS, type FaultCase, SLOW_BODY } from "./faults.js";
import { ALL_HOOKS, HOOK_SETS, type Hooks, hookOptions } from "./hooks.js";
import { clientOf, LISTS, SHAPES, type Shape, uids } from "./lists.js";
import { ownTimeouts } from "./own-timeouts.js";
import { rows, type Seen, Service } from "./service.js";

const LIMIT = 10;
const COUNT = 104;
const KINDS = [...SHAPES, "page()", "raw GET", "create", "raw POST", "create, repeated"] as const;
type Kind = (typeof KINDS)[number];

const RECORD: MetadataInput = { uid: "record-1", items: [{ key: "note", type: "string", value: "passed" }] };

/** Returns the expected outcome of a fault for a type of call. */
function expected({ ends }: FaultCase, kind: Kind): string {
  if (kind.startsWith("raw") && ends.raw) return ends.raw;
  if (kind === "page()" || kind === "raw GET") return ends.page ?? "right";
  if (kind === "create" || kind === "raw POST") return ends.create ?? "right";
  const { pull } = ends;
  if (kind === "create, repeated") return (ends.page && ends.create) || "right";
  return (typeof pull === "string" ? pull : pull?.[kind as Shape]) ?? "right";
}

/** Pulls a list, and compares it with the rows of the service. */
async function pull(client: Client, shape: Shape, { stays, ever }: { stays: () => string[]; ever: Set<string> }) {
  const got = uids(await LISTS[shape](client, { limit: LIMIT }).toArray());
  if (new Set(got).size < got.length) return "DOUBLED";
  if (got.some((uid) => !ever.has(uid))) return "INVENTED";
  const lost = stays().filter((uid) => !got.includes(uid));
  return lost.length > 0 ? `LOST ${lost}` : "right";
}

/** Sends one request; resolves to the name of its outcome. */
async function single(client: Client, kind: Kind): Promise<string> {
  const query = { limit: LIMIT };
  const params = { path: { namespace: "inspection" } } as const;
  const judge = {
    "page()": async () => rightIf((await client.listPurchaseOrders(query).page()).data.length > 0),
    create: async () => rightIf((await client.createMetadata("inspection", RECORD)).data.uid === RECORD.uid),
    "raw GET": async () => {
      const { data, response } = await client.raw.GET("/api/v1/purchase-orders", { params: { query } });
      return data ? rightIf(data.data.length > 0) : classOf(response);
    },
    "raw POST": async () => {
      const { data, response } = await client.raw.POST("/api/v2/metadata/{namespace}", { params, body: RECORD });
      return data ? rightIf(data.data.uid === RECORD.uid) : classOf(response);
    },
  };
  return judge[kind === "create, repeated" ? "create" : (kind as keyof typeof judge)]();
}

const rightIf = (isRight: boolean) => (isRight ? "right" : "WRONG");

/** Returns the name of the error class that a method throws for a status. */
const classOf = ({ status }: Response) =>
  status === 429 ? "RateLimitError" : status > 499 ? "ServerError" : "ApiError";

/** Attempts time out only when a fault requires it, never because the machine is slow. */
const timeouts = ownTimeouts();

/**
 * Runs one call with one fault against a separate service, and returns the outcome: `right`, or the name of the error.
 */
async function end(fault: FaultCase, kind: Kind, hooks: Hooks): Promise<string> {
  const elsewhere = await new Service().start();
  const service = await new Service().start();
  try {
    service.rows = rows(COUNT);
    service.elsewhere = elsewhere.url;
    const isPull = (SHAPES as readonly string[]).includes(kind);
    service.fault = fault.fault(isPull ? 3 : 1);
    // The records that existed during the whole pull, and those that existed at any time.
    const stays = () => uids(service.rows).filter((uid) => before.has(uid));
    const before = new Set(uids(service.rows));
    const ever = new Set(before);
    const original = service.page.bind(service);
    service.page = (seen: Seen) => {
      for (const { uid } of service.rows) ever.add(uid);
      return original(seen);
    };

    const repeated = kind === "create, repeated";
    const { timeout, end: timeUp } = timeouts.next();
    service.timeUp = timeUp;
    onSlowBody.set(service.url, timeUp);
    const options: Partial<ClientOptions> = {
      ...hookOptions(hooks),
      timeout,
      concurrency: 5,
      retry: { attempts: 5, baseDelay: 2, maxDelay: 10, repeatCreates: repeated },
    };
    const client = clientOf(service, options);
    const outcome = await (isPull ? pull(client, kind as Shape, { stays, ever }) : single(client, kind)).catch(
      (error) => {
        if (kind.startsWith("raw") && error instanceof SyntaxError) return error.name;
        expect(error).toBeInstanceOf(ClientError);
        expect(error.operation === undefined).toBe(kind.startsWith("raw"));
        if (error instanceof ApiError) expect(error.status).toBeGreaterThan(299);
        return error.name as string;
      },
    );

    if (kind !== "create, repeated" && service.created.length > 1) return "CREATED TWICE";
    if (outcome === "right" && /create|POST/.test(kind) && service.created.length === 0) return "NOT CREATED";
    return elsewhere.seen.length > 0 ? "LEFT THE ORIGIN" : outcome;
  } finally {
    await Promise.all([service.stop(), elsewhere.stop()]);
  }
}

const table: string[] = [];
const line = (cells: string[]) => cells.map((cell, i) => cell.padEnd(i ? 22 : 32)).join("");

/** Called for a response whose body is slow, once the client has started to read it, by the origin of the service. */
const onSlowBody = new Map<string, () => void>();
const { fetch } = globalThis;
globalThis.fetch = async (...args) => {
  const response = await fetch(...args);
  const timeUp = response.headers.has(SLOW_BODY) ? onSlowBody.get(new URL(response.url).origin) : undefined;
  if (timeUp) setImmediate(timeUp);
  return response;
};

it.each(FAULTS)("every call has the expected outcome: $name", async (fault) => {
  const ends = await Promise.all(KINDS.map((kind) => end(fault, kind, ALL_HOOKS)));
  table[FAULTS.indexOf(fault)] = line([fault.name, ...ends]);
  expect(Object.fromEntries(KINDS.map((kind, i) => [kind, ends[i]]))).toEqual(
    Object.fromEntries(KINDS.map((kind) => [kind, expected(fault, kind)])),
  );
});

/** The responses after which a client waits; clock.test.ts covers the other faults with every combination, too. */
const REPEATED = FAULTS.filter(({ name }) => /429|500/.test(name));

it.each(REPEATED)("every call has the same outcome with each combination of hooks: $name", async (fault) => {
  const cells = HOOK_SETS.flatMap((set) => KINDS.map((kind) => ({ ...set, kind })));
  const ends = await Promise.all(cells.map(async ({ hooks, kind }) => end(fault, kind, hooks)));
  const differing = cells.filter(({ kind }, i) => ends[i] !== expected(fault, kind));
  expect(differing.map(({ kind, name }) => `${kind} with ${name}`)).toEqual([]);
});

afterAll(() => {
  timeouts.restore();
  globalThis.fetch = fetch;
  const cells = FAULTS.length * KINDS.length;
  console.log(`${line(["fault", ...KINDS])}\n${table.join("\n")}\n${cells} cells`);
});
