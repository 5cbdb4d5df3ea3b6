// About this API: smoke.mjs calls its methods.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Mock, startMock } from "@metadata-service/mock";
import { launchChromium } from "@metadata-service/spec-tools/chromium";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WAIT_LIMIT } from "../../../vitest.base.js";
import { RUNTIMES, whyNot } from "./runtimes.js";

const EXPECTED = 11;
const run = promisify(execFile);
let mock: Mock;
let folder = "";

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  folder = await mkdtemp(join(tmpdir(), "client-smoke-"));
});
afterAll(async () => {
  await mock?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Bundles the built package, the smoke suite and runtime-specific code that starts it into one file. */
async function bundle(name: string, ending: string): Promise<string> {
  const target = JSON.stringify({ url: mock.url, apiKey: mock.apiKey });
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as client from "./dist/index.js";\nimport { validateResponse } from "./dist/validate.js";\nimport { smoke } from "./test/smoke.mjs";\nconst result = () => smoke({ ...client, validateResponse }, ${target});\n${ending}`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    write: false,
  });
  const file = join(folder, name);
  await writeFile(file, outputFiles[0]?.text ?? "");
  return file;
}

const PRINT = "console.log(JSON.stringify(await result()));";
const COMMANDS = {
  "Node 22": [],
  "Node 24": [],
  "Node 26": [],
  Bun: ["run"],
  Deno: ["run", "--allow-net", "--no-prompt"],
} as const;

/** Runs the suite in workerd, which returns its outcome. */
async function inWorkerd(): Promise<string[]> {
  const worker = await bundle(
    "worker.js",
    `export default { fetch: () => result().then((done) => Response.json(done), (error) => new Response(String(error), { status: 500 })) };`,
  );
  const config = join(folder, "worker.capnp");
  await writeFile(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${worker.split("/").at(-1)}")],
  compatibilityDate = "2026-11-01"
);`,
  );
  const child: ChildProcess = spawn(RUNTIMES.workerd, ["serve", "--control-fd=3", config], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  try {
    const [chunk] = await once(child.stdio[3] as NodeJS.ReadableStream, "data");
    const { port } = JSON.parse(String(chunk).split("\n")[0] ?? "");
    const response = await fetch(`http://127.0.0.1:${port}/`);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as string[];
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

/**
 * Runs the suite in a page on another origin, which the mock must allow with CORS. The page's Content-Security-Policy
 * forbids `eval`.
 */
async function inChromium(): Promise<string[]> {
  const file = await bundle("page.js", "globalThis.result = result();");
  const script = await readFile(file, "utf8");
  const server = createServer(({ url }, response) =>
    url === "/page.js"
      ? response.writeHead(200, { "content-type": "text/javascript" }).end(script)
      : response
          .writeHead(200, { "content-type": "text/html", "content-security-policy": "script-src 'self'" })
          .end('<script type="module" src="/page.js"></script>'),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_LIMIT / 2);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // The page's own script starts the suite, because the policy does not apply to code that Playwright evaluates.
    return (await page.evaluate("globalThis.result")) as string[];
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** A test that is skipped, with the reason in its name, if the runtime is not installed. */
function onRuntime(name: Parameters<typeof whyNot>[0], test: () => Promise<string[]>) {
  const missing = whyNot(name);
  it.skipIf(missing)(`${name}${missing ? ` (skipped: ${missing})` : ""}`, async () => {
    expect(await test()).toHaveLength(EXPECTED);
  });
}

describe("the smoke suite runs on", () => {
  it(`Node ${process.versions.node}, which also runs this test`, async () => {
    const { stdout } = await run(process.execPath, [await bundle("main.mjs", PRINT)]);
    expect(JSON.parse(stdout)).toHaveLength(EXPECTED);
  });

  for (const [name, args] of Object.entries(COMMANDS) as [keyof typeof COMMANDS, readonly string[]][])
    onRuntime(name, async () => {
      const { stdout } = await run(RUNTIMES[name], [...args, await bundle(`${name.replace(" ", "")}.mjs`, PRINT)]);
      return JSON.parse(stdout);
    });

  onRuntime("workerd", inWorkerd);
  onRuntime("Chromium", inChromium);
});
