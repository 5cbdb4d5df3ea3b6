/** Tests the client with hostile servers and arguments. */
import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ApiError, type ClientEvent, InvalidResponseError, ServerError } from "../src/index.js";
import { clientOf } from "./lists.js";
import { type Fault, startService } from "./service.js";

const MIB = 2 ** 20;
const KEY = "k3y-that-nobody-must-see";
const RECORD = { uid: "u", items: [{ key: "k", type: "string" as const, value: "v" }] };
const json = { "content-type": "application/json" };
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("it should have failed"),
    (error) => error,
  );

describe("a body that is too large", () => {
  /** A decompression bomb: 200 MiB of spaces in 200 KB, without any JSON at the end. */
  const bomb = gzipSync(Buffer.alloc(200 * MIB, " "));

  it("is cancelled during decompression, and not fetched again", async () => {
    const service = await startService(
      1,
      (_, response) => !!response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb),
    );
    const error = await failure(clientOf(service).listReports().page());
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      message: "the body has more than 67108864 bytes",
      reason: "too-large",
      status: 200,
      attempt: 1,
      operation: "listReports",
    });
    expect(service.seen).toHaveLength(1);
  });

  it.each([
    [200, "InvalidResponseError", "the body has more than 3145728 bytes"],
    [404, "NotFoundError", `404 Not Found ${"[".repeat(200)}`],
  ])("is cancelled if it never ends, with the status %i", async (status, name, message) => {
    const closed: Promise<unknown>[] = [];
    const endless: Fault = (_, response) => {
      closed.push(new Promise((resolve) => response.once("close", resolve)));
      response.writeHead(status, json);
      const chunk = Buffer.alloc(65_536, "[");
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", pour);
      pour();
      return true;
    };
    const service = await startService(1, endless);
    const error = await failure(
      clientOf(service, { maxResponseBytes: 3 * MIB })
        .listReports()
        .page(),
    );
    expect(error).toMatchObject({ name, message, status });
    if (status === 404) expect((await error.response.text()).length).toBe(MIB);
    // The connection is closed.
    await Promise.all(closed);
  });

  it("is rejected by client.raw, too", async () => {
    const service = await startService(
      1,
      (_, response) => !!response.writeHead(200, json).end(Buffer.alloc(2000, " ")),
    );
    const error = await failure(clientOf(service, { maxResponseBytes: 1000 }).raw.GET("/api/v1/reports"));
    expect(error).toMatchObject({ name: "InvalidResponseError", reason: "too-large" });
  });

  it("is accepted at exactly the limit", async () => {
    const body = JSON.stringify({ count: 0, next: null, previous: null, data: [] }).padEnd(1000, " ");
    const service = await startService(1, (_, response) => !!response.writeHead(200, json).end(body));
    expect(await clientOf(service, { maxResponseBytes: 1000 }).listReports().page()).toMatchObject({ count: 0 });
  });
});

describe("an error status whose body does not arrive as a whole", () => {
  const page = `<h1>Bad Gateway</h1>${"x".repeat(3 * MIB)}`;
  const partial = (status: number) => (response: ServerResponse) =>
    response.writeHead(status, { ...json, "content-length": 1000 }).write('{"mess', () => response.destroy());

  it.each([
    [
      "too large",
      502,
      (response: ServerResponse) => response.writeHead(502).end(page),
      MIB,
      "502 Bad Gateway Bad Gateway xxx",
    ],
    [
      "too large, in one piece",
      400,
      (response: ServerResponse) => response.writeHead(400).end(page),
      MIB,
      "400 Bad Request Bad",
    ],
    ["cut off", 503, partial(503), 6, '503 Service Unavailable {"mess'],
    ["cut off", 401, partial(401), 6, '401 Unauthorized {"mess'],
    [
      "not in the encoding that it names",
      404,
      (response: ServerResponse) => response.writeHead(404, { "content-encoding": "gzip" }).end("no"),
      0,
      "404 Not Found",
    ],
  ] as const)("is the error of the status: %s, %i", async (_, status, answer, length, message) => {
    const service = await startService(1, (__, response) => !!answer(response));
    const client = clientOf(service, { retry: false });
    const calls = [
      () => client.listReports().page(),
      () => client.listReports().toArray(),
      () => client.createMetadata("inspection", RECORD),
    ];
    for (const call of calls) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(ApiError);
      expect(error.status).toBe(status);
      expect(error.message.slice(0, message.length)).toBe(message);
      expect((await error.response.text()).length).toBe(length);
    }
    const { response } = await client.raw.GET("/api/v1/reports");
    expect([response.status, (await response.text()).length]).toEqual([status, length]);
  });

  it("is the error of the status if the body never ends, once the time is up", async () => {
    const service = await startService(1, (_, response) => !!response.writeHead(401).write("no"));
    const error = await failure(clientOf(service, { timeout: 50 }).listReports().page());
    expect(error).toMatchObject({ name: "UnauthorizedError", status: 401, message: "401 Unauthorized no", attempt: 1 });
  });

  it("keeps its Retry-After", async () => {
    const service = await startService(1, ({ number }, response) => {
      if (number > 1) return false;
      response.writeHead(429, { "content-length": 9, "retry-after": "0.05" }).write("{", () => response.destroy());
      return true;
    });
    const delays: number[] = [];
    const client = clientOf(service, {
      onEvent: (event) => void (event.type === "throttle" && delays.push(event.delay)),
    });
    expect(await client.createMetadata("inspection", RECORD)).toMatchObject({ data: RECORD });
    expect(delays).toEqual([50]);
  });
});

describe("a body that is slow to search", () => {
  it.each([
    ["open tags", "< "],
    ["white space", " \t"],
    ["angle brackets", "<"],
    ["the start of the key", KEY.slice(0, -1)],
  ])("results in a short message: %s", async (_, piece) => {
    for (const status of [200, 502]) {
      const body = piece.repeat(Math.floor(1_000_000 / piece.length));
      const service = await startService(1, (_, response) => !!response.writeHead(status).end(body));
      const error = await failure(clientOf(service, { apiKey: KEY, retry: false }).listReports().page());
      expect(error.message.length).toBeLessThan(300);
    }
  });
});

describe("the key that a server echoes", () => {
  it.each([200, 500])(
    "is not in the output of an error, neither in headers nor in the reason, with the status %i",
    async (status) => {
      const events: ClientEvent[] = [];
      const service = await startService(1, ({ key = "" }, response) => {
        response.writeHead(status, `no ${key}`, { "x-request-id": key, "x-echo": `a ${encodeURIComponent(key)} b` });
        return !!response.end(`<p>${key}</p>`);
      });
      const client = clientOf(service, { apiKey: KEY, retry: false, onEvent: (event) => events.push(event) });
      const error = await failure(client.listReports().page());
      const shown = [
        inspect(error, { depth: 9, showHidden: true }),
        inspect(events, { depth: 9 }),
        JSON.stringify(error),
      ];
      for (const text of shown) expect(text).not.toContain(KEY);
      expect(error.headers.get("x-echo")).toBe("a [apiKey] b");
      expect(error.requestId).toBe("[apiKey]");
    },
  );

  it.each([
    [
      "the quotation in the message of a parser",
      /^NetworkError$/,
      (key: string) => `HTTP/1.1 200 OK\r\n\x01${key}\r\n\r\n`,
    ],
    // Some versions of Node reject a name with a space, others return it.
    [
      "the name of a header",
      /^(InvalidResponse|Network)Error$/,
      (key: string) => `HTTP/1.1 200 OK\r\nx ${key}: y\r\n\r\n<p>`,
    ],
    ["the name of a header of an error", /^ServerError$/, (key: string) => `HTTP/1.1 500 No\r\n${key}: y\r\n\r\n`],
    ["a reason with control characters", /^ServerError$/, (key: string) => `HTTP/1.1 500 \x01${key}\r\n\r\n`],
  ])("is not in %s either", async (_, name, response) => {
    const service = await startService(1, ({ key = "" }, { socket }) => {
      const bytes = response(key);
      return !!socket?.end(bytes);
    });
    const error = await failure(clientOf(service, { apiKey: KEY, retry: false }).listReports().page());
    expect(error.name).toMatch(name);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  it("does not remove the other fields from an error in JSON", async () => {
    const service = await startService(
      1,
      (_, response) => !!response.writeHead(503, { ...json, "x-request-id": "r-1" }).end('{"message":"busy"}'),
    );
    const error = await failure(clientOf(service, { retry: false }).listReports().page());
    expect(error).toBeInstanceOf(ServerError);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "ServerError",
      message: "busy",
      operation: "listReports",
      method: "GET",
      path: "/api/v1/reports",
      attempt: 1,
      status: 503,
      requestId: "r-1",
      errorCode: "Generic",
    });
  });
});

describe("a request", () => {
  it.each(["..", ".", ""])("is not sent if an argument would lead to another path: %o", async (namespace) => {
    const service = await startService();
    const client = clientOf(service);
    const error = await failure(client.createMetadata(namespace as "inspection", RECORD));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(`namespace must not be ${JSON.stringify(namespace)}: it would lead to another path`);
    const params = { path: { namespace: namespace as "inspection" } };
    await failure(client.raw.POST("/api/v2/metadata/{namespace}", { params, body: RECORD }));
    expect(service.seen).toEqual([]);
  });

  it("encodes names as well as values", async () => {
    const service = await startService(3);
    await clientOf(service)
      .listReports({ "limit=1&offset": "2#" } as never)
      .page();
    expect(service.seen[0]?.url).toBe("/api/v1/reports?limit%3D1%26offset=2%23");
  });

  it("never sends the key to another origin, even if a middleware or a call of raw tries to", async () => {
    const [service, elsewhere] = [await startService(1), await startService(1)];
    const client = clientOf(service);
    await failure(client.raw.GET("/api/v1/reports", { baseUrl: elsewhere.url }));
    client.raw.use({
      onRequest: ({ request }) => new Request(request.url.replace(service.url, elsewhere.url), request),
    });
    expect(await failure(client.listReports().page())).toBeInstanceOf(TypeError);
    expect([...service.seen, ...elsewhere.seen]).toEqual([]);
  });
});
