/** Tests what all methods have in common: call options, access to the HTTP response, and batches. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { TimeoutError } from "../src/index.js";
import { DEFAULTS } from "../src/options.js";
import { HOOK_SETS, hookOptions } from "./hooks.js";
import { clientOf, LISTS, SHAPES, uids } from "./lists.js";
import { gate, sendJson, startService } from "./service.js";

const RECORD = { uid: "u", items: [{ key: "k", type: "string" as const, value: "v" }] };

describe("the options of a call", () => {
  it("replace the headers of the client, but not the key", async () => {
    const service = await startService(120);
    const client = clientOf(service, { headers: { "user-agent": "erp", "x-a": "client" } });
    const headers = { "x-a": "call", "x-b": "call", apikey: "another" };
    await client.createMetadata("inspection", RECORD, { headers });
    await client.listReports({}, { headers }).toArray();
    for await (const _ of client.syncReports({ headers }));
    expect(service.seen.length).toBeGreaterThan(4);
    for (const seen of service.seen) {
      expect(seen.headers).toMatchObject({ "user-agent": "erp", "x-a": "call", "x-b": "call" });
      expect(seen.key).toBe("secret-key");
    }
  });

  it.each(HOOK_SETS)("set the number of attempts, with $name", async ({ hooks }) => {
    const service = await startService(1, (_, response) => !!sendJson(response, 500, {}));
    const client = clientOf(service, { ...hookOptions(hooks), retry: { attempts: 4, baseDelay: 1 } });
    const count = async (run: () => Promise<unknown>) => {
      const before = service.seen.length;
      await run().catch(() => {});
      return service.seen.length - before;
    };
    expect(await count(() => client.listReports().page())).toBe(4);
    expect(await count(() => client.listReports({}, { retry: false }).toArray())).toBe(1);
    expect(await count(() => client.listReports({}, { retry: { attempts: 2 } }).page())).toBe(2);
    expect(await count(() => client.createMetadata("inspection", RECORD))).toBe(1);
    expect(await count(() => client.createMetadata("inspection", RECORD, { retry: { repeatCreates: true } }))).toBe(4);
  });

  it("send JSON that is passed as bytes as it is, in every attempt", async () => {
    const service = await startService(1, ({ number }, response) =>
      number < 3 ? !!sendJson(response, 503, {}) : undefined,
    );
    const text = ' {"uid": "\\u00e9\u2028", "n": 1.50, "n": 12345678901234567890}\r';
    const options = { retry: { repeatCreates: true, baseDelay: 1 } };
    const bytes = new TextEncoder().encode(`x${text}`).subarray(1);
    const { createMetadata } = clientOf(service) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    await createMetadata?.("inspection", bytes, options);
    expect(service.seen.map(({ body }) => body)).toEqual([text, text, text]);
    expect(service.seen[2]?.headers).toMatchObject({ "content-type": "application/json" });
  });

  it.each(HOOK_SETS)("set the timeout of an attempt, with $name", async ({ hooks }) => {
    const service = await startService(1, () => true);
    const client = clientOf(service, { ...hookOptions(hooks), retry: false });
    const error = await client.createMetadata("inspection", RECORD, { timeout: 20 }).catch((reason) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toBe(`no complete response from ${service.url} within 20 ms`);
  });
});

describe("withResponse", () => {
  it("resolves to the data, the response and its request ID", async () => {
    const service = await startService(3, (_, response) => void response.setHeader("x-request-id", "r-1"));
    const client = clientOf(service);
    const created = await client.createMetadata("inspection", RECORD).withResponse();
    expect(created.data.data.uid).toBe("u");
    expect([created.response.status, created.requestId]).toEqual([201, "r-1"]);
    expect(created.response.url).toBe(`${service.url}/api/v2/metadata/inspection`);
    const { data, response } = await client.listReports().page().withResponse();
    for (const body of [await response.json(), await response.clone().json(), JSON.parse(await response.text())])
      expect(body).toEqual(data);
  });

  it("causes a single rejection, whichever promise is awaited", async () => {
    const service = await startService(1, (_, response) => !!sendJson(response, 400, { message: "no" }));
    const client = clientOf(service);
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    await expect(client.createMetadata("inspection", RECORD)).rejects.toThrow("no");
    await expect(client.createMetadata("inspection", RECORD).withResponse()).rejects.toThrow("no");
    await new Promise(setImmediate);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

describe.each(SHAPES)("batches of a %s list", (shape) => {
  it("contain every record once, in order", async () => {
    const service = await startService(321);
    const batches = [];
    for await (const batch of LISTS[shape](clientOf(service), { limit: 50 }).batches()) batches.push(batch);
    expect(uids(batches.flat())).toEqual(uids(service.rows));
    expect(batches).toHaveLength(7);
  });
});

describe("client.raw", () => {
  it("is available synchronously, and so is its middleware", async () => {
    const service = await startService(3);
    const client = clientOf(service);
    const seen: string[] = [];
    const middleware = { onRequest: ({ schemaPath }: { schemaPath: string }) => void seen.push(schemaPath) };
    expect(client.raw.use(middleware)).toBeUndefined();
    await client.listReports().page();
    client.raw.eject(middleware);
    await client.listReports().page();
    expect(seen).toEqual(["/api/v1/reports"]);
  });

  it("shows each request and the final response to a middleware once, whatever the status and the number of attempts", async () => {
    const service = await startService(1, ({ number }, response) => number < 3 && !!sendJson(response, 503, {}));
    const client = clientOf(service);
    const seen: unknown[] = [];
    client.raw.use({
      onRequest: ({ request }) => void seen.push(request.method),
      onResponse: ({ response }) => void seen.push(response.status),
    });
    await client.listReports().page();
    expect(service.seen).toHaveLength(3);
    await client.listReports({}, { retry: { attempts: 1 } }).page();
    service.fault = (_, response) => !!sendJson(response, 404, {});
    await client.createMetadata("inspection", RECORD).catch(() => {});
    expect(seen).toEqual(["GET", 200, "GET", 200, "POST", 404]);
  });

  it("validates a response once, after the middleware", async () => {
    const service = await startService(2);
    let count = 0;
    const client = clientOf(service, { validate: () => void count++ });
    client.raw.use({
      async onResponse({ response }) {
        return Response.json({ ...(await response.json()), next: null, count: 7 }, response);
      },
    });
    const { data, response } = await client.listReports().page().withResponse();
    expect([data.count, count, response.status]).toEqual([7, 1, 200]);
  });

  it("calls the given fetch with arguments of the same types as the methods do", async () => {
    const service = await startService(1);
    const calls: unknown[][] = [];
    const client = clientOf(service, {
      fetch: (...args) => {
        calls.push(args.map((each) => (typeof each === "string" ? "URL" : Object.keys(each).sort().join())));
        return fetch(...args);
      },
    });
    await client.listReports().page();
    await client.raw.GET("/api/v1/reports");
    await client.createMetadata("inspection", RECORD);
    expect(calls[0]?.[0]).toBe("URL");
    expect(calls[1]).toEqual(calls[0]);
    expect(calls[2]).toEqual(calls[0]);
  });

  it("passes the options of a call on to fetch", async () => {
    const inits: RequestInit[] = [];
    const client = clientOf({ url: "http://service.test" } as never, {
      fetch: async (_, init) => {
        inits.push(init);
        return Response.json({ count: 0, next: null, previous: null, data: [] });
      },
    });
    await client.raw.GET("/api/v1/reports", {
      credentials: "include",
      cache: "no-store",
      next: { revalidate: 5 },
    } as never);
    expect(inits[0]).toMatchObject({
      credentials: "include",
      cache: "no-store",
      next: { revalidate: 5 },
      redirect: "manual",
    });
  });

  it("is cancelled by its signal", async () => {
    const held = gate();
    const service = await startService(1, () => held.opened as Promise<never>);
    const stop = new AbortController();
    const pulled = clientOf(service).raw.GET("/api/v1/reports", { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(pulled).rejects.toThrow("enough");
    held.open();
  });
});

it("the doc comments state every default correctly", async () => {
  const text = await readFile(new URL("../src/options.ts", import.meta.url), "utf8");
  const documented = [
    ...text.matchAll(/@default (\S+)\n\s+\*\/\n\s+(\w+)\?:/g),
    ...text.matchAll(/@default (\S+)\n[^/]*\*\/\n\s+(\w+)\?:/g),
  ];
  const found = Object.fromEntries(documented.map(([, value = "", name = ""]) => [name, value.replaceAll('"', "")]));
  const { retry, maxErrorBytes, maxWalks, ...rest } = DEFAULTS;
  for (const [name, value] of Object.entries({ ...rest, ...retry }))
    expect([name, found[name]]).toEqual([name, `${value}`]);
  expect(text).toContain(`after ${maxWalks} tries`);
  expect(text).toContain(`only the first ${maxErrorBytes / 2 ** 20} MiB`);
});
