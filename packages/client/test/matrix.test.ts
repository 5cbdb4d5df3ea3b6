import { afterAll, expect, it } from "vitest";
import { ApiError, ClientError, type ClientOptions } from "../src/index.js";
import { FAULTS, type FaultCase } from "./faults.js";
import { clientOf, LISTS, SHAPES, type Shape, uids } from "./lists.js";
import { rows, type Seen, Service } from "./service.js";

const LIMIT = 10;
const COUNT = 104;
const KINDS = [...SHAPES, "page()", "page(), raw", "create", "create, raw", "create, repeated"] as const;
type Kind = (typeof KINDS)[number];

const RECORD = { uid: "record-1", items: [{ key: "note", type: "string", value: "passed" }] };

/** What a cell has to end in. */
function expected({ ends }: FaultCase, kind: Kind): string {
  if (kind.startsWith("page()")) return ends.page ?? "right";
  if (kind === "create" || kind === "create, raw") return ends.create ?? "right";
  const { pull } = ends;
  if (kind === "create, repeated") return (ends.page && ends.create) || "right";
  return (typeof pull === "string" ? pull : pull?.[kind as Shape]) ?? "right";
}

/** Runs one cell on a service of its own, and says what it ended in: `right`, or the name of the error. */
async function end(fault: FaultCase, kind: Kind): Promise<string> {
  const elsewhere = await new Service().start();
  const service = await new Service().start();
  try {
    service.rows = rows(COUNT);
    service.elsewhere = elsewhere.url;
    const isPull = (SHAPES as readonly string[]).includes(kind);
    service.fault = fault.fault(isPull ? 3 : 1);
    // Every record that was there from the first request to the last, and every one that was ever there.
    const stays = () => uids(service.rows).filter((uid) => before.has(uid));
    const before = new Set(uids(service.rows));
    const ever = new Set(before);
    const original = service.page.bind(service);
    service.page = (seen: Seen) => {
      for (const { uid } of service.rows) ever.add(uid);
      return original(seen);
    };

    const repeated = kind === "create, repeated";
    const options: Partial<ClientOptions> = {
      timeout: fault.name.startsWith("slow") ? 1500 : 20_000,
      concurrency: 5,
      retry: { attempts: 5, baseDelay: 2, maxDelay: 10, repeatCreates: repeated },
    };
    const client = clientOf(service, options);
    // From then on the methods go through openapi-fetch and its middleware.
    if (kind.endsWith("raw")) client.raw.use({ onRequest: ({ request }) => request.clone() });
    const outcome = await (async () => {
      if (isPull) {
        const got = uids(await LISTS[kind as Shape](client, { limit: LIMIT }).toArray());
        if (new Set(got).size < got.length) return "DOUBLED";
        if (got.some((uid) => !ever.has(uid))) return "INVENTED";
        const lost = stays().filter((uid) => !got.includes(uid));
        return lost.length > 0 ? `LOST ${lost}` : "right";
      }
      if (kind.startsWith("page()")) {
        const { data } = await client.listPurchaseOrders({ limit: LIMIT }).page();
        return data.length > 0 ? "right" : "EMPTY";
      }
      const { data } = await client.createMetadata("inspection", RECORD as never);
      return data.uid === RECORD.uid ? "right" : "WRONG";
    })().catch((error) => {
      expect(error).toBeInstanceOf(ClientError);
      expect(error.operation).toBeTruthy();
      if (error instanceof ApiError) expect(error.status).toBeGreaterThan(299);
      return error.name as string;
    });

    if (kind !== "create, repeated" && service.created.length > 1) return "CREATED TWICE";
    if (outcome === "right" && kind.startsWith("create") && service.created.length === 0) return "NOT CREATED";
    return elsewhere.seen.length > 0 ? "LEFT THE ORIGIN" : outcome;
  } finally {
    await Promise.all([service.stop(), elsewhere.stop()]);
  }
}

const table: string[] = [];
const line = (cells: string[]) => cells.map((cell, i) => cell.padEnd(i ? 22 : 32)).join("");

it.each(FAULTS)("$name", async (fault) => {
  const ends = await Promise.all(KINDS.map((kind) => end(fault, kind)));
  table[FAULTS.indexOf(fault)] = line([fault.name, ...ends]);
  expect(Object.fromEntries(KINDS.map((kind, i) => [kind, ends[i]]))).toEqual(
    Object.fromEntries(KINDS.map((kind) => [kind, expected(fault, kind)])),
  );
});

afterAll(() => {
  const cells = FAULTS.length * KINDS.length;
  console.log(`${line(["fault", ...KINDS])}\n${table.join("\n")}\n${cells} cells`);
});
