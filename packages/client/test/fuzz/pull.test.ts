/**
 * Random lists, servers and changes against a model. A pull must return each record that existed throughout exactly
 * once, or fail with a ClientError. The number of requests must be bounded, and the API key must only be sent to one
 * origin.
 *
 * A failure prints the seed and the path of the smallest case; `FUZZ_SEED=… FUZZ_PATH=…` replays it. `FUZZ_RUNS` sets
 * the number of cases.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, ClientError, type ClientOptions, createClient } from "../../src/index.js";
import { LISTS, uids } from "../lists.js";
import { type Case, cases, MAX } from "./cases.js";
import { clientOf, KEY, type Model, ORIGIN, startModel } from "./model.js";
import { parameters } from "./parameters.js";

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(() => void process.off("unhandledRejection", note));

/** Pulls a list and checks the result. Returns true if the pull succeeded, false if it failed with a ClientError. */
async function check(one: Case, { rows, ever, log, endless }: Model, client: Client): Promise<boolean> {
  const before = uids(rows).slice(one.offset);
  const query = { offset: one.offset, ...(one.limit && { limit: one.limit }) };
  const pull = LISTS[one.shape](client, query, { concurrency: one.width }).toArray();
  const outcome = await Promise.race([pull, endless]).catch((error: unknown) => error);

  expect([...log.origins]).toEqual(log.requests ? [ORIGIN] : []);
  const stride = Math.max(1, Math.min(one.limit ?? MAX[one.shape], one.quirks.clamp ?? 1000) - 1);
  const walk = 3 * Math.ceil(ever.size / stride) + 2 * one.width + 10;
  expect(log.pages).toBeLessThanOrEqual(5 * walk);
  if (outcome instanceof ClientError) return false;
  if (outcome instanceof Error) throw outcome;
  const got = uids(outcome as { uid: string }[]);
  expect(new Set(got).size).toBe(got.length);
  expect(got.filter((uid) => !ever.has(uid))).toEqual([]);
  const after = new Set(uids(rows));
  const returned = new Set(got);
  expect(before.filter((uid) => after.has(uid) && !returned.has(uid))).toEqual([]);
  return true;
}

/**
 * Counts complete and failed pulls; `conclude()` fails if too many pulls failed, because the property would then prove
 * little.
 */
function tally() {
  const outcomes = { complete: 0, failed: 0 };
  return {
    add: (isComplete: boolean) => outcomes[isComplete ? "complete" : "failed"]++,
    async conclude() {
      await new Promise(setImmediate);
      expect(unhandled).toEqual([]);
      // A third is enough: two fifths of the lists change until the client gives up, and few cases may have more of them.
      expect(2 * outcomes.complete).toBeGreaterThan(outcomes.failed);
    },
  };
}

test("a pull returns each record that existed throughout exactly once, or fails with a ClientError", async () => {
  const { add, conclude } = tally();
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const model = startModel(one);
      add(await check(one, model, clientOf(model.fetch)));
    }),
    parameters(),
  );
  await conclude();
});

/** Serves a model over HTTP. If the model throws, the connection is closed. */
async function serve(fetch: NonNullable<ClientOptions["fetch"]>) {
  const server = createServer(async (request, response) => {
    try {
      const answer = await fetch(ORIGIN + request.url, { headers: { apiKey: `${request.headers["apikey"]}` } });
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    } catch {
      response.socket?.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

test("a pull over real sockets returns each record that existed throughout exactly once, or fails with a ClientError", async () => {
  const { add, conclude } = tally();
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const model = startModel(one);
      const { url, stop } = await serve(model.fetch);
      const client = createClient({ baseUrl: url, apiKey: KEY, retry: { baseDelay: 0, maxDelay: 0 } });
      try {
        add(await check(one, model, client));
      } finally {
        await stop();
      }
    }),
    parameters(0.1),
  );
  await conclude();
});
