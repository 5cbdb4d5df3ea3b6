import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  databaseFlags,
  runCommand,
  type ServiceProcess,
  startProcess,
} from "@metadata-service/test-kit/service/service-process";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";
import { goodCaller, importLargest, importReports, PRODUCTION, quantile } from "./good-caller.js";
import { HEAVY } from "./heavy-requests.js";

/** The number of requests of the normal caller without an attack, and during each attack. */
const REQUESTS = Number(process.env["HEAVY_REQUESTS"] ?? 600);
/** Which attacks to run: a regular expression for their names. */
const ONLY = new RegExp(process.env["HEAVY_ONLY"] ?? "");
/** The maximum ratio between the normal caller's p99 during an attack and without one. */
const MOST = 5;

interface Told {
  readonly statuses: Readonly<Record<string, number>>;
  readonly isOver?: boolean;
}

const CALLER = fileURLToPath(new URL("./heavy-caller.ts", import.meta.url));

/** Makes the service read an edited document. */
const EDITED = `--import data:text/javascript,${encodeURIComponent(
  `import { register } from "node:module"; register(${JSON.stringify(new URL("./edited-document.mjs", import.meta.url))});`,
)}`;

/** Starts an attacker; resolves when its first requests got responses. */
async function attack({ url, opsUrl = "" }: ServiceProcess, key: string, name: string): Promise<ChildProcess> {
  const child = fork(CALLER, [url, opsUrl, name], { execArgv: ["--import", "tsx"], env: { ...process.env, KEY: key } });
  await once(child, "message");
  return child;
}

/** Stops an attacker; returns how often it got each status. */
function stop(child: ChildProcess): Promise<Told["statuses"]> {
  return new Promise((resolve) => {
    child.on("message", (told: Told) => told.isOver && resolve(told.statuses));
    child.send("stop");
  });
}

it.each(TARGETS)("one key cannot use more than its share, on $name", async (target) => {
  const database = await target.create();
  onTestFinished(() => database.remove());
  const service = await startProcess([...databaseFlags(database.options), ...PRODUCTION, "--ops-port", "0"], {
    NODE_OPTIONS: EDITED,
  });
  onTestFinished(() => service.end().then(() => {}));
  await importReports(database);
  await importLargest(database);
  const { out } = await runCommand(["keys", "create", "--label", "attacker", ...databaseFlags(database.options)]);
  const [good, attacker] = [service.firstKey ?? "", out.trim()];
  const times = () => {
    let left = REQUESTS;
    return goodCaller(service.url, good, () => left-- <= 0);
  };
  const slow: string[] = [];
  await times();
  for (const name of Object.keys(HEAVY).filter((one) => ONLY.test(one))) {
    // Measured again for each attack, because other programs affect the speed of the machine.
    const atRest = quantile(await times(), 0.99);
    const child = await attack(service, attacker, name);
    const beside = await times();
    const statuses = await stop(child);
    const ratio = quantile(beside, 0.99) / atRest;
    const median = quantile(beside, 0.5).toFixed(1);
    console.log(
      `  ${target.name}, beside ${name}: p99 ${quantile(beside, 0.99).toFixed(1)} ms, ${ratio.toFixed(1)} times that at rest; median ${median} ms; the attacker got ${JSON.stringify(statuses)}`,
    );
    if (ratio > MOST) slow.push(`${name}: ${ratio.toFixed(1)} times`);
  }
  expect(slow).toEqual([]);
});
