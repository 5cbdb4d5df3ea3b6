import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createUnreadLimit } from "../src/http/unread-limit.js";

const SIZE = 20_000_000;
const limit = createUnreadLimit(SIZE / 2);
const closed: string[] = [];
const server = createServer((request, response) => {
  request.socket.once("close", () => closed.push(request.url ?? ""));
  response.end("x".repeat(SIZE));
  limit.watch(response);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a client that reads gets all of a response, however large it is", async () => {
  for (const name of [1, 2, 3])
    expect((await (await fetch(`http://127.0.0.1:${port}/${name}`)).text()).length).toBe(SIZE);
  expect(closed).toEqual([]);
});

test("the first of those that read nothing are closed", async () => {
  for (const name of ["a", "b", "c", "d"]) {
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {});
    const served = once(server, "request");
    socket.write(`GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await served;
  }
  await expect.poll(() => closed).toContain("/a");
  expect(closed).not.toContain("/d");
});
