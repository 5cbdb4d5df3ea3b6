// About this API: the times of its records.
/** A slow machine, at either end, does not lead to failures. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { httpTarget, runContract, type Target } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const document = bundle();
const stops: (() => void)[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function targetAt(answer: RequestListener, timeout?: number): Promise<Target> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = httpTarget({ baseUrl, apiKey: "k", timeout });
  stops.push(() => {
    void target.close?.();
    server.close();
    server.closeAllConnections();
  });
  return target;
}

const request = { method: "GET", path: "/", headers: {} };

describe("a server over HTTP", () => {
  it("may close all idle connections; the next request uses a new one", async () => {
    const used = new Set<Socket>();
    const target = await targetAt(({ socket }, response) => {
      if (used.has(socket)) socket.destroy();
      used.add(socket);
      response.end("here");
    });
    const atOnce = await Promise.all([1, 2, 3].map(() => target.send(request)));
    expect(atOnce.map(({ body }) => body)).toEqual(["here", "here", "here"]);
    expect(used.size).toBe(3);
    expect((await target.send(request)).body).toBe("here");
    expect(used.size).toBe(4);
  });

  it("that also resets new connections makes the request fail", async () => {
    const target = await targetAt(({ socket }) => socket.destroy());
    await expect(target.send(request)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  describe("that closes the connection while a large body is being sent", () => {
    const large = { method: "POST", path: "/", headers: {}, body: "a".repeat(30_000_000) };
    const asked = async (answer: RequestListener) => {
      const requests: string[] = [];
      const target = await targetAt(({ socket }) => {
        requests.push("with its body");
        socket.resetAndDestroy();
      });
      servers.at(-1)?.on("checkContinue", (request, response) => {
        requests.push("with an expectation");
        answer(request, response);
      });
      return { requests, response: target.send(large) };
    };

    it("is asked before the body is sent, and may reject it", async () => {
      const { requests, response } = await asked((_, response) => response.writeHead(413).end("too large"));
      expect(await response).toMatchObject({ status: 413, body: "too large" });
      expect(requests).toEqual(["with its body", "with an expectation"]);
    });

    it("and reads it when asked, gets it once", async () => {
      let bytes = 0;
      const { response } = await asked((request, response) => {
        response.writeContinue();
        request.on("data", (chunk: Buffer) => (bytes += chunk.length)).on("end", () => response.end("read"));
      });
      expect((await response).body).toBe("read");
      expect(bytes).toBe(large.body.length);
    });

    it("and asks only after it has the body, gets it once", async () => {
      const { response } = await asked((request, response) => {
        request.once("data", () => response.writeContinue());
        request.on("end", () => response.end("read")).resume();
      });
      expect((await response).body).toBe("read");
    });

    it("and also when asked makes the request fail", async () => {
      const { requests, response } = await asked(({ socket }) => socket.resetAndDestroy());
      await expect(response).rejects.toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) });
      expect(requests).toHaveLength(2);
    });
  });

  it("gets its full time even if this process got no CPU time for longer than that", async () => {
    const target = await targetAt((_, response) => response.end("here"), 200);
    const response = target.send(request);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect((await response).body).toBe("here");
  });

  it("that does not respond in time makes the request fail", async () => {
    const target = await targetAt(() => {}, 200);
    await expect(target.send(request)).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("createdDate, if the `Date` of the response is 8 s ahead of it", () => {
  const only = /stamps: createdDate is the time of the response/;
  /** A server that sets the timestamp of a record, and sends the response after a delay. */
  const late = (took: number): Target => {
    const inner = reference(document);
    return {
      ...inner,
      async send(sent) {
        const { headers, ...response } = await inner.send(sent);
        vi.advanceTimersByTime(took);
        return { ...response, headers: { ...headers, date: "Sat, 21 Nov 2026 06:15:08 GMT" } };
      },
    };
  };
  const run = async (took: number) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    stops.push(() => vi.useRealTimers());
    const { results } = await runContract({ document, target: late(took), only, effort: "quick", seed: 1 });
    return results.map(({ verdict }) => verdict);
  };

  it("is valid if the response took that long", async () => expect(await run(8000)).toEqual(["passed"]));

  it("is invalid if the response came immediately", async () => expect(await run(0)).toEqual(["failed"]));
});
