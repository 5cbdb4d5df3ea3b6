import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seeded } from "@metadata-service/test-kit/service/records";
import { copyEmptyDatabase } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrate } from "../src/storage/migrate.js";
import { openDatabase } from "../src/storage/open-database.js";
import { createMetadataStore } from "../src/storage/records/metadata-store.js";
import { watchDisk } from "./support/power-cut.js";
import { NEVER } from "./support/start-patient-service.js";

/** The number of power cuts: a few in every run of the tests, more in `npm run test:soak`. */
const CUTS = Number(process.env["POWER_CUTS"] ?? 2);
const WORKERS = 8;

/** The state of the folder after a power cut, and the records acknowledged by then. */
interface Cut {
  readonly folder: string;
  readonly acknowledged: ReadonlySet<string>;
}

/** Creates records with repeated power cuts, and returns the state after each cut. */
async function loadAndCut(cuts: number, random: () => number, options?: { ignoreSyncs: boolean }): Promise<Cut[]> {
  const home = await mkdtemp(join(tmpdir(), "metadata-service-power-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, "data");
  copyEmptyDatabase(folder);
  const first = await openDatabase({ kind: "folder", folder });
  await migrate(first.db);
  await first.close();

  const disk = watchDisk(folder, options);
  onTestFinished(() => disk.end());
  const { db, close } = await openDatabase({ kind: "folder", folder });
  const store = createMetadataStore(db, NEVER);
  const acknowledged = new Set<string>();
  const done: Cut[] = [];
  const someMore = () => 20 + Math.floor(random() * 100);
  let next = someMore();
  const cutPower = () => {
    // The first cut loses everything that was not synced, later ones half of it.
    const survival = done.length === 0 ? 0 : 0.5;
    const copy = join(home, `cut-${done.length}`);
    disk.cutPower(copy, () => random() < survival);
    done.push({ folder: copy, acknowledged: new Set(acknowledged) });
    next += someMore();
  };
  let sent = 0;
  const worker = async () => {
    while (done.length < cuts) {
      const uid = `record ${sent++}`;
      // Some are large, so that the log needs more files.
      await store.create("inspection", uid, itemsOf(uid, random() < 0.05 ? 100_000 : 200));
      acknowledged.add(uid);
      // Half of the time, a checkpoint writes data from the log to the tables before a cut.
      if (acknowledged.size === next - 10 && random() < 0.5) await sql`checkpoint`.execute(db);
      if (acknowledged.size >= next && done.length < cuts) cutPower();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  await close();
  expect(disk.syncs() > 0).toBe(options?.ignoreSyncs !== true);
  disk.end();
  return done;
}

function itemsOf(uid: string, length: number) {
  return [{ key: "k", type: "string", value: `${uid} `.padEnd(length, "ü") }];
}

/** Returns the stored uids, after checking their items. */
async function storedIn(folder: string): Promise<Set<string>> {
  const { db, close } = await openDatabase({ kind: "folder", folder });
  try {
    const found = new Set<string>();
    for await (const { uid, items } of createMetadataStore(db).readAll("inspection")) {
      const [item] = items as { value: string }[];
      expect(items).toEqual(itemsOf(uid, item?.value.length ?? 0));
      found.add(uid);
    }
    return found;
  } finally {
    await close();
  }
}

const SKIPPED = process.platform === "linux" ? "" : " (skipped: watching the disk needs /proc)";

describe.skipIf(SKIPPED !== "")(`an embedded database that loses power${SKIPPED}`, () => {
  it(`keeps every acknowledged record, over ${CUTS} power cuts under load`, async () => {
    for (const { folder, acknowledged } of await loadAndCut(CUTS, seeded(23))) {
      const stored = await storedIn(folder);
      expect([...acknowledged].filter((uid) => !stored.has(uid))).toEqual([]);
    }
  });

  it("loses records if the disk ignores syncs, which proves that these tests detect a loss", async () => {
    const [cut] = await loadAndCut(1, seeded(29), { ignoreSyncs: true });
    const stored = await storedIn(cut?.folder ?? "");
    expect([...(cut?.acknowledged ?? [])].filter((uid) => !stored.has(uid))).not.toEqual([]);
  });
});
