import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startService } from "@metadata-service/service";
import { startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { expect, onTestFinished, test } from "vitest";
import { PARTS, startParts } from "../lib/parts.js";
import { root } from "../lib/repo.js";
import { dataFolder, npmStart } from "./start-command.js";

const start = (...args: string[]) => npmStart(root, {}, args);
const startWith = (environment: NodeJS.ProcessEnv, ...args: string[]) => npmStart(root, environment, args);

test("npm start serves mock, docs and service, prints a first request, and stops on Ctrl-C", async () => {
  const service = start("--mock-port", "0", "--docs-port", "0", "--service-port", "0", "--data", await dataFolder());
  await service.waitForOutput("Press Ctrl-C");
  const [mock, docs, real] = ["mock", "docs", "service"].map(service.urlOf) as [string, string, string];
  const { 1: key = "", 2: url = "" } = /curl -H 'apiKey: (\S+)' '(\S+)'/.exec(service.output()) ?? [];
  expect(url.startsWith(`${mock}/`)).toBe(true);

  const answer = await fetch(url, { headers: { apiKey: key } });
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(2);
  const stored = await fetch(`${real}/api/v1/reports`, { headers: { apiKey: key } });
  expect(await stored.json()).toEqual({ count: 0, next: null, previous: null, data: [] });
  const page = await fetch(docs);
  expect(page.headers.get("content-type")).toContain("text/html");

  // The console sends its requests to this mock, whatever its port.
  expect(await (await fetch(`${docs}try.html`)).text()).toContain(`id="try-base" value="${mock}"`);

  service.interrupt();
  // The signal also ends npm's shell, so npm may exit with 130 or be killed by the signal. What matters is the output,
  // and that no process is left.
  expect([0, 130, null]).toContain(await service.ended);
  expect(service.output()).toMatch(/Stopped\.\s*$/);
  expect(service.output()).not.toMatch(/error/i);
});

test("on a database server, which others may have access to, the key is new and not stored anywhere", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const withPassword = new URL(await server.createDatabase());
  withPassword.password = "secret-of-the-database";
  const databaseUrl = withPassword.href;
  const ports = ["--mock-port", "0", "--docs-port", "0", "--service-port", "0"];
  const running = startWith({ DATABASE_URL: databaseUrl }, ...ports);
  await running.waitForOutput("Press Ctrl-C");
  const { 1: url = "", 2: key = "" } =
    /^ *service +(http:\S+) .*PostgreSQL; API key until it stops: (\S+)$/m.exec(running.output()) ?? [];
  const { 1: ofTheMock = "" } = /curl -H 'apiKey: (\S+)'/.exec(running.output()) ?? [];
  const statusOf = async (apiKey: string, at = url) =>
    (await fetch(`${at}/api/v1/reports`, { headers: { apiKey } })).status;
  expect(key).toMatch(/^ms_[\w-]{43}$/);
  expect(await Promise.all([statusOf(key), statusOf(ofTheMock), statusOf("demo-key")])).toEqual([200, 401, 401]);
  const lines = await commandLines();
  expect(lines.some((line) => line.includes("serve-parts"))).toBe(process.platform === "linux");
  expect(lines.filter((line) => line.includes(key) || line.includes(withPassword.password))).toEqual([]);
  running.interrupt();
  await running.ended;
  // Afterwards, in production on the same database.
  const production = await startService({ databaseUrl });
  onTestFinished(() => production.stop());
  expect(production.firstKey?.key).toMatch(/^ms_/);
  expect(await Promise.all([statusOf(key, production.url), statusOf("demo-key", production.url)])).toEqual([401, 401]);
});

/** The arguments of all processes, which every user of a machine with Linux can read. */
async function commandLines(): Promise<string[]> {
  const processes = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  return Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
}

async function takenPort(): Promise<number> {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  return (other.address() as AddressInfo).port;
}

test("a port in use is reported, with what to do", async () => {
  const taken = await takenPort();
  const ports = ["--mock-port", "0", "--docs-port", `${taken}`, "--service-port", "0"];
  const service = start(...ports, "--data", await dataFolder());
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain(`The docs could not start: port ${taken} is taken`);
  expect(service.output()).toContain("npm start -- --docs-port");
  expect(service.output()).not.toContain("    at ");
});

test.each(PARTS)("a port of the %s in use is reported, with what to do", async (part) => {
  const taken = await takenPort();
  const ports = { mock: 0, docs: 0, service: 0, [part]: taken };
  await expect(startParts({ ports, data: await dataFolder() })).rejects.toThrow(
    `The ${part} could not start: port ${taken} is taken by another program, perhaps by an earlier npm start.\n` +
      `Stop that one, or choose another port: npm start -- --${part}-port ${taken + 10}`,
  );
});

test("an invalid port is reported", async () => {
  const service = start("--docs-port", "http");
  expect(await service.ended).toBe(2);
  expect(service.output()).toContain('--docs-port must be a port number from 0 to 65535, not "http".');
});

test("a Node version that is too old is reported before anything else", () => {
  const older = 'Object.defineProperty(process.versions, "node", { value: "18.20.4" })';
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(older)}`, "scripts/set-up.cjs", "start"],
    { cwd: root, encoding: "utf8" },
  );
  expect(status).toBe(1);
  expect(stderr).toContain("Node 20.19 or newer is required, but this is Node 18.20.4.");
  expect(stderr).toContain("https://nodejs.org");
});
