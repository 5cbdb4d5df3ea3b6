import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBatcher } from "../src/storage/records/create-batcher.js";
import { createMetadataStore } from "../src/storage/records/metadata-store.js";
import { type NewDatabase, openOn } from "./support/open-on.js";

it("jobs that arrive one after the other in one turn of the event loop share a batch", async () => {
  const batches: number[][] = [];
  const add = createBatcher<number, number>({
    async run(jobs) {
      batches.push([...jobs]);
      return jobs;
    },
    mayBeCausedByOneJob: () => false,
    identity: String,
    bytes: () => 1,
    maxJobs: 10,
    maxBytes: 10,
    maxRunning: 2,
    maxWait: 300_000,
  });
  const first = add(1);
  // As with two connections that are read one after the other.
  await Promise.resolve();
  await Promise.all([first, add(2)]);
  expect(batches).toEqual([[1, 2]]);
});

it("a job of a failed batch does not wait for another one that takes long to fail", async () => {
  let giveUp = () => {};
  const othersDone = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const add = createBatcher<string, string>({
    async run(jobs) {
      if (jobs.includes("unreachable")) {
        if (jobs.length === 1) await othersDone;
        throw new Error("unreachable");
      }
      return jobs;
    },
    mayBeCausedByOneJob: () => true,
    identity: String,
    bytes: () => 1,
    maxJobs: 10,
    maxBytes: 10,
    maxRunning: 1,
    maxWait: 300_000,
  });
  const failing = add("unreachable");
  expect(await Promise.all(["a", "b", "c"].map(add))).toEqual(["a", "b", "c"]);
  giveUp();
  await expect(failing).rejects.toThrow("unreachable");
});

describe.each(TARGETS)("create requests that share a statement on $name", (target) => {
  let open: NewDatabase;
  beforeAll(async () => {
    open = await openOn(target, 4);
    // Simulates a shard that is down: a statement with any of its rows fails.
    await sql`alter table metadata add constraint shard check (uid not like 'down-%')`.execute(open.db);
  });
  afterAll(() => open.remove());

  it("fail only if their own row cannot be stored", async () => {
    const store = createMetadataStore(open.db);
    const uids = Array.from({ length: 120 }, (_, n) => `${n % 3 === 0 ? "down" : "up"}-${n}`);
    const outcomes = await Promise.allSettled(uids.map((uid) => store.create("inspection", uid, [])));
    const failed = uids.filter((_, n) => outcomes[n]?.status === "rejected");
    expect(failed).toEqual(uids.filter((uid) => uid.startsWith("down")));
    const stored: string[] = [];
    for await (const { uid } of store.readAll("inspection")) stored.push(uid);
    expect(stored.sort()).toEqual(uids.filter((uid) => uid.startsWith("up")).sort());
  });
});
