/** Tests the Python example outside the repository, against the mock with each fault. */
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import { describe, expect, it, onTestFinished } from "vitest";
import { root } from "../lib/repo.js";
import { runCommand } from "../release/run-command.js";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Runs the script in a new folder. Returns its output and the lines of the file. */
async function pull(scenario: string, apiKey?: string): Promise<{ printed: string; lines: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "example-python-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(root, "examples/python"), folder, { recursive: true });
  const mock = await startMock({ port: 0, scenario });
  onTestFinished(() => mock.stop());
  const environment = { METADATA_URL: mock.url, METADATA_KEY: apiKey ?? mock.apiKey };
  const printed = await runCommand("python3", ["pull_orders.py", "orders.csv"], folder, environment);
  return { printed, lines: (await readFile(join(folder, "orders.csv"), "utf8")).trimEnd().split("\r\n") };
}

describe.skipIf(!hasPython)(`examples/python${hasPython ? "" : " (skipped: there is no python3)"}`, () => {
  it.each(["none", "rate-limited", "flaky", "cut-body", "reset-socket", "silent-clamp"])(
    "writes every purchase order under the scenario %s",
    async (scenario) => {
      const { printed, lines } = await pull(scenario);
      expect(printed).toBe("1000 purchase orders written to orders.csv\n");
      expect(lines[0]).toBe("uid,poNumber,poStatus,deliveryDate,updatedDate");
      expect(new Set(lines.slice(1).map((line) => line.split(",")[0])).size).toBe(1000);
    },
  );

  it("prints the status and the ID of a request that failed", async () => {
    await expect(pull("none", "wrong")).rejects.toThrow(/failed with 401 \(request [0-9a-f-]{36}\)/);
  });
});
