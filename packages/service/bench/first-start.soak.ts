import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CLI, startProcess } from "@metadata-service/test-kit/service/service-process";
import { expect, it, onTestFinished } from "vitest";

const KILLER = fileURLToPath(new URL("./killed-after.mjs", import.meta.url));

/** After this file, a folder looks like a complete database, but is not. */
const LOOKS_WHOLE = "PG_VERSION";

it.each([["1"], ["200"], [LOOKS_WHOLE], ["postgresql.conf"], ["370"], ["375"], ["400"]])(
  "a first start that is killed after file %s of the database leaves a folder that the next start can use",
  async (file) => {
    const data = await mkdtemp(join(tmpdir(), "metadata-service-first-"));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    const args = ["--import", KILLER, CLI, "start", "--port", "0", "--ops-port", "off", "--data", data];
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, KILL_AFTER: file },
    });
    // The service is only ready if the database never had that many files.
    createInterface({ input: child.stderr }).on("line", (line) => line.startsWith("Ready") && child.kill());
    expect((await once(child, "exit"))[1]).toBe("SIGKILL");
    const service = await startProcess(["--data", data]);
    onTestFinished(() => service.end().then(() => {}));
    // A start that was killed after creating a key leaves that key, which it could not print.
    if (service.firstKey === undefined) return;
    const { status } = await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: service.firstKey } });
    expect(status).toBe(200);
  },
);
