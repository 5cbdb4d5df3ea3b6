import { readFile } from "node:fs/promises";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { type ClientEvent, type ClientOptions, InvalidResponseError, item } from "../src/index.js";
import { validateResponse } from "../src/validate.js";
import { clientOf, LISTS, SHAPES } from "./lists.js";
import { mutations, SUCCESSES } from "./mutations.js";
import { type Fault, type Row, row, type Seen, type Service, sendJson, startService } from "./service.js";

const bodyOf = (operation: string, example: string): unknown =>
  SUCCESSES.find((success) => success.operation === operation)?.examples[example];
const ALL_KINDS = bodyOf("createMetadata", "AllKinds") as { data: { items: { type: string }[] } };

describe("validateResponse", () => {
  const examples = SUCCESSES.flatMap(({ examples, ...success }) =>
    Object.entries(examples).map(([name, body]) => ({ ...success, name, body })),
  );

  it("accepts every example of the spec, with all thirteen item types", () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
    for (const { operation, name, body } of examples)
      expect([name, validateResponse(operation, body)]).toEqual([name, undefined]);
    expect(new Set(ALL_KINDS.data.items.map(({ type }) => type)).size).toBe(13);
  });

  it.each(examples)(
    "rejects $name of $operation with any single mistake, and names it; accepts values at the bounds",
    ({ operation, schema, body }) => {
      const broken = mutations(schema, body);
      expect(broken.length).toBeGreaterThan(20);
      for (const { sentence, body } of broken) expect(validateResponse(operation, body)).toBe(sentence);
    },
  );

  it("accepts unknown fields at every level", () => {
    const open = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(open);
      if (typeof value !== "object" || value === null) return value;
      const members = Object.entries(value).map(([name, member]) => [name, open(member)]);
      return { ...Object.fromEntries(members), brandNew: [{ at: null }], "": 1 };
    };
    for (const { operation, body } of examples) expect(validateResponse(operation, open(body))).toBeUndefined();
  });

  it("accepts any body of an unknown operation", () => {
    expect(validateResponse("deleteEverything", { anything: true })).toBeUndefined();
  });

  it("covers every operation with a JSON response", () => {
    for (const { operation } of SUCCESSES) expect(validateResponse(operation, "text")).toMatch(/^the body must be /);
  });

  it("checks nested items at every level", () => {
    const nested = (depth: number): object =>
      depth > 0 ? item.object("k", [nested(depth - 1) as never]) : { key: "k", type: "number", value: "12" };
    const { data } = bodyOf("createMetadata", "Minimal") as { data: object };
    expect(validateResponse("createMetadata", { data: { ...data, items: [nested(7)] } })).toBe(
      `data.items[0]${".value[0]".repeat(7)}.value must be number`,
    );
  });

  it("rejects a number that JavaScript cannot represent, and accepts an integer written with a fraction", () => {
    const { data } = ALL_KINDS;
    const judge = (value: string) =>
      validateResponse("createMetadata", {
        data: { ...data, items: JSON.parse(`[{"key":"k","type":"number","value":${value}}]`) },
      });
    expect(["0.1", "-3", "5.0", "1e300"].map(judge)).toEqual(Array(4).fill(undefined));
    expect(judge("1e400")).toBe("data.items[0].value must be number");
  });

  it("never quotes the response", () => {
    const { data } = ALL_KINDS;
    const items = [{ key: "k", type: "secret-key", value: "secret-key" }];
    expect(validateResponse("createMetadata", { data: { ...data, items } })).toBe(
      "data.items[0].type must be a known type",
    );
  });

  it("evaluates no strings and imports nothing, so it runs under a Content-Security-Policy", async () => {
    const text = await readFile(new URL("../src/generated/response-validators.js", import.meta.url), "utf8");
    expect(text).not.toMatch(/\beval\b|\bFunction\(|\brequire\(/);
    expect(text).not.toMatch(/^import /m);
  });

  it("is not in the bundle of an application that does not import it", async () => {
    const { metafile } = await build({
      stdin: { contents: 'export * from "./src/index.js"', resolveDir: `${import.meta.dirname}/..`, loader: "ts" },
      bundle: true,
      format: "esm",
      write: false,
      metafile: true,
    });
    const files = Object.keys(metafile.inputs).filter((file) => file.startsWith("src/"));
    expect(files).toContain("src/create-client.ts");
    expect(files.filter((file) => /validate\.ts|response-validators/.test(file))).toEqual([]);
  });
});

describe("a client that validates", () => {
  const strict = (service: Service, options: Partial<ClientOptions> = {}) =>
    clientOf(service, { validate: validateResponse, ...options });
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail("it should have failed"),
      (error) => error,
    );

  /** Sends the correct page with one altered record. `when` selects the requests. */
  const withRecord =
    (uid: string, alter: (record: Row) => unknown, when: (seen: Seen) => boolean = () => true): Fault =>
    (seen, response, service) => {
      if (seen.method !== "GET" || !when(seen)) return false;
      const body = service.page(seen) as Row[] | { data: Row[] };
      const records = (Array.isArray(body) ? body : body.data).map((one) => (one.uid === uid ? alter(one) : one));
      return !!sendJson(response, 200, Array.isArray(body) ? records : { ...body, data: records });
    };
  const ROW = row(20).uid;
  /** February 30, which a regular expression for dates would accept. */
  const wrongDate = (record: Row) => {
    const at = record.updatedDate.replace("01-01", "02-30");
    return { ...record, updatedDate: at, updated_at: at };
  };
  const SENTENCES = {
    standard: /^data\[\d\]\.updatedDate must be date-time$/,
    linked: /^data\[\d\]\.updatedDate must be date-time$/,
    array: /^\[\d\]\.updated_at must be date-time$/,
  };

  const RECORD = { uid: "u", items: [item.string("k", "v")] };
  const created =
    (data: object): Fault =>
    (seen, response, { created }) => {
      if (seen.method !== "POST") return false;
      created.push(JSON.parse(seen.body));
      return !!sendJson(response, 201, { data });
    };
  const at = row(0).createdDate;
  const deep = [{ key: "a", type: "object", value: [{ key: "b", type: "boolean-array", value: [true, 1] }] }];

  it("accepts valid responses of a pull, a sync, a page and a create request", async () => {
    const service = await startService(
      45,
      withRecord(ROW, (record) => ({ ...record, brandNew: { at: [null] } })),
    );
    const client = strict(service);
    for (const shape of SHAPES) expect(await LISTS[shape](client, { limit: 10 }).toArray()).toHaveLength(45);
    expect((await client.listReports({ offset: 20 }).page()).data[0]).toMatchObject({ brandNew: { at: [null] } });
    let synced = 0;
    for await (const { records } of client.syncReports()) synced += records.length;
    expect(synced).toBe(45);
    expect((await client.createMetadata("inspection", RECORD)).data.uid).toBe("u");
  });

  it.each(SHAPES)("rejects a page with an invalid record, in a pull and alone: %s", async (shape) => {
    const service = await startService(45, withRecord(ROW, wrongDate));
    const client = strict(service);
    for (const run of [
      () => LISTS[shape](client, { limit: 10 }).toArray(),
      () => LISTS[shape](client, { limit: 10, offset: 20 }).page(),
    ]) {
      const error = await failure(run());
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({
        message: expect.stringMatching(SENTENCES[shape]),
        status: 200,
        method: "GET",
        attempt: 2,
      });
    }
    expect(await LISTS[shape](clientOf(service), { limit: 10 }).toArray()).toHaveLength(45);
  });

  it("rejects an invalid record in a sync", async () => {
    const service = await startService(25, withRecord(ROW, wrongDate));
    const run = async () => {
      for await (const _ of strict(service, { retry: false }).syncPurchaseOrdersV3());
    };
    expect(await failure(run())).toMatchObject({ name: "InvalidResponseError", operation: "listPurchaseOrdersV3" });
  });

  it("names the place of a record without an identity", async () => {
    const service = await startService(12, (seen, response, service) => {
      const page = service.page(seen) as { data: Partial<Row>[] };
      delete page.data[2]?.uid;
      return !!sendJson(response, 200, page);
    });
    const error = await failure(strict(service, { retry: false }).listPurchaseOrders().toArray());
    expect(error).toMatchObject({ name: "InvalidResponseError", message: "data[2].uid is required" });
  });

  it.each([[12], [{}], ["?offset=10"]])("rejects the link %o", async (next) => {
    const service = await startService(12, (seen, response, service) => {
      return !!sendJson(response, 200, { ...(service.page(seen) as object), next });
    });
    const error = await failure(strict(service, { retry: false }).listReports().page());
    const message = typeof next === "string" ? "next must be uri" : "next must be string or null";
    expect(error).toMatchObject({ name: "InvalidResponseError", message });
  });

  it("retries a GET, and accepts a valid response", async () => {
    const service = await startService(
      30,
      withRecord(ROW, wrongDate, ({ number }) => number === 2),
    );
    const events: ClientEvent[] = [];
    const client = strict(service, { onEvent: (event) => events.push(event), concurrency: 1 });
    expect(await client.listReports({ limit: 10 }).toArray()).toHaveLength(30);
    const retries = events.flatMap((event) => (event.type === "retry" ? event.error.message : []));
    expect(retries).toEqual([expect.stringMatching(SENTENCES.linked)]);
    expect(service.seen).toHaveLength(4);
  });

  it.each([
    ["no uid", { items: RECORD.items, createdDate: at, updatedDate: at }, "data.uid is required"],
    [
      "a wrong type deep inside an item",
      { uid: "u", items: deep, createdDate: at, updatedDate: at },
      "data.items[0].value[0].value[1] must be boolean",
    ],
  ])("rejects the response to a create request with %s, and does not retry", async (_, data, message) => {
    const service = await startService(0, created(data));
    const error = await failure(strict(service).createMetadata("inspection", RECORD));
    expect(error).toMatchObject({ name: "InvalidResponseError", message, status: 201, method: "POST", attempt: 1 });
    expect(service.created).toHaveLength(1);
    expect(service.seen).toHaveLength(1);
  });

  it("rejects an empty response to a create request", async () => {
    const service = await startService(0, (_, response) => !!response.writeHead(204).end());
    const error = await failure(strict(service).createMetadata("inspection", RECORD));
    expect(error).toMatchObject({ name: "InvalidResponseError", message: "the body must be object", status: 204 });
  });

  it("retries a create request if repeatCreates is set", async () => {
    const service = await startService(0, (seen, response, service) =>
      seen.number === 1 ? created({ uid: "u" })(seen, response, service) : false,
    );
    const retry = { baseDelay: 1, repeatCreates: true };
    const { data } = await strict(service, { retry }).createMetadata("inspection", RECORD);
    expect(data.createdDate).toBe(at);
    expect(service.seen).toHaveLength(2);
  });

  it("passes on an error of the caller's function, after one request", async () => {
    const service = await startService(1);
    const reason = new RangeError("of the caller");
    const client = clientOf(service, {
      validate: () => {
        throw reason;
      },
    });
    await expect(client.listReports().toArray()).rejects.toBe(reason);
    expect(service.seen).toHaveLength(1);
  });

  it("also validates if a middleware is used", async () => {
    const service = await startService(25, withRecord(ROW, wrongDate));
    const client = strict(service, { retry: false });
    client.raw.use({ onRequest: ({ request }) => request });
    const error = await failure(client.listReports({ offset: 20 }).page());
    expect(error).toMatchObject({ name: "InvalidResponseError", message: "data[0].updatedDate must be date-time" });
    expect(await client.listReports().page()).toMatchObject({ count: 25 });
  });

  it("does not validate responses to client.raw", async () => {
    const service = await startService(3, withRecord(row(1).uid, wrongDate));
    const { data } = await strict(service).raw.GET("/api/v1/reports");
    expect(data?.data).toHaveLength(3);
  });

  it("calls the given function with the operation and the body, for successes only", async () => {
    const service = await startService(1, ({ number }, response) => number === 1 && !!sendJson(response, 500, {}));
    const told: unknown[] = [];
    const validate = (operation: string, body: unknown) => {
      told.push([operation, body]);
      return told.length === 1 ? "not today" : undefined;
    };
    const client = clientOf(service, { validate });
    const page = await client.listPurchaseOrders().page();
    expect(told).toEqual([
      ["listPurchaseOrders", page],
      ["listPurchaseOrders", page],
    ]);
    expect(service.seen).toHaveLength(3);
  });
});
