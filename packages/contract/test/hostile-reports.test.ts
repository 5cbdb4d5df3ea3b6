/** Reports of a server that sends hostile texts: for a terminal, as JUnit and as a page. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { main } from "../src/cli/main.js";
import { type Document, runContract } from "../src/index.js";
import { htmlReport } from "../src/report/html.js";
import { junitReport } from "../src/report/junit.js";

const HOSTILE = "\u0000\u001b]0;RAN\u0007\u202e\ufffe\ud800]]><script>RAN</script>\"' --> &amp;";
const ACTS = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const document = {
  openapi: "3.1.1",
  info: { title: HOSTILE, version: HOSTILE },
  paths: {
    [`/${encodeURIComponent("things")}`]: {
      get: {
        operationId: `get ${HOSTILE}`,
        responses: { "200": { description: HOSTILE, content: { "application/json": { schema: { type: "object" } } } } },
      },
    },
  },
} as unknown as Document;

async function hostileServer(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json", "x-note": "\u009b2J" }).end(JSON.stringify(HOSTILE));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("JUnit is XML 1.0, and the page has no element of the server", async () => {
  const report = await runContract({ document, baseUrl: await hostileServer(), effort: 50, seed: 1 });
  expect(report.failed).toBeGreaterThan(0);
  const xml = junitReport(report);
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(xml).not.toContain("]]>");
  const names = new Set([...xml.matchAll(/<\/?([^\s>/?]+)/g)].map(([, name]) => name));
  expect([...names].sort()).toEqual(["failure", "testcase", "testsuite", "testsuites"]);
  const page = htmlReport(report);
  expect(page).not.toContain("<script");
  expect(page).not.toMatch(ACTS);
  expect(page).toContain("&lt;script&gt;RAN");
});

test("on a terminal, nothing of the server or the document acts; into a pipe, every byte is written", async () => {
  const baseUrl = await hostileServer();
  const folder = await mkdtemp(join(tmpdir(), "hostile-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "openapi.json");
  await writeFile(path, JSON.stringify(document));
  const run = async (isTTY: boolean, file = path) => {
    let text = "";
    const stream = { isTTY, write: (part: string) => (text += part) };
    const args = ["--base-url", baseUrl, "--document", file, "--effort", "50", "--seed", "1", "--coverage"];
    await main(args, { environment: { NO_COLOR: "1" }, stdout: stream, stderr: stream });
    // How the line of the progress is replaced.
    return text.replaceAll("\r\u001b[2K", "\n");
  };
  const shown = await run(true);
  expect(shown).toContain("\\u001b]0;RAN");
  expect(shown).not.toMatch(ACTS);
  expect(await run(false)).toMatch(ACTS);
  expect(await run(true, `${path}\u001b]0;RAN\u0007`)).not.toMatch(ACTS);
});
