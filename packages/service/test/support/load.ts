import { expect } from "vitest";
import type { RunningService } from "../../src/index.js";

export const KEY = "test-key";
const SENDERS = 8;
/** The number of successful create requests in a row that show that everything works. */
const MANY = 60;

/** Sends a create request with {@link KEY}. */
export function create({ url }: RunningService, uid: string, value = uid): Promise<Response> {
  return fetch(`${url}/api/v2/metadata/inspection`, {
    method: "POST",
    headers: { apiKey: KEY, "content-type": "application/json" },
    body: JSON.stringify({ uid, items: [{ key: "k", type: "string", value }] }),
  });
}

/** Returns the status of `/readyz`. */
export async function readiness({ opsUrl }: RunningService): Promise<number> {
  const response = await fetch(`${opsUrl}/readyz`);
  await response.body?.cancel();
  return response.status;
}

/**
 * Sends create requests over and over; one that failed may be stored or not.
 *
 * @param options.valueLength the length of the value in each, for a fault that needs much data
 * @param options.onCreated called for each request that succeeded
 */
export function load(
  service: RunningService,
  prefix: string,
  { valueLength = 0, onCreated = () => {} }: { readonly valueLength?: number; onCreated?(): void } = {},
) {
  const acknowledged = new Map<string, string>();
  const statuses = new Set<number>();
  let [sent, row, failed, isOver] = [0, 0, 0, false];
  const send = async () => {
    while (!isOver) {
      const uid = `${prefix}-${sent++}`;
      const response = await create(service, uid, uid.padEnd(valueLength, "x"));
      const { data } = (await response.json()) as { data?: { createdDate: string } };
      statuses.add(response.status);
      if (data) {
        acknowledged.set(uid, data.createdDate);
        onCreated();
      }
      row = data ? row + 1 : 0;
      failed += data ? 0 : 1;
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  return {
    statuses,
    async goesWell() {
      row = 0;
      await expect.poll(() => row).toBeGreaterThan(MANY);
    },
    async fails() {
      failed = 0;
      await expect.poll(() => failed).toBeGreaterThan(SENDERS);
    },
    /** Stops sending, and checks that nothing acknowledged is lost. */
    async end() {
      isOver = true;
      await senders;
      const stored = new Map<string, string>();
      for await (const line of service.administration.exportMetadata("inspection")) {
        const { uid, createdDate } = JSON.parse(line) as { uid: string; createdDate: string };
        stored.set(uid, createdDate);
      }
      expect(acknowledged.size).toBeGreaterThan(MANY);
      expect([...acknowledged].filter(([uid, createdDate]) => stored.get(uid) !== createdDate)).toEqual([]);
    },
  };
}
