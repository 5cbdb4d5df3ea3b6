import { describe, expect, it } from "vitest";
import {
  type ApiError,
  BadRequestError,
  ClientError,
  createClient,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from "../src/index.js";
import { HOOK_SETS, hookOptions } from "./hooks.js";
import { clientOf } from "./lists.js";
import { sendJson, startService } from "./service.js";

const RECORD = { uid: "a/b c", items: [{ key: "note", type: "string", value: "passed" }] } as const;

describe("createClient", () => {
  it("creates a record", async () => {
    const service = await startService();
    const { data } = await clientOf(service).createMetadata("inspection", { ...RECORD, items: [...RECORD.items] });
    expect(data).toMatchObject(RECORD);
    expect(service.seen[0]).toMatchObject({ method: "POST", path: "/api/v2/metadata/inspection", key: "secret-key" });
    expect(service.seen[0]?.headers).toMatchObject({ "content-type": "application/json", accept: "application/json" });
  });

  it.each([
    ["localhost:4010", 'baseUrl must begin with http:// or https://, not "localhost:4010"'],
    ["metadata.example.com/api", 'baseUrl must begin with http:// or https://, not "metadata.example.com/api"'],
    ["ftp://metadata.example", 'baseUrl must begin with http:// or https://, not "ftp://metadata.example"'],
    ["user:hunter2@metadata.example.com", "baseUrl must begin with http:// or https://"],
    ["user:hunter2", "baseUrl must begin with http:// or https://"],
    ["", 'baseUrl must begin with http:// or https://, not ""'],
    ["http://", 'baseUrl must be an absolute URL such as https://metadata.example.com, not "http://"'],
    ["https://user:hunter2@meta data", "baseUrl must be an absolute URL such as https://metadata.example.com"],
    ["https://user:hunter2@host", "baseUrl must be an origin and a path, without user, query or fragment"],
  ])("rejects the base URL %j, without a password in the message", (baseUrl, message) => {
    expect(() => createClient({ baseUrl, apiKey: "secret-key" })).toThrow(new TypeError(message));
  });

  it("rejects an empty key, before it sends a request", async () => {
    const service = await startService();
    for (const apiKey of ["", " \n"])
      expect(() => clientOf(service, { apiKey })).toThrow(new TypeError("apiKey is empty"));
    for (const apiKey of [() => "", async () => "\n", { apiKey: "" }])
      await expect(clientOf(service, { apiKey }).listReports().page()).rejects.toThrow(
        new TypeError("apiKey is empty"),
      );
    expect(service.seen).toEqual([]);
  });

  it("treats an undefined option as missing", async () => {
    const service = await startService(120);
    const none = { concurrency: undefined } as object;
    for (const client of [clientOf(service, none), clientOf(service)]) {
      expect(await client.listPurchaseOrders({}, none).toArray()).toHaveLength(120);
      let count = 0;
      for await (const { records } of client.syncReports(none)) {
        count += records.length;
        expect(service.seen.length).toBeLessThan(20);
      }
      expect(count).toBe(120);
    }
  });

  describe.each(HOOK_SETS)("with $name", ({ hooks }) => {
    it.each([0, -1, Number.NaN, 0.5, 1.5])(
      "sends one request at a time with a concurrency of %d",
      async (concurrency) => {
        const service = await startService(30);
        const client = clientOf(service, { ...hookOptions(hooks), concurrency });
        expect(await client.listPurchaseOrders({ limit: 10 }).toArray()).toHaveLength(30);
        const list = clientOf(service, hookOptions(hooks)).listPurchaseOrders({ limit: 10 }, { concurrency });
        expect(await list.toArray()).toHaveLength(30);
        expect(service.peak).toBe(1);
      },
    );
  });

  it("accepts a response of a fetch without streams", async () => {
    const service = await startService(30);
    const fetch = (async (url: string, init: RequestInit) => {
      const { ok, status, headers, text } = await globalThis.fetch(url, init).then(async (answer) => {
        const body = await answer.text();
        return { ok: answer.ok, status: answer.status, headers: answer.headers, text: async () => body };
      });
      return { ok, status, headers, text };
    }) as unknown as typeof globalThis.fetch;
    expect(await clientOf(service, { fetch }).listReports().toArray()).toHaveLength(30);
  });

  it("calls the apiKey function before every attempt", async () => {
    const service = await startService(1, ({ number }, response) => number === 1 && !!sendJson(response, 500, {}));
    let count = 0;
    await clientOf(service, { apiKey: async () => `key-${++count}` })
      .listReports()
      .toArray();
    expect(service.seen.map(({ key }) => key)).toEqual(["key-1", "key-2"]);
  });

  it("sends the given headers, and keeps a path in the base URL", async () => {
    const service = await startService();
    for (const slashes of ["", "/", "//"]) {
      const client = clientOf({ ...service, url: `${service.url}/gateway${slashes}` } as typeof service, {
        headers: { "user-agent": "erp" },
      });
      await client
        .listPurchaseOrders()
        .page()
        .catch(() => {});
      await client.raw.GET("/api/v1/purchase-orders");
    }
    expect(service.seen).toHaveLength(6);
    for (const seen of service.seen)
      expect(seen).toMatchObject({ path: "/gateway/api/v1/purchase-orders", headers: { "user-agent": "erp" } });
  });

  it("sends one key, even if the given headers contain another", async () => {
    const service = await startService();
    await clientOf(service, { headers: { APIKEY: "another" } })
      .listReports()
      .toArray();
    expect(service.seen.map(({ key }) => key)).toEqual(["secret-key"]);
  });

  it("repeats arrays in a query, leaves out undefined values, and encodes everything", async () => {
    const service = await startService();
    const query = { updated_from: "2026-11-21T06:15:00+00:00", updated_to: undefined, state: ["a b", "c&d"] };
    await clientOf(service)
      .listReports(query as never)
      .page();
    await clientOf(service).listReports().page();
    expect(service.seen.map(({ url }) => url)).toEqual([
      "/api/v1/reports?updated_from=2026-11-21T06%3A15%3A00%2B00%3A00&state=a%20b&state=c%26d",
      "/api/v1/reports",
    ]);
  });

  it("uses the global fetch at the time of the request", async () => {
    const client = createClient({ baseUrl: "http://service.test", apiKey: "secret-key" });
    const { fetch } = globalThis;
    globalThis.fetch = async () => Response.json({ data: [], limit: 10, offset: 0, total: 0 });
    try {
      expect(await client.listPurchaseOrders().toArray()).toEqual([]);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it("trims the key, for example the newline at the end of a file", async () => {
    const service = await startService();
    await clientOf(service, { apiKey: async () => " secret-key\n" })
      .listReports()
      .toArray();
    expect(service.seen.map(({ key }) => key)).toEqual(["secret-key"]);
  });

  it("rejects an invalid header at once", () => {
    expect(() => clientOf({ url: "http://service.test" } as never, { headers: { "no header": "x" } })).toThrow(
      TypeError,
    );
  });

  it.each([
    [400, BadRequestError, "BadRequestError"],
    [401, UnauthorizedError, "UnauthorizedError"],
    [404, NotFoundError, "NotFoundError"],
    [429, RateLimitError, "RateLimitError"],
    [500, ServerError, "ServerError"],
    [503, ServerError, "ServerError"],
  ])("throws for %i: %o", async (status, Kind, name) => {
    const body = { errorCode: "Generic", message: "what the service says", errors: { system: ["detail"] } };
    const service = await startService(
      0,
      (_, response) => !!sendJson(response, status, body, { "x-request-id": "r-1" }),
    );
    const error = await clientOf(service, { retry: false })
      .listPurchaseOrders()
      .page()
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(Kind);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      name,
      ...body,
      message: "what the service says: detail",
      status,
      operation: "listPurchaseOrders",
      method: "GET",
      path: "/api/v1/purchase-orders",
      attempt: 1,
      requestId: "r-1",
    });
    expect(await (error as ApiError).response.json()).toEqual(body);
  });

  it("offers the typed openapi-fetch client, with the key and with its middleware", async () => {
    const service = await startService(3);
    const client = clientOf(service);
    const paths: string[] = [];
    client.raw.use({
      async onResponse({ schemaPath, response }) {
        paths.push(`${schemaPath} ${(await response.clone().text()).length > 2}`);
      },
    });
    const { data } = await client.raw.GET("/api/v1/reports", { params: { query: { limit: 2 } } });
    expect(data?.data).toHaveLength(2);
    await client.listPurchaseOrders().toArray();
    await client.createMetadata("inspection", { ...RECORD, items: [...RECORD.items] });
    expect(paths).toEqual([
      "/api/v1/reports true",
      "/api/v1/purchase-orders true",
      "/api/v2/metadata/{namespace} true",
    ]);
    expect(service.created).toEqual([RECORD]);
    expect(service.seen.every(({ key }) => key === "secret-key")).toBe(true);
  });
});
