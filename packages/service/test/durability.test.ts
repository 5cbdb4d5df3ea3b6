import { seeded } from "@metadata-service/test-kit/service/records";
import { databaseFlags, type ServiceProcess, startProcess } from "@metadata-service/test-kit/service/service-process";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it } from "vitest";
import { startService } from "../src/index.js";

/** The number of kills: a few in every run of the tests, 25 in `npm run test:soak`. */
const KILLS = Number(process.env["DURABILITY_KILLS"] ?? 3);
const WORKERS = 16;
const random = seeded(11);

interface Sent {
  readonly uid: string;
  readonly items: readonly unknown[];
  createdDate?: string;
}

/** Returns records of very different sizes, so that kills happen at any stage. */
function recordOf(uid: string): Sent {
  const size = random() < 0.1 ? 60_000 : 20 + Math.floor(random() * 400);
  const value = uid.padEnd(size, "ü\u0000\ud800");
  return {
    uid,
    items: [
      { key: "k", type: "string", value },
      { key: "n", type: "number", value: size },
    ],
  };
}

/** Creates records until the process dies, and collects the acknowledged ones. */
async function load(
  service: ServiceProcess,
  key: string,
  round: number,
  sent: Map<string, Sent>,
  onAcknowledged: () => void,
): Promise<void> {
  let n = 0;
  const worker = async () => {
    for (;;) {
      const record = recordOf(`${round}-${n++}`);
      sent.set(record.uid, record);
      const response = await fetch(`${service.url}/api/v2/metadata/inspection`, {
        method: "POST",
        headers: { apiKey: key, "content-type": "application/json" },
        body: JSON.stringify(record),
      });
      const { data } = (await response.json()) as { data: { createdDate: string } };
      // The database was too busy to start it in time, so nothing was acknowledged.
      if (response.status === 429) continue;
      expect(response.status).toBe(201);
      record.createdDate = data.createdDate;
      onAcknowledged();
    }
  };
  // Each worker ends when its connection breaks.
  await Promise.allSettled(Array.from({ length: WORKERS }, worker));
}

describe.each(TARGETS)("a service on $name that is killed", (target) => {
  it(`keeps every acknowledged record complete, over ${KILLS} kills under load`, async () => {
    const database = await target.create();
    const sent = new Map<string, Sent>();
    let key = "";
    for (let round = 0; round < KILLS; round++) {
      const service = await startProcess([...databaseFlags(database.options), "--log-level", "silent"]);
      key ||= service.firstKey ?? "";
      // At a random time: after some responses, while other requests are in progress.
      let left = 1 + Math.floor(random() * 150);
      let killed: Promise<unknown> | undefined;
      await load(service, key, round, sent, () => {
        if (--left === 0) killed = service.end("SIGKILL");
      });
      expect(await killed).toBe("SIGKILL");
    }

    const acknowledged = [...sent.values()].filter((record) => record.createdDate !== undefined);
    for (let round = 0; round < KILLS; round++)
      expect(acknowledged.filter(({ uid }) => uid.startsWith(`${round}-`)).length, `round ${round}`).toBeGreaterThan(0);

    const service = await startService({ ...database.options });
    const stored = new Map<string, Sent>();
    for await (const line of service.administration.exportMetadata("inspection")) {
      const record = JSON.parse(line) as Sent;
      stored.set(record.uid, record);
    }
    await service.stop();
    await database.remove();
    for (const { uid, createdDate } of acknowledged) expect(stored.get(uid)?.createdDate, uid).toBe(createdDate);
    // Records that were not acknowledged may exist or not, but never partially.
    for (const { uid, items } of stored.values()) expect(items).toEqual(sent.get(uid)?.items);
    console.info(
      `${target.name}: ${KILLS} kills, ${acknowledged.length} acknowledged, ${stored.size} stored, ${sent.size} sent`,
    );
  });
});
