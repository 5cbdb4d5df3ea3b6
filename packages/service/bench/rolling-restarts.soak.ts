/**
 * Two processes of the service on one PostgreSQL, behind HAProxy, are restarted in turns under load. No request may be
 * lost.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@metadata-service/test-kit/service/postgres-server";
import { databaseFlags, startProcess } from "@metadata-service/test-kit/service/service-process";
import { POSTGRESQL } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";

const RESTARTS = Number(process.env["RESTARTS"] ?? 20);
const CALLERS = 15;
/** The time between two requests of a caller, in ms, so that connections are idle in between. */
const PAUSE = 20;

const skipped = spawnSync("haproxy", ["-v"]).error ? " (skipped: haproxy is not installed)" : "";

interface Ports {
  readonly public: number;
  readonly ops: number;
}

/** The configuration that the README recommends. */
function configuration(port: number, statistics: number, servers: readonly Ports[]): string {
  const lines = servers.map((one, n) => `  server s${n} 127.0.0.1:${one.public} check port ${one.ops}`);
  return `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
frontend callers
  bind 127.0.0.1:${port}
  default_backend service
backend service
  option httpchk GET /readyz
  default-server inter 1s fall 2 rise 1
${lines.join("\n")}
`;
}

async function startProxy(servers: readonly Ports[]) {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-haproxy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [port, statistics] = [await freePort(), await freePort()];
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, configuration(port, statistics, servers));
  const proxy = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  onTestFinished(async () => {
    const exit = once(proxy, "exit");
    if (proxy.kill("SIGKILL")) await exit;
  });
  const states = async () => {
    const answer = await fetch(`http://127.0.0.1:${statistics}/;csv`).catch(() => undefined);
    const rows = ((await answer?.text()) ?? "").split("\n").map((row) => row.split(","));
    return rows.filter(([group, name = ""]) => group === "service" && /^s\d/.test(name)).map((row) => row[17]);
  };
  return { url: `http://127.0.0.1:${port}`, allUp: () => expect.poll(states).toEqual(servers.map(() => "UP")) };
}

it.skipIf(skipped !== "")(`${RESTARTS} rolling restarts behind HAProxy lose no request${skipped}`, async () => {
  const database = await POSTGRESQL.create();
  onTestFinished(() => database.remove());
  const servers: Ports[] = [];
  for (let n = 0; n < 2; n++) servers.push({ public: await freePort(), ops: await freePort() });
  const start = (ports: Ports) => {
    const own = ["--port", String(ports.public), "--ops-port", String(ports.ops), "--drain", "5000"];
    return startProcess([...databaseFlags(database.options), ...own, "--log-level", "silent"]);
  };
  const running: Awaited<ReturnType<typeof start>>[] = [];
  for (const ports of servers) running.push(await start(ports));
  onTestFinished(async () => void (await Promise.all(running.map((one) => one.end("SIGKILL")))));
  const key = running[0]?.firstKey ?? "";
  const proxy = await startProxy(servers);
  await proxy.allUp();

  let isOver = false;
  let answered = 0;
  const lost: string[] = [];
  const send = async (uid: string): Promise<string> => {
    const headers = { apiKey: key, "content-type": "application/json" };
    const body = JSON.stringify({ uid, items: [{ key: "k", type: "string", value: uid }] });
    try {
      const response = await fetch(`${proxy.url}/api/v2/metadata/inspection`, { method: "POST", headers, body });
      return response.status === 201 ? "" : `${response.status} ${await response.text()}`;
    } catch (error) {
      return String((error as Error).cause ?? error);
    }
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; !isOver; n++) {
      const problem = await send(`caller-${caller}-${n}`);
      answered += 1;
      if (problem !== "") lost.push(problem);
      await wait(PAUSE);
    }
  });
  for (let restart = 0; restart < RESTARTS; restart++) {
    const n = restart % servers.length;
    expect(await running[n]?.end("SIGTERM")).toBe(0);
    const ports = servers[n];
    if (ports) running[n] = await start(ports);
    await proxy.allUp();
  }
  isOver = true;
  await Promise.all(callers);
  console.log(`${RESTARTS} rolling restarts: ${answered} requests, ${lost.length} lost`);
  expect(lost).toEqual([]);
});
