/** Lists with path parameters, filters in every place, and numbers as identities; and how their types can be used. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClient } from "./generate-client.js";
import { startRecorder } from "./record-server.js";

const text = { type: "string" };
const integer = { type: "integer", format: "int64" };
const parameter = (where: string, name: string, schema: object, more: object = {}) => ({
  ...{ name, in: where, schema },
  ...more,
});
const moment = { type: "string", format: "date-time" };
const order = {
  type: "object",
  required: ["id", "changed"],
  properties: { id: integer, changed: moment, note: text },
  additionalProperties: integer,
};
const document = {
  openapi: "3.1.1",
  info: { title: "Shops", version: "1.0.0" },
  paths: {
    "/shops/{shop}/orders": {
      get: {
        operationId: "listOrders",
        "x-pagination": {
          ...{ shape: "linked", records: "data", total: "count", identity: "id" },
          ...{ createdAt: "changed", updatedAt: "changed", updatedFrom: "from", updatedTo: "to" },
        },
        parameters: [
          parameter("path", "shop", text, { required: true }),
          parameter("query", "limit", { type: "integer", minimum: 1, maximum: 50, default: 10 }),
          parameter("query", "offset", { type: "integer", minimum: 0, default: 0 }),
          parameter("query", "from", moment),
          parameter("query", "to", moment),
          parameter("query", "buyer", text),
          parameter("query", "seller", text),
          parameter("query", "tags", { type: "array", items: text }),
          parameter("query", "size", { type: "object", additionalProperties: text }, { style: "deepObject" }),
          { name: "where", in: "query", content: { "application/json": { schema: { type: "object" } } } },
          parameter("header", "X-Region", text),
          parameter("cookie", "view", text),
        ],
        responses: {
          200: {
            description: "OK.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["count", "next", "previous", "data"],
                  properties: {
                    count: { type: "integer" },
                    next: { type: ["string", "null"] },
                    previous: { type: ["string", "null"] },
                    data: { type: "array", items: { $ref: "#/components/schemas/Order" } },
                  },
                },
              },
            },
          },
        },
      },
      post: {
        operationId: "createOrder",
        parameters: [parameter("path", "shop", text, { required: true })],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
        },
        responses: {
          201: {
            description: "Created.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Labels" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Order: order,
      Labels: {
        type: "object",
        properties: { color: text },
        patternProperties: { "^x-": { type: "boolean" } },
        additionalProperties: false,
      },
    },
  },
} as unknown as OpenApiDocument;

let generated: Awaited<ReturnType<typeof generateClient>>;
let server: Awaited<ReturnType<typeof startRecorder>>;
// biome-ignore lint/suspicious/noExplicitAny: the types are checked below.
let client: any;
beforeAll(async () => {
  [generated, server] = await Promise.all([generateClient(document), startRecorder()]);
  const api = await import(join(generated.src, "index.ts"));
  client = api.createClient({ baseUrl: server.url, retry: { attempts: 1 } });
});
afterAll(() => Promise.all([generated.remove(), server.stop()]));

/** Runs a sync, and returns its last checkpoint. */
async function sync(shop: string, query: object | undefined, checkpoint = ""): Promise<string> {
  server.respondWith((response) => {
    response.writeHead(200, { "content-type": "application/json", date: "Sat, 21 Nov 2026 00:00:00 GMT" });
    response.end('{"count":1,"next":null,"previous":null,"data":[{"id":0,"changed":"2026-01-01T00:00:00Z"}]}');
  });
  let last = "";
  for await (const { records, checkpoint: next } of client.syncOrders(shop, { query, checkpoint })) {
    expect(records).toHaveLength(1);
    last = next;
  }
  return last;
}

describe("a checkpoint", () => {
  const at = new Date(0);
  it.each([
    [
      { buyer: "x", seller: "y" },
      { seller: "y", buyer: "x" },
    ],
    [{ buyer: "x" }, { buyer: "x", seller: undefined, tags: null }],
    [{}, undefined],
    [{ buyer: undefined }, {}],
    [{ size: { min: "1", max: "2" } }, { size: { max: "2", min: "1" } }],
    [{ where: { a: { c: 1, b: 2 } } }, { where: { a: { b: 2, c: 1 } } }],
    [{ seller: at }, { seller: at.toISOString() }],
    [
      { "X-Region": "eu", view: "all" },
      { view: "all", "X-Region": "eu" },
    ],
  ])("of a sync with %j continues one with %j", async (one, other) => {
    const checkpoint = await sync("s1", one);
    expect(await sync("s1", other, checkpoint)).toBe(checkpoint);
  });

  it.each([
    [{ buyer: "x" }, { seller: "x" }],
    [{ buyer: "x" }, undefined],
    [undefined, { buyer: "x" }],
    [undefined, { buyer: "" }],
    [{ tags: ["a", "b"] }, { tags: ["b", "a"] }],
    [{ tags: ["a b"] }, { tags: ["a", "b"] }],
    [{ tags: [] }, { tags: [""] }],
    [{ where: { a: null } }, { where: {} }],
    [{ where: { a: 1 } }, { where: { a: "1" } }],
    [{ size: { min: "1" } }, { size: { max: "1" } }],
    [{ "X-Region": "eu" }, { view: "eu" }],
    [{ "X-Region": "eu" }, undefined],
    [{ buyer: "false" }, { seller: "false" }],
  ])("of a sync with %j is rejected by one with %j", async (one, other) => {
    const checkpoint = await sync("s1", one);
    await expect(sync("s1", other, checkpoint)).rejects.toThrow(
      /belongs to .+: start a new sync, without a checkpoint/,
    );
    expect(server.seen).toEqual([]);
  });

  it("is valid for one path only", async () => {
    for (const shop of ["s1", "s 1", "%20", 's","x'])
      for (const other of ["s1", "s 1", "%20", 's","x', "s1 x"]) {
        const checkpoint = await sync(shop, undefined);
        const outcome = await sync(other, undefined, checkpoint).catch(({ message }) => message);
        if (shop === other) expect(outcome).toBe(checkpoint);
        else expect(outcome).toContain("start a new sync");
      }
  });

  it("of an earlier version is accepted if its sync had no filter", async () => {
    const old = (operation: string) => JSON.stringify({ operation, until: "2026-01-01T00:00:00.000Z" });
    expect(await sync("s1", {}, old("listOrders s1"))).toContain("2026-11-21");
    for (const [query, operation] of [
      [{}, "listOrders s1 x"],
      [{ buyer: "x" }, "listOrders s1 x"],
      [{ buyer: "x" }, "listOrders s1"],
      [{}, "listOrders s2"],
    ] as const)
      await expect(sync("s1", query, old(operation))).rejects.toThrow(`belongs to ${operation}, not to `);
    await expect(sync("s1 x", {}, old("listOrders s1 x"))).rejects.toThrow("start a new sync");
  });
});

it("records whose identity is 0 are read", async () => {
  server.respondWith((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"count":1,"next":null,"previous":null,"data":[{"id":0,"changed":"2026-01-01T00:00:00Z"}]}');
  });
  expect(await client.listOrders("s1").toArray()).toMatchObject([{ id: 0 }]);
});

it.each([true, false])(
  "the types can be used, with exactOptionalPropertyTypes: %s",
  async (exactOptionalPropertyTypes) => {
    const usage = `import { createClient, item, type ClientOptions, type Labels, type Order } from "./src/index.js";
import { validateResponse } from "./src/validate.js";
import { writeRequest } from "./src/request.js";
declare const some: { text?: string; number?: number; flag?: boolean; date?: Date; signal?: AbortSignal };
const retry = { attempts: some.number, baseDelay: some.number, maxDelay: some.number, maxElapsed: some.number, repeatCreates: some.flag };
const client = createClient({
  ...{ baseUrl: "http://localhost", apiKey: some.text, fetch: some.flag ? fetch : undefined, headers: undefined, retry },
  ...{ timeout: some.number, concurrency: some.number, maxResponseBytes: some.number },
  ...{ validate: some.flag ? validateResponse : undefined, onEvent: some.flag ? console.log : undefined },
} satisfies Omit<ClientOptions, "apiKey"> & { apiKey: unknown });
const call = { signal: some.signal, timeout: some.number, retry: some.flag ? retry : undefined, headers: undefined };
const list = { ...call, concurrency: some.number, drift: some.flag ? ("throw" as const) : undefined };
const filters = { buyer: some.text, tags: some.flag ? ["a"] : undefined, where: undefined, "X-Region": some.text };
const order: Order = { id: 0, changed: "2026-01-01T00:00:00Z", note: some.text, weight: 7 };
const labels: Labels = { color: some.text, "x-new": true };
export async function usage() {
  (await client.listOrders("s1", { limit: some.number, ...filters }, list).toArray()) satisfies Order[];
  (await client.createOrder("s1", order, call)) satisfies Labels;
  for await (const { records } of client.syncOrders("s1", {
    ...{ ...call, query: some.flag ? filters : undefined, since: some.date, until: some.text, overlap: some.number },
    ...{ checkpoint: some.text, limit: some.number },
  }))
    for (const { id, note, ...rest } of records) [id satisfies number, note satisfies string | undefined, rest["weight"]];
  const written = { descriptor: { method: "GET", path: "/" }, path: undefined, parameters: undefined, body: undefined };
  writeRequest({ ...written, baseUrl: "", credentials: undefined }).url satisfies string;
  await client.raw.POST("/shops/{shop}/orders", {
    params: { path: { shop: "s1" } },
    body: { id: 0, changed: "2026-01-01T00:00:00Z", weight: 7, note: "n" },
  });
  // @ts-expect-error the changed time is missing
  await client.createOrder("s1", { id: 0, weight: 7 });
  // @ts-expect-error other fields are numbers
  await client.createOrder("s1", { ...order, weight: { kg: 7 } });
  // @ts-expect-error misspelt
  client.listOrders("s1", { buyers: "x" });
}
void item;
`;
    await writeFile(join(generated.folder, "usage.ts"), usage);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, module: "nodenext", target: "es2022", types: ["node"], skipLibCheck: true },
      ...{ lib: ["es2023", "dom", "dom.iterable"], noUncheckedIndexedAccess: true },
    };
    // The declarations, as users compile them: their options do not apply to the client's source.
    const build = { ...compilerOptions, noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: "types" };
    const compile = async (name: string, config: object) => {
      await writeFile(join(generated.folder, name), JSON.stringify(config));
      const tsc = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));
      await promisify(execFile)(tsc, ["-p", join(generated.folder, name)]).catch(({ stdout }) => expect.fail(stdout));
    };
    await compile("build.json", { compilerOptions: { ...build, rootDir: "src" }, include: ["src"] });
    await writeFile(join(generated.folder, "types/usage.ts"), usage.replaceAll("./src/", "./"));
    await compile("tsconfig.json", {
      compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes },
      files: ["types/usage.ts"],
    });
  },
);
