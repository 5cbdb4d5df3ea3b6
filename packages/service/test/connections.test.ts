import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { callerAddresses } from "../src/connections/caller-address.js";
import { connectionLimits } from "../src/connections/connection-limits.js";
import { oneAtATime } from "../src/connections/one-at-a-time.js";
import { paced } from "../src/connections/paced.js";
import { createRefusalLog } from "../src/http/refusal-log.js";
import { createFailureLimiter } from "../src/limits/failure-limiter.js";
import { createLogger } from "../src/logger.js";
import { getBytes, openWire } from "./support/wire.js";

it("limits connections to half of the file descriptors and at most 10,000, and each address to half of that and at most 1,000", () => {
  expect(connectionLimits({}, 1_000_000)).toEqual({ total: 10_000, perAddress: 1_000, perKey: 500 });
  expect(connectionLimits({}, 1_024)).toEqual({ total: 512, perAddress: 256, perKey: 128 });
  expect(connectionLimits({}, 100)).toEqual({ total: 50, perAddress: 25, perKey: 13 });
  expect(connectionLimits({}, Number.POSITIVE_INFINITY)).toEqual({ total: 10_000, perAddress: 1_000, perKey: 500 });
  expect(connectionLimits({ maxConnections: 20_000, maxConnectionsPerAddress: 20_000 }, 1_000_000)).toEqual({
    total: 20_000,
    perAddress: 20_000,
    perKey: 10_000,
  });
  expect(() => connectionLimits({ maxConnections: 600 }, 1_024)).toThrow(
    "may open 1024 files, which is enough for 512",
  );
});

it("trusts X-Forwarded-For only from trusted proxies, and only the part that they added", () => {
  const of = (proxies: string[], remoteAddress: string, forwarded?: string) =>
    callerAddresses(proxies).ofRequest({
      socket: { remoteAddress } as Socket,
      headers: { "x-forwarded-for": forwarded },
    });
  expect(of([], "192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
  expect(of(["192.0.2.1"], "::ffff:192.0.2.1", "forged, 198.51.100.7, 203.0.113.9")).toBe("203.0.113.9");
  expect(of(["192.0.2.0/24"], "192.0.2.1", "198.51.100.7, 203.0.113.9, 192.0.2.77")).toBe("203.0.113.9");
  expect(of(["192.0.2.1"], "192.0.2.1", "nonsense")).toBe("192.0.2.1");
  expect(of(["192.0.2.1"], "192.0.2.1")).toBe("192.0.2.1");
  expect(of([], "2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(of([], "2001:db8::6")).toBe("2001:db8:0:0::/64");
  expect(of(["2001:db8::/32"], "2001:db8::6", "2001:4:1::9")).toBe("2001:4:1:0::/64");
  expect(callerAddresses(["192.0.2.1"]).ofConnection({ remoteAddress: "192.0.2.1" } as Socket)).toBeUndefined();
});

it("limits the failures of each address, and forgets the oldest address if there are many", () => {
  let now = 0;
  const { failed } = createFailureLimiter(60, () => now);
  for (let n = 0; n < 60; n++) expect(failed("a")).toBe(0);
  expect([failed("a"), failed("b")]).toEqual([1, 0]);
  now = 1_000;
  expect([failed("a"), failed("a")]).toEqual([0, 1]);
  for (let n = 0; n < 10_000; n++) failed(`other ${n}`);
  expect(failed("a")).toBe(0);
});

it("handles one request per interval on the private port, and skips callers who have disconnected", () => {
  const handled: string[] = [];
  const waits: (() => void)[] = [];
  const listen = paced(
    ({ url = "" }) => handled.push(url),
    (next) => waits.push(next),
  );
  const send = (url: string) => {
    const response = new EventEmitter();
    listen({ url } as IncomingMessage, response as ServerResponse as never);
    return response;
  };
  const [, , third] = ["a", "b", "c", "d"].map(send);
  expect(handled).toEqual(["a"]);
  third?.emit("close");
  waits.shift()?.();
  expect(handled).toEqual(["a", "b"]);
  waits.shift()?.();
  waits.shift()?.();
  expect(handled).toEqual(["a", "b", "d"]);
  expect(waits).toEqual([]);
  send("e");
  expect(handled.at(-1)).toBe("e");
});

it("logs the first rejected request, and one line with the number of further ones", () => {
  const lines: string[] = [];
  const refusals = createRefusalLog(createLogger("info", { write: (line) => void lines.push(line) }));
  for (let n = 0; n <= 1_000; n++) refusals.count("401", { n });
  refusals.count("no room", { n: 1_001 });
  expect(lines).toHaveLength(1);
  refusals.flush();
  refusals.flush();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { refused: { "401": 1 }, last: { n: 0 } },
    { refused: { "401": 1_000, "no room": 1 }, last: { n: 1_001 } },
  ]);
});

/** Starts a server that responds when the test says so. */
async function startHolding() {
  const held: ServerResponse[] = [];
  const paths: string[] = [];
  const sockets: Socket[] = [];
  let parsed = 0;
  const server = createServer(
    oneAtATime((request, response) => {
      paths.push(request.url ?? "");
      held.push(response);
    }),
  );
  server.on("connection", (socket) => void sockets.push(socket));
  server.on("request", () => void parsed++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    held,
    paths,
    sockets,
    answer: () => held.shift()?.end("ok"),
    parsed: () => parsed,
  };
}

it("handles one request per connection at a time, pauses reading from the connection, and serves other connections in between", async () => {
  const { url, held, paths, sockets, answer } = await startHolding();
  const names = Array.from({ length: 50 }, (_, n) => `/many/${n}`);
  const many = await openWire(url);
  many.socket.write(names.map((name) => getBytes(name, {})).join(""));
  await expect.poll(() => held.length).toBe(1);
  await expect.poll(() => sockets[0]?.isPaused()).toBe(true);
  const lone = await openWire(url);
  lone.socket.write(getBytes("/lone", {}));
  await expect.poll(() => paths).toEqual(["/many/0", "/lone"]);
  for (let n = 0; n <= names.length; n++) {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    answer();
  }
  await expect.poll(() => many.statuses().length).toBe(50);
  expect(lone.statuses()).toEqual([200]);
  expect(paths).toEqual(["/many/0", "/lone", ...names.slice(1)]);
  expect(sockets[0]?.isPaused()).toBe(false);
  many.socket.write(getBytes("/later", {}));
  await expect.poll(() => held.length).toBe(1);
  answer();
  await expect.poll(() => many.statuses().length).toBe(51);
  many.socket.destroy();
  lone.socket.destroy();
});

it("reads the bodies of pipelined requests, and starts the next one after each response", async () => {
  const { url, held, paths, answer } = await startHolding();
  const wire = await openWire(url);
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n`;
  wire.socket.write(`${post("/a")}aaaaa${post("/b")}bbbbb${post("/c")}cc`);
  for (const path of ["/a", "/b", "/c"]) {
    await expect.poll(() => paths.at(-1)).toBe(path);
    const body: string[] = [];
    const [response] = held;
    if (path === "/c") wire.socket.write("ccc");
    for await (const chunk of response?.req ?? []) body.push(String(chunk));
    expect(body.join("")).toBe(path.slice(1).repeat(5));
    answer();
  }
  await expect.poll(() => wire.statuses()).toEqual([200, 200, 200]);
  wire.socket.destroy();
});

it("closes a connection with too many waiting requests, and neither handles nor parses the rest", async () => {
  const { url, paths, parsed } = await startHolding();
  const wire = await openWire(url);
  wire.socket.write(getBytes("/", {}).repeat(2_000));
  await wire.closed;
  expect(paths.length).toBeLessThanOrEqual(1);
  // One in progress, 100 that wait, and the one too many.
  expect(parsed()).toBeLessThanOrEqual(102);
});
