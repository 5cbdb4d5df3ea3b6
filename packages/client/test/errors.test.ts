import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  ApiError,
  BadRequestError,
  ClientError,
  type ClientEvent,
  InvalidResponseError,
  NetworkError,
  ServerError,
} from "../src/index.js";
import { HOOK_SETS, hookOptions } from "./hooks.js";
import { clientOf } from "./lists.js";
import { type Fault, Service, sendJson, startService } from "./service.js";

const RECORD = { uid: "u", items: [{ key: "k", type: "string" as const, value: "v" }] };
const failed = async (fault: Fault, options = {}) => {
  const service = await startService(5, fault);
  return clientOf(service, { retry: false, ...options })
    .listReports()
    .toArray()
    .then(
      () => expect.fail("it should have failed"),
      (error) => error,
    );
};

describe("the message of an error", () => {
  it.each([
    ["a fragment of HTML", "text/html", "<h1>Bad</h1><p>nginx", "502 Bad Gateway Bad nginx"],
    ["nothing", "application/json", "", "502 Bad Gateway"],
    ["a text", "text/plain", "upstream   connect\n error", "502 Bad Gateway upstream connect error"],
    ["JSON that is not an object", "application/json", '["no"]', '502 Bad Gateway ["no"]'],
    ["JSON without a message", "application/json", '{"detail":"upstream"}', '502 Bad Gateway {"detail":"upstream"}'],
    [
      "JSON whose message is not a string",
      "application/json",
      '{"message":{"toString":1}}',
      '502 Bad Gateway {"message":{"toString":1}}',
    ],
    ["JSON with misleading fields", "application/json", '{"toString":1}', '502 Bad Gateway {"toString":1}'],
    ["truncated JSON", "application/json", '{"errorCode":"Gen', '502 Bad Gateway {"errorCode":"Gen'],
    ["null", "application/json", "null", "502 Bad Gateway null"],
  ])("is useful if the body is %s", async (_, type, body, message) => {
    const error = await failed((__, response) => !!response.writeHead(502, { "content-type": type }).end(body));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ message, errorCode: "Generic", status: 502, operation: "listReports", attempt: 1 });
    expect(await error.response.text()).toBe(body);
  });

  const PAGE = `<!DOCTYPE html><html lang="en"><head>
    <title> Not found ·\nService </title><script>try{var m=localStorage.getItem("mode")}catch{}</script>
    <style>:root{color:red}</style></head><body>No such page</body></html>`;

  it.each([
    [404, PAGE, '404 Not Found: the response from URL is a web page titled "Not found · Service", not JSON; ADVICE'],
    [405, "<html><body>No", "405 Method Not Allowed: the response from URL is a web page, not JSON; ADVICE"],
    // The page of a gateway.
    [502, PAGE, '502 Bad Gateway: the response from URL is a web page titled "Not found · Service", not JSON'],
    [200, PAGE, 'the response from URL is a web page titled "Not found · Service", not JSON; ADVICE'],
  ])("names a web page instead of quoting it, with the status %i", async (status, body, message) => {
    let url = "";
    const error = await failed((request, response, service) => {
      url = service.url + request.path;
      return !!response.writeHead(status, { "content-type": "text/html" }).end(body);
    });
    expect(error.message).toBe(
      message.replace("ADVICE", "the base URL is probably wrong").replace("from URL", `from ${url}`),
    );
    expect(await error.response?.text()).toBe(status === 200 ? undefined : body);
  });

  it("has no waiting time in a log line if the server asks for none", async () => {
    const badRequest = await failed((_, response) => !!sendJson(response, 400, { message: "no" }));
    expect(badRequest.retryAfterMs).toBe(0);
    expect(badRequest.toJSON()).not.toHaveProperty("retryAfterMs");
    const busy = await failed((_, response) => !!sendJson(response, 429, { message: "no" }, { "retry-after": "2" }));
    expect(busy.toJSON()).toMatchObject({ retryAfterMs: 2000 });
  });

  it.each([
    ["a text", "x".repeat(1_000_000)],
    ["a message", JSON.stringify({ message: "x".repeat(1_000_000) })],
  ])("is short if the body is long, %s", async (_, body) => {
    const error = await failed((__, response) => !!response.writeHead(500).end(body));
    expect(error.message.length).toBeLessThan(1100);
    expect(await error.response.text()).toBe(body);
  });

  it("contains the details of a 500, in any format", async () => {
    const body = { message: "Internal server error", errors: { system: ["see the log, under r-1"], other: ["late"] } };
    const error = await failed((_, response) => !!sendJson(response, 500, body));
    expect(error.message).toBe("Internal server error: see the log, under r-1: late");
    for (const errors of ["text", 5, null, { system: [{ toString: 1 }, null] }]) {
      const odd = await failed((_, response) => !!sendJson(response, 500, { message: "no", errors }));
      expect(odd.message).toBe("no");
    }
  });

  it("fits on a screen if the error is not caught, without headers and body", async () => {
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-header-${n}`, "text"]));
    const error = await failed((_, response) => !!sendJson(response, 500, { message: "no" }, headers));
    // The stack is left out, because its length depends on the callers.
    const printed = inspect(error).replace(error.stack, "the stack");
    expect(printed.split("\n").length).toBeLessThanOrEqual(12);
    for (const part of ["the stack", "listReports", "status: 500", "attempt: 1"]) expect(printed).toContain(part);
    expect(printed).not.toContain("x-header");
    expect(error.headers.get("x-header-7")).toBe("text");
    expect(error.toJSON()).not.toHaveProperty("headers");
  });

  it("names the target of a redirect", async () => {
    const error = await failed(
      (_, response) => !!response.writeHead(302, { location: "https://elsewhere.test/" }).end(),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 302, message: "302 Found https://elsewhere.test/" });
  });

  it("describes a 200 whose body is not JSON", async () => {
    const error = await failed((_, response) => !!response.writeHead(200).end("<h1>Sign in</h1>"));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ message: "not JSON: Sign in", status: 200 });
  });

  it.each(["as it is", "through a middleware"])("describes a page without a body, %s", async (way) => {
    const service = await startService(5, (_, response) => !!response.writeHead(204).end());
    const client = clientOf(service, { retry: { attempts: 2, baseDelay: 1 } });
    if (way !== "as it is") client.raw.use({ onRequest: ({ request }) => request });
    for (const run of [() => client.listReports().toArray(), () => client.listReports().page()]) {
      const error = await run().catch((reason) => reason);
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({ message: "data is not an array of records", status: 204, attempt: 2 });
    }
  });

  it.each([
    ["a code that is a number", new DOMException("too late", "TimeoutError"), "too late"],
    [
      "a limit of the runtime",
      Object.assign(new TypeError("fetch failed"), { cause: { code: "UND_ERR_HEADERS_TIMEOUT" } }),
      "UND_ERR_HEADERS_TIMEOUT, a limit of fetch: see timeout",
    ],
    ["a text", "boom", "boom"],
    ["nothing", undefined, "undefined"],
  ])("explains why there is no response if fetch rejects with %s", async (_, reason, message) => {
    let count = 0;
    const fetch = async () => {
      count++;
      throw reason;
    };
    const baseUrl = "https://user-test.example/api";
    const error = await failed(() => false, { baseUrl, fetch, retry: { attempts: 2, baseDelay: 1 } });
    expect(error).toBeInstanceOf(NetworkError);
    expect([error.message, error.cause, count]).toEqual([
      `no response from https://user-test.example: ${message}`,
      reason,
      2,
    ]);
  });

  it("explains why there is no response, with the cause", async () => {
    const service = await startService();
    const client = clientOf(service, { retry: { attempts: 2, baseDelay: 1 } });
    await service.stop();
    const error = await client.createMetadata("analytics", RECORD).catch((reason) => reason);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      message: `no response from ${service.url}: ECONNREFUSED`,
      operation: "createMetadata",
      method: "POST",
      attempt: 2,
    });
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});

describe("the key", () => {
  const KEY = "k3y-that-nobody-must-see";
  /** Returns everything in an error or an event as text, including non-enumerable fields and causes. */
  const everything = (value: unknown, seen = new Set()): string => {
    if (typeof value !== "object" || value === null) return String(value);
    if (seen.has(value)) return "";
    seen.add(value);
    return Reflect.ownKeys(value)
      .map((key) => `${String(key)} ${everything((value as Record<PropertyKey, unknown>)[key], seen)}`)
      .join(" ");
  };

  it.each([
    ["a JSON body", 401, (key: string) => JSON.stringify({ message: `unknown key ${key}`, errors: { system: [key] } })],
    ["a page of HTML", 500, (key: string) => `<p>${key}</p>`],
    ["a 200 that is not a success", 200, (key: string) => `<p>${key}</p>`],
  ])("is redacted in %s that echoes it", async (_, status, body) => {
    const events: ClientEvent[] = [];
    const error = await failed((seen, response) => !!response.writeHead(status).end(body(seen.key ?? "")), {
      apiKey: KEY,
      retry: { attempts: 2, baseDelay: 1 },
      onEvent: (event: ClientEvent) => events.push(event),
    });
    expect(error).toBeInstanceOf(ClientError);
    expect(events.map(({ type }) => type)).toContain("response");
    expect(`${everything(error)} ${error.message} ${error.stack} ${everything(events)}`).not.toContain(KEY);
    if (error instanceof ApiError) expect(await error.response.text()).toContain("[apiKey]");
  });

  it.each([
    ["a key that JSON may escape", 'a/b+c="d\\e', (key: string) => JSON.stringify(key).slice(1, -1)],
    ["escaped slashes", "k3y/nobody==", (key: string) => key.replaceAll("/", "\\/")],
    [
      "characters as Unicode escapes",
      "k3y+nobody==",
      (key: string) => key.replace("+", "\\u002B").replaceAll("=", "\\u003d"),
    ],
  ])("is redacted in another notation: %s", async (_, key, written) => {
    const body = `{"message":"unknown key ${written(key)}"}`;
    const error = await failed((__, response) => !!response.writeHead(401).end(body), { apiKey: key });
    expect(error.message).toBe("unknown key [apiKey]");
    expect(await error.response.text()).toBe('{"message":"unknown key [apiKey]"}');
  });

  it("is redacted in the target of a redirect", async () => {
    const error = await failed(
      ({ key = "" }, response) =>
        !!response.writeHead(302, { location: `/in?a=${key}&b=${encodeURIComponent(key)}` }).end(),
      { apiKey: "k3y/nobody" },
    );
    expect(error.message).toBe("302 Found /in?a=[apiKey]&b=[apiKey]");
  });

  it.each(["k3y\nnobody", "k3y-nobody-订"])("is not quoted if it is not allowed in a header", async (apiKey) => {
    const error = await failed(() => false, { apiKey });
    expect(error).toBeInstanceOf(TypeError);
    expect(`${error.message} ${error.stack} ${everything(error)}`).not.toContain("nobody");
  });

  it("is not sent to the target of a redirect, even on the same origin", async () => {
    const elsewhere = await new Service().start();
    try {
      await failed((_, response) => !!response.writeHead(307, { location: elsewhere.url }).end());
      expect(elsewhere.seen).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  it("is not sent to the target of a redirect that a middleware or a call of raw wants to follow", async () => {
    const elsewhere = await new Service().start();
    try {
      const service = await startService(
        1,
        (_, response) => !!response.writeHead(307, { location: elsewhere.url }).end(),
      );
      const client = clientOf(service);
      const { response } = await client.raw.GET("/api/v1/reports", { redirect: "follow" });
      expect(response.status).toBe(307);
      client.raw.use({ onRequest: ({ request }) => new Request(request.url) });
      await expect(client.listReports().page()).rejects.toMatchObject({ status: 307 });
      expect(elsewhere.seen).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  it("is not visible to a middleware", async () => {
    const service = await startService(1);
    const client = clientOf(service, { apiKey: KEY });
    let text = "";
    client.raw.use({
      onRequest: ({ request }) => {
        text += JSON.stringify([...request.headers]);
      },
      onResponse: ({ request }) => {
        text += JSON.stringify([...request.headers]);
      },
    });
    await client.listReports().toArray();
    expect(text).not.toContain(KEY);
    expect(service.seen[0]?.key).toBe(KEY);
  });

  it.each(["as it is", "through a middleware"])(
    "causes the error of its function if that function fails, %s",
    async (way) => {
      const service = await startService(1);
      // The error of a secret store's client may have a `response` property, too.
      const reason = Object.assign(new Error("vault is sealed"), { response: { status: 503 } });
      const client = clientOf(service, { apiKey: () => Promise.reject(reason) });
      if (way !== "as it is") client.raw.use({ onRequest: ({ request }) => request });
      await expect(client.listReports().page()).rejects.toBe(reason);
    },
  );
});

describe("client.raw", () => {
  it.each(HOOK_SETS)("returns an error status, after the same attempts, with $name", async ({ hooks }) => {
    const service = await startService(1, (_, response) => !!sendJson(response, 503, { message: "busy" }));
    const { error, response } = await clientOf(service, hookOptions(hooks)).raw.GET("/api/v1/reports");
    expect(error).toEqual({ message: "busy" });
    expect(response.status).toBe(503);
    expect(service.seen).toHaveLength(5);
  });

  it("can read a body as a stream", async () => {
    const service = await startService(1);
    const { data } = await clientOf(service).raw.GET("/api/v1/reports", { parseAs: "stream" });
    expect(JSON.parse(await new Response(data).text()).count).toBe(1);
  });

  it("sends every body byte for byte, and none with a HEAD", async () => {
    const service = await startService(0, (_, response) => !!sendJson(response, 200, {}));
    const { raw } = clientOf(service);
    const bytes = new Uint8Array([0, 255, 128, 10]);
    await raw.POST("/api/v2/metadata/{namespace}", {
      params: { path: { namespace: "inspection" } },
      body: bytes as never,
      bodySerializer: (body) => body as never,
    });
    await raw.request("head", "/api/v1/reports" as never);
    expect(service.seen.map(({ method, bytes: { length } }) => [method, length])).toEqual([
      ["POST", 4],
      ["HEAD", 0],
    ]);
    expect(service.seen[0]?.bytes).toEqual(Buffer.from(bytes));
  });

  it("throws the error for the response that a middleware returns", async () => {
    const client = clientOf(await startService(1));
    client.raw.use({ onRequest: () => Response.json({ message: "not on a Sunday" }, { status: 400 }) });
    const error = await client
      .listReports()
      .page()
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ message: "not on a Sunday", operation: "listReports", status: 400 });
  });

  it("shows every status to a middleware", async () => {
    const client = clientOf(await startService(1, (_, response) => !!response.writeHead(304).end()));
    client.raw.use({ onResponse: ({ response }) => void response.clone() });
    await expect(client.listReports().page()).rejects.toMatchObject({ name: "ApiError", status: 304 });
  });

  it("rejects with the reason of its signal, even if that reason has a response", async () => {
    const stop = new AbortController();
    const reason = Object.assign(new Error("enough"), { response: new Response() });
    const service = await startService(1, () => {
      stop.abort(reason);
      return true;
    });
    await expect(clientOf(service).raw.GET("/api/v1/reports", { signal: stop.signal })).rejects.toBe(reason);
  });

  it("accepts a middleware that responds without a request", async () => {
    const service = await startService(1);
    const client = clientOf(service);
    const page = { data: [{ uid: "cached" }], limit: 100, offset: 0, total: 1 };
    client.raw.use({ onRequest: () => Response.json(page) });
    expect(await client.listPurchaseOrders().toArray()).toEqual(page.data);
    expect(service.seen).toEqual([]);
  });
});

it.each(["metadata", "http://service.test/?tenant=1", "http://service.test/#top", "http://erp:pa55word@service.test"])(
  "an invalid base URL is rejected at once: %s",
  (url) => {
    expect(() => clientOf({ url } as Service)).toThrow(TypeError);
    expect(() => clientOf({ url } as Service)).not.toThrow("pa55word");
  },
);
