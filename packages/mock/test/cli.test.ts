import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { BUILT_IN_SCENARIOS } from "../src/index.js";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "metadata-mock-"));
const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

/** Starts the command; returns its output so far, and functions that wait for output. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const output = { out: "", err: "" };
  const waiting = new Set<() => void>();
  const read = (name: "out" | "err") => (chunk: Buffer) => {
    output[name] += chunk.toString();
    for (const wake of waiting) wake();
  };
  child.stdout.on("data", read("out"));
  child.stderr.on("data", read("err"));
  const exit = once(child, "close").then(([code]) => code as number);
  /** Waits until the output matches. */
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(output.out + output.err);
      if (match) return match;
      await Promise.race([
        new Promise<void>((resolve) => waiting.add(resolve)),
        exit.then(() => {
          throw new Error(`The command ended before ${pattern}: ${output.out}${output.err}`);
        }),
      ]);
      waiting.clear();
    }
  };
  return { child, output, exit, until };
}

describe("metadata-mock", () => {
  it("names the file and the line of a schema that no value satisfies, and serves the other operations", async () => {
    const path = join(folder, "impossible.yaml");
    const get = (id: string, type: string) => `
    get:
      operationId: ${id}
      responses:
        "200":
          description: d
          content:
            application/json:
              schema: ${type}`;
    const paths = `
  /bad:${get("bad", "{ allOf: [{ type: string }, { type: integer }] }")}
  /good:${get("good", "{ type: object }")}`;
    await writeFile(path, `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:${paths}\n`);
    const { child, until, output } = run("--port", "0", "--spec", path);
    const url = (await until(/API +(http:\/\/localhost:\d+)/))[1];
    expect(output.out).toMatch(
      /impossible\.yaml:12:\d+: No value satisfies this schema, so bad can have no response: the types/,
    );
    expect((await fetch(`${url}/bad`)).status).toBe(501);
    expect((await fetch(`${url}/good`)).status).toBe(200);
    child.kill("SIGTERM");
  });

  it("starts, serves, logs each request, and ends cleanly on Ctrl-C", async () => {
    const { child, until, exit, output } = run("--port", "0", "--size", "7");
    const url = (await until(/API +(http:\/\/localhost:\d+)/))[1];
    expect(output.out).toContain("demo-key");
    const target = (await until(/curl -H 'apiKey: demo-key' '(.*)'/))[1] ?? "";
    const response = await fetch(target, { headers: { apiKey: "demo-key" } });
    expect(await response.json()).toMatchObject({ total: 7, limit: 2 });
    await until(/200 GET {2}\/api\/v1\/purchase-orders\?limit=2/);
    await fetch(`${url}/api/v1/reports?limit=0`, { headers: { apiKey: "demo-key" } });
    await until(/400 GET .* validation: limit must be at least 1/);
    // No colors and no cursor movements if the output is not a terminal.
    expect(output.out).not.toContain("\u001b");
    child.kill("SIGINT");
    expect(await exit).toBe(0);
    expect(output.out).toMatch(/Stopped\.\n$/);
    expect(output.err).toBe("");
  });

  it("--json: prints a line of JSON for each event, and never the key of a request", async () => {
    const { child, until, exit, output } = run("--port", "0", "--json", "--scenario", "empty", "--seed", "9");
    const url = (await until(/"url":"([^"]+)"/))[1];
    await fetch(`${url}/api/v1/reports`, { headers: { apiKey: "hidden-key" } });
    await until(/"event":"request".*\n/);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    const lines = output.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { event: "started", scenario: "empty", seed: 9 },
      { event: "request", method: "GET", status: 401, source: "key", operation: "listReports" },
      { event: "stopped" },
    ]);
    expect(output.out).not.toContain("hidden-key");
  });

  it("prints one sentence if the port is in use, with a remedy", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { exit, output } = run("--port", String(port));
    expect(await exit).toBe(1);
    expect(output.err).toBe(
      `metadata-mock: Port ${port} is taken; stop what listens there, or choose another with --port (0 picks a free one).\n`,
    );
    other.close();
  });

  it.each<[string[], string | RegExp, number?]>([
    [
      ["--prot", "1"],
      "metadata-mock: Unknown option '--prot'. Did you mean --port? metadata-mock --help lists the flags.\n",
      2,
    ],
    [["--port", "x"], 'metadata-mock: --port must be a whole number from 0 to 65535, not "x".\n', 2],
    [
      ["--scenario", "nope"],
      /^metadata-mock: There is no scenario "nope"; the available ones are none, rate-limited, .*\n$/,
    ],
    [["--spec", "/nowhere/openapi.json"], "metadata-mock: There is no file /nowhere/openapi.json; check the path.\n"],
    [
      ["--scenarios", "/nowhere.json"],
      /^metadata-mock: The scenarios in \/nowhere\.json cannot be used: There is no file \/nowhere\.json; check the path\.\n$/,
    ],
    [["--spec", "/nowhere/openapi.yaml"], "metadata-mock: There is no file /nowhere/openapi.yaml; check the path.\n"],
    [["--spec", tmpdir()], `metadata-mock: ${tmpdir()} is a folder; name a file of the spec.\n`],
  ])(
    "%j: prints one clear line, and exits with 1, or 2 for an invalid command line",
    async (args, message, code = 1) => {
      const { exit, output } = run("--port", "0", ...args);
      expect(await exit).toBe(code);
      if (typeof message === "string") expect(output.err).toBe(message);
      else expect(output.err).toMatch(message);
      expect(output.out).toBe("");
    },
  );

  it("lists the scenarios, including those of a file", async () => {
    const file = join(folder, "mine.json");
    await writeFile(file, JSON.stringify([{ name: "monday", summary: "Nothing works.", faults: [{ status: 500 }] }]));
    const { exit, output } = run("--list", "--scenarios", file);
    expect(await exit).toBe(0);
    for (const { name, summary } of BUILT_IN_SCENARIOS)
      expect(output.out).toMatch(new RegExp(`^${name} +${summary}$`, "m"));
    expect(output.out).toMatch(/^monday +Nothing works\.$/m);
  });

  it("rejects an invalid scenario file, and names the place", async () => {
    const file = join(folder, "wrong.json");
    await writeFile(file, JSON.stringify([{ name: "x", summary: "", faults: [{ delay: "2s" }] }]));
    const { exit, output } = run("--scenarios", file, "--list");
    expect(await exit).toBe(1);
    expect(output.err).toBe(
      `metadata-mock: The scenarios in ${file} cannot be used: the scenario "x": faults[0].delay must be an integer.\n`,
    );
  });

  it("shows progress while a large data set is indexed, and already serves requests", async () => {
    const { child, until, exit } = run("--port", "0", "--json", "--size", "300000");
    const url = (await until(/"url":"([^"]+)"/))[1];
    const response = await fetch(`${url}/api/v1/purchase-orders?limit=1`, { headers: { apiKey: "demo-key" } });
    expect(await response.json()).toMatchObject({ total: 300_000 });
    await until(/"event":"progress","done":600000,"total":600000/);
    child.kill("SIGINT");
    expect(await exit).toBe(0);
  });

  it("prints help with --help, and its version with --version", async () => {
    const help = run("--help");
    expect(await help.exit).toBe(0);
    expect(help.output.out).toContain("--scenario NAME");
    const version = run("--version");
    expect(await version.exit).toBe(0);
    expect(version.output.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
