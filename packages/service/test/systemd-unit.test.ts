import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { helpText } from "../src/config/help.js";

const UNIT = new URL("../operations/metadata-service.service", import.meta.url);

const skipped = spawnSync("systemd-analyze", ["--version"]).error ? " (skipped: systemd is not installed)" : "";

describe("the systemd unit", () => {
  /** Returns the exit status and the findings of systemd. */
  const verify = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), "metadata-service-unit-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "metadata-service.service");
    // The command that is to run must exist.
    await writeFile(file, text.replaceAll("/usr/local/bin/metadata-service", process.execPath));
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
    return [status, (stdout + stderr).split("\n").filter((line) => line.includes(file))];
  };

  it.skipIf(skipped !== "")(`is accepted by systemd, for both databases${skipped}`, async () => {
    const text = await readFile(UNIT, "utf8");
    expect(await verify(text)).toEqual([0, []]);
    const onServer = text.replace(/^ExecStart.*\n/m, "").replaceAll(/^#(?=[A-Z])/gm, "");
    expect(onServer).toContain("\nLoadCredential=");
    expect(await verify(onServer)).toEqual([0, []]);
    const [, findings] = await verify(text.replace("TimeoutStopSec", "TimeoutStopSecs"));
    expect(findings).toEqual([expect.stringMatching(/Unknown key (?:name )?'TimeoutStopSecs'/)]);
  });

  it("uses flags that the service has", async () => {
    const text = await readFile(UNIT, "utf8");
    const help = helpText();
    const flags = [...text.matchAll(/ (--(?:data|database)[\w-]*)/g)].map(([, flag]) => flag);
    expect(flags.length).toBeGreaterThan(1);
    for (const flag of flags) expect(help).toContain(`${flag} `);
  });
});
