import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { CLI, databaseFlags } from "@metadata-service/test-kit/service/service-process";
import { copyEmptyDatabase, TARGETS } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CommandIo } from "../src/commands/io.js";
import { run } from "../src/commands/run.js";
import { json, startOn } from "./support/start.js";
import { startPatientService } from "./support/start-patient-service.js";

/** Runs a command in this process; returns its exit status and its output. */
async function command(args: readonly string[]): Promise<[number, string]> {
  let said = "";
  const say = (text: string) => {
    said += text;
  };
  const io: CommandIo = {
    environment: {},
    stdin: linesOf([]),
    onInterrupt: () => {},
    stdinFile: () => undefined,
    out: async (text) => say(text),
    err: say,
    draw: () => {},
    isTerminal: false,
    stopped: () => new Promise(() => {}),
  };
  return [await run(args, io), said];
}

describe.each(TARGETS)("backup and restore on $name", (target) => {
  const newHome = async () => {
    const home = await mkdtemp(join(tmpdir(), "metadata-service-backup-"));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    return home;
  };

  it("keep a consistent snapshot while the service is creating records", async () => {
    const [home, under, empty] = [await newHome(), await startOn(target), await target.create()];
    onTestFinished(() => under.end());
    onTestFinished(() => empty.remove());
    const { administration } = under.service;
    const odd = "\u2028\u0000\ud800💚";
    const create = (uid: string) => json(under.create({ uid, items: [{ key: odd, type: "string", value: odd }] }), 201);
    for (let n = 0; n < 250; n += 50) await Promise.all(Array.from({ length: 50 }, (_, i) => create(`${n + i}`)));
    const order = { uid: "o", created_at: moment(1), updated_at: moment(2), note: odd };
    await administration.importRecords("purchase-orders", linesOf([order]), { onReject: () => {} });
    const { key } = await administration.createKey("kept", null);

    const file = join(home, "backup");
    let writing = true;
    let later = 0;
    const writer = (async () => {
      while (writing) await create(`later ${later++}`);
    })();
    const backedUp = await command(["backup", file, ...databaseFlags(under.database.options)]);
    writing = false;
    await writer;
    expect(backedUp).toEqual([0, expect.stringContaining("The backup of ")]);
    expect((await stat(file)).mode & 0o077).toBe(0);

    expect(await command(["restore", file, ...databaseFlags(empty.options)])).toEqual([
      0,
      expect.stringMatching(/^Restored \d+ rows into the /),
    ]);
    const restored = await startPatientService({ ...empty.options });
    onTestFinished(() => restored.stop());
    const read = async (service: typeof restored) => {
      const found: string[] = [];
      for await (const line of service.administration.exportMetadata("inspection")) found.push(line);
      return found;
    };
    const [then, now] = [await read(restored), await read(under.service)];
    // Records created in the meantime are included up to some point.
    const laters = then.filter((line) => line.includes('"later ')).length;
    expect(then).toEqual(
      now.filter((line) => {
        const n = /^\{"uid":"later (\d+)"/.exec(line)?.[1];
        return n === undefined || Number(n) < laters;
      }),
    );
    expect(then.length - laters).toBe(250);
    // The keys are those of the backup, and the first start creates no additional one.
    expect(restored.firstKey).toBeUndefined();
    const page = await fetch(`${restored.url}/api/v3/purchase-orders`, { headers: { apiKey: key } });
    expect(await json<object[]>(page)).toEqual([order]);
    // Not into a database that is not empty.
    expect(await command(["restore", file, ...databaseFlags(under.database.options)])).toEqual([
      1,
      expect.stringMatching(/is not empty|is in use by another running process/),
    ]);
  });
});

it("a restore that is interrupted leaves no new folder, which a start would serve", async () => {
  const home = await mkdtemp(join(tmpdir(), "metadata-service-backup-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  // Its reader waits for the rest.
  const [pipe, data] = [join(home, "pipe"), join(home, "data")];
  spawnSync("mkfifo", [pipe]);
  const child = spawn(process.execPath, [CLI, "restore", pipe, "--data", data], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = child.stderr.setEncoding("utf8").toArray();
  const backup = createWriteStream(pipe);
  onTestFinished(() => void backup.destroy());
  await once(backup, "open");
  const isThere = () =>
    access(data).then(
      () => true,
      () => false,
    );
  await expect.poll(isThere).toBe(true);
  child.kill("SIGINT");
  await once(child, "exit");
  expect([(await said).join(""), await isThere()]).toEqual(["Interrupted; nothing was restored.\n", false]);
});

it("a restore rejects a backup that is changed, truncated or invalid, and leaves nothing behind", async () => {
  const home = await mkdtemp(join(tmpdir(), "metadata-service-backup-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const data = join(home, "data");
  copyEmptyDatabase(data);
  const file = join(home, "backup");
  const lines = join(home, "orders.ndjson");
  await writeFile(lines, `${JSON.stringify({ uid: "o", created_at: moment(1), updated_at: moment(2) })}\n`);
  await command(["import", "purchase-orders", lines, "--data", data]);
  expect((await command(["backup", file, "--data", data]))[0]).toBe(0);
  expect(await command(["backup", file, "--data", data])).toEqual([1, expect.stringContaining("choose a new file")]);

  const whole = await readFile(file, "utf8");
  const target = join(home, "target");
  copyEmptyDatabase(target);
  const restore = async (text: string) => {
    await writeFile(file, text);
    return command(["restore", file, "--data", target]);
  };
  for (const [text, problem] of [
    [whole.replace('\\"o\\"', '\\"p\\"'), "checksum"],
    [whole.slice(0, whole.lastIndexOf('{"end"')), "is truncated"],
    [`${whole}{}\n`, "after the end"],
    ["uid,name\n1,2\n", "not a backup"],
    [whole.replace('"seal"', '"seal'), "damaged: .* in line 1;"],
    [whole.replace('"migrations":[', '"migration!":['), "damaged: .* in line 1;"],
    [whole.replace('{"table":"list_records"}', '{"table":"list_recordz"}'), "damaged: .* in line 3;"],
    [whole.replace('"collection":"purchase-orders"', '"collection":purchase-orders"'), "damaged: .* in lines "],
    [whole.replace('"collection":"purchase-orders"', '"collectiom":"purchase-orders"'), "damaged: .* in lines "],
    [whole.replace('{"end":', '{"end":!'), "damaged: "],
    [whole.replace('"sha256":"', '"sha256":"0'), "damaged or was changed"],
    [whole.replace(/"migrations":\["/, '"migrations":["0000-other","'), "other tables"],
  ] as const) {
    expect(text).not.toBe(whole);
    expect(await restore(text)).toEqual([
      1,
      expect.stringMatching(new RegExp(`${problem}.*; nothing was restored`, "s")),
    ]);
  }
  await writeFile(file, "uid,name\n1,2\n");
  const fresh = join(home, "fresh");
  expect((await command(["restore", file, "--data", fresh]))[0]).toBe(1);
  expect(await readdir(home)).not.toContain("fresh");
  expect((await restore(whole))[0]).toBe(0);
});
