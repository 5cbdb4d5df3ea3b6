import { readFile } from "node:fs/promises";
import { databaseFlags, runCommand, startProcess } from "@metadata-service/test-kit/service/service-process";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";
import { getBytes, openWire } from "../test/support/wire.js";
import { goodCaller, importLargest, LARGEST_PAGE, LIST, PRODUCTION, quantile } from "./good-caller.js";

/** The duration of the attacks, in seconds. */
const SECONDS = Number(process.env["ATTACK_SECONDS"] ?? 20);

/** The state of an attack. */
interface Attack {
  isOver: boolean;
}

/** Repeats something until the attack ends, with the given concurrency; returns the number of repetitions. */
async function repeated(attack: Attack, sideBySide: number, attempt: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const one = async () => {
    while (!attack.isOver) {
      await attempt();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, one));
  return count;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs all attacks in test/attacks that use the network, at once. */
function attackAll(url: string, key: string, attack: Attack): Record<string, Promise<number>> {
  const held = async (bytes: string, ms: number) => {
    const wire = await openWire(url);
    wire.socket.write(bytes);
    await Promise.race([wire.closed, pause(ms)]);
    wire.socket.destroy();
  };
  const members = Array.from({ length: 90_000 }, (_, n) => `"m${n}":1`).join(",");
  const heavy = [`{"uid":"u",${members}}`, `{"uid":"u","items":[${Array(300_000).fill(1).join(",")}]}`];
  let turn = 0;
  const post = () =>
    fetch(`${url}/api/v2/metadata/inspection`, {
      method: "POST",
      headers: { apiKey: key, "content-type": "application/json" },
      body: heavy[turn++ % heavy.length] ?? "",
    }).then(
      (response) => response.arrayBuffer(),
      () => pause(10),
    );
  return {
    "connections held open": repeated(attack, 1_200, () => held("", 2_000)),
    "idle connections with a key": repeated(attack, 600, () => held(getBytes(LIST, { apiKey: key }), 10_000)),
    "incomplete headers": repeated(attack, 100, () => held("GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ", 2_000)),
    "400 requests at once": repeated(attack, 4, () => held(getBytes(LIST, { apiKey: "made up" }).repeat(400), 100)),
    "made-up keys": repeated(attack, 50, () => held(getBytes(LIST, { apiKey: `ms_${Math.random()}` }), 50)),
    "heavy bodies": repeated(attack, 20, post),
    "pages that are never read": repeated(attack, 20, async () => {
      const wire = await openWire(url);
      wire.socket.pause();
      wire.socket.write(getBytes(LARGEST_PAGE, { apiKey: key }).repeat(6));
      await pause(3_000);
      wire.socket.destroy();
    }),
  };
}

it.each(TARGETS)("serves a normal caller during all attacks at once, on $name", async (target) => {
  const database = await target.create();
  onTestFinished(() => database.remove());
  const service = await startProcess([...databaseFlags(database.options), ...PRODUCTION]);
  onTestFinished(() => service.end().then(() => {}));
  await importLargest(database);
  const { out } = await runCommand(["keys", "create", "--label", "attacker", ...databaseFlags(database.options)]);
  const [good, attacker] = [service.firstKey ?? "", out.trim()];

  const count = { left: 300 };
  const atRest = await goodCaller(service.url, good, () => count.left-- <= 0);
  const attack: Attack = { isOver: false };
  const attacks = attackAll(service.url, attacker, attack);
  const end = performance.now() + SECONDS * 1_000;
  const beside = await goodCaller(service.url, good, () => performance.now() > end).finally(() => {
    attack.isOver = true;
  });
  const attempts = await Promise.all(
    Object.entries(attacks).map(async ([name, made]) => `${await made} times ${name}`),
  );
  const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${service.child.pid}/status`, "utf8"))?.[1];
  const figures = ([name, times]: readonly [string, readonly number[]]) =>
    `  ${name}: ${times.length} requests, median ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
  console.log(
    [
      `${target.name}: every request of the normal caller succeeded`,
      ...(
        [
          ["at rest", atRest],
          ["during all attacks", beside],
        ] as const
      ).map(figures),
      `  attacks: ${attempts.join(", ")}`,
      `  the service used at most ${Math.round(Number(peak) / 1024)} MiB`,
    ].join("\n"),
  );
  expect(beside.length).toBeGreaterThan(0);
});
