import { connect, type Socket } from "node:net";
import { rawRequest } from "@metadata-service/test-kit/hostile/raw-http";
import { afterEach, describe, expect, it } from "vitest";
import { testMock } from "../helpers.js";

// The attacker sends requests but does not read the responses. Unsent responses must not fill the memory.

const mock = await testMock();
const port = Number(new URL(mock.url).port);

interface Reader {
  readonly socket: Socket;
  closed: boolean;
}

const readers: Reader[] = [];
afterEach(() => {
  for (const { socket } of readers.splice(0)) socket.destroy();
});

/** Sends a request several times at once, and does not read the responses. */
async function unread(target: string, times = 1): Promise<Reader> {
  const socket = connect(port, "127.0.0.1");
  const reader: Reader = { socket, closed: false };
  readers.push(reader);
  socket.on("error", () => {});
  socket.on("close", () => {
    reader.closed = true;
  });
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.pause();
  socket.write(Buffer.concat(Array(times).fill(rawRequest({ target, headers: { Connection: "keep-alive" } }))));
  return reader;
}

/**
 * Resumes reading on all connections, because a client only notices a closed connection when it reads; returns the
 * number of closed ones.
 */
const closed = () => {
  for (const { socket } of readers) socket.resume();
  return readers.filter((reader) => reader.closed).length;
};

describe("a slow reader", () => {
  it("of an event stream loses it, and a client that reads keeps its own", async () => {
    const response = await fetch(`${mock.url}/__mock/events`);
    const stream = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let events = 0;
    const reading = (async () => {
      for (let part = await stream.read(); !part.done; part = await stream.read())
        events += decoder.decode(part.value, { stream: true }).split("\n\n").length - 1;
    })();
    for (let n = 0; n < 14; n++) await unread("/__mock/events");
    // The kernel buffers several MB per connection, so that there have to be many long events.
    const url = `${mock.url}/api/v1/nothing?${"x".repeat(8000)}`;
    for (let sent = 0; sent < 5000; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => fetch(url).then((reply) => reply.arrayBuffer())));
    await expect.poll(closed).toBeGreaterThan(0);
    await expect.poll(() => events).toBeGreaterThan(3000);
    await stream.cancel();
    await reading;
  });

  it("cannot keep any number of event streams open: the oldest is closed", async () => {
    const streams = [];
    for (let n = 0; n < 17; n++) streams.push((await fetch(`${mock.url}/__mock/events`)).body?.getReader());
    const [first, second] = streams;
    const texts: string[] = [];
    for (;;) {
      const { done, value } = (await first?.read()) ?? { done: true };
      if (done) break;
      texts.push(new TextDecoder().decode(value));
    }
    expect(texts.join("")).toBe(": the last requests are at requests\n\n");
    await second?.read();
    const next = second?.read();
    await mock.call("/api/v1/reports?limit=1");
    expect(new TextDecoder().decode((await next)?.value)).toContain("limit=1");
    await Promise.all(streams.slice(1).map((stream) => stream?.cancel()));
  });

  it("of long responses loses its connection, and others are served", async () => {
    // The log has grown to 2 MB, and each connection requests it 40 times.
    for (let n = 0; n < 4; n++) await unread("/__mock/requests", 40);
    await expect.poll(closed).toBe(4);
    expect((await mock.call("/api/v1/reports")).status).toBe(200);
  });

  it("that never stops sending requests loses its connection, and others are served", async () => {
    await unread("/api/v1/reports?limit=50", 2000);
    await expect.poll(closed).toBe(1);
    expect((await mock.call("/api/v1/reports")).status).toBe(200);
  });
});
