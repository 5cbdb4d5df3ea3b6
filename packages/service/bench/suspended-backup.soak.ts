/**
 * A `backup` of the embedded database, which has one connection, is suspended with SIGSTOP. Every request gets a response in
 * time, SIGTERM ends the service within `--stop-timeout`, and if the backup goes on, so does everything else.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { linesOf } from "@metadata-service/test-kit/service/records";
import { CLI, databaseFlags, runCommand, startProcess } from "@metadata-service/test-kit/service/service-process";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";

/** The time for everything else on a busy machine, and the longest wait for a connection (decision 0066), in ms. */
const MARGIN = 2_000;
const LONGEST = 5_000 + MARGIN;
const STOP_TIMEOUT = 8_000;
const RECORDS = 60_000;

it.each(["SIGCONT", "SIGTERM"] as const)("requests beside a suspended backup, then %s", async (then) => {
  const database = await PGLITE.create();
  onTestFinished(() => database.remove());
  const flags = databaseFlags(database.options);
  const service = await startProcess([...flags, "--ops-port", "0", "--stop-timeout", `${STOP_TIMEOUT}`]);
  onTestFinished(() => service.end("SIGKILL").then(() => {}));
  const records = Array.from({ length: RECORDS }, (_, n) => ({
    uid: `uid-${n}`,
    items: [{ key: "k", type: "string", value: "x".repeat(900) }],
  }));
  let lines = "";
  for await (const chunk of linesOf(records)) lines += chunk;
  await runCommand(["import", "metadata", "-", "--namespace", "inspection", ...flags], lines);
  const { out } = await runCommand(["keys", "create", "--label", "another", ...flags]);

  const file = join(database.options.data ?? "", "backup");
  const backup = spawn(process.execPath, [CLI, "backup", file, ...flags], { stdio: "ignore" });
  onTestFinished(() => void backup.kill("SIGKILL"));
  const size = () =>
    stat(file).then(
      (found) => found.size,
      () => 0,
    );
  while ((await size()) === 0 && backup.exitCode === null) await new Promise(setImmediate);
  backup.kill("SIGSTOP");
  expect(backup.exitCode).toBeNull();

  const headers = { apiKey: service.firstKey ?? "", "content-type": "application/json" };
  const body = JSON.stringify({ uid: "beside", items: [{ key: "k", type: "number", value: 1 }] });
  const asked = {
    "a create": () => fetch(`${service.url}/api/v2/metadata/inspection`, { method: "POST", headers, body }),
    "a list": () => fetch(`${service.url}/api/v1/reports`, { headers }),
    "a key to look up": () => fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: out.trim() } }),
    "a made-up key": () => fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: `ms_${"a".repeat(40)}` } }),
    readyz: () => fetch(`${service.opsUrl}/readyz`),
    healthz: () => fetch(`${service.opsUrl}/healthz`),
  };
  const told: string[] = [];
  const ask = async (name: keyof typeof asked) => {
    const began = performance.now();
    const { status } = await asked[name]();
    const took = performance.now() - began;
    told.push(`${name}: ${status} after ${took.toFixed(0)} ms`);
    expect(took, name).toBeLessThan(LONGEST);
    return [name, status] as const;
  };
  for (let round = 0; round < 3; round++)
    expect(Object.fromEntries(await Promise.all((Object.keys(asked) as (keyof typeof asked)[]).map(ask)))).toEqual({
      "a create": 429,
      "a list": 429,
      "a key to look up": 429,
      "a made-up key": expect.any(Number),
      readyz: 503,
      healthz: 200,
    });

  if (then === "SIGTERM") {
    const began = performance.now();
    expect(await service.end("SIGTERM")).toBe(0);
    const took = performance.now() - began;
    told.push(`SIGTERM: ended after ${took.toFixed(0)} ms`);
    expect(took).toBeLessThan(STOP_TIMEOUT + MARGIN);
  } else {
    const exit = once(backup, "exit");
    backup.kill("SIGCONT");
    expect(await exit).toEqual([0, null]);
    await expect.poll(async () => (await asked.readyz()).status).toBe(200);
    expect((await asked["a create"]()).status).toBe(201);
  }
  console.log(told.join("\n"));
});
