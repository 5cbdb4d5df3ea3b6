/** A sync against the mock while its records change, as in a real service. */
import { startMock } from "@metadata-service/mock";
import { expect, it, onTestFinished } from "vitest";
import { createClient, type Report } from "../src/index.js";

it("a sync returns everything although the mock adds and changes records meanwhile", async () => {
  const mock = await startMock({
    port: 0,
    size: 300,
    scenario: { name: "busy", summary: "", drift: { every: 2, insert: 1, edit: 2 } },
  });
  onTestFinished(() => mock.stop());
  const options = { baseUrl: mock.url, apiKey: mock.apiKey };
  const busy = createClient(options);
  // A scenario in a header applies to that request only: for this client, nothing changes any more.
  const quiet = createClient({ ...options, headers: { Prefer: "scenario=none" } });

  const copy = new Map<string, Report>();
  let checkpoint: string | undefined;
  const sync = async (client: typeof quiet) => {
    let count = 0;
    const options = { since: "2020-01-01T00:00:00Z", ...(checkpoint && { checkpoint }) };
    for await (const { records, checkpoint: reached } of client.syncReports(options)) {
      for (const record of records) copy.set(record.uid, record);
      count += records.length;
      checkpoint = reached;
    }
    return count;
  };
  // Records that change during a sync leave its window.
  expect(await sync(busy)).toBeGreaterThan(0);
  // Changes have the current time as their timestamp, unlike the generated records, so a later sync returns them.
  const all = await quiet.listReports().toArray();
  expect(all.length).toBeGreaterThan(300);
  const outdated = () => all.filter(({ uid, updatedDate }) => copy.get(uid)?.updatedDate !== updatedDate).length;
  expect(outdated()).toBeGreaterThan(0);
  // The window of a sync ends before the server's current second, so changes in that second are returned by the next
  // sync.
  await expect.poll(async () => [await sync(quiet), outdated()].at(1)).toBe(0);
  for (const report of all) expect(copy.get(report.uid)).toEqual(report);
});
