/**
 * Tests the project's promise: a new list endpoint takes only an edit of `openapi/` and `npm run generate`. Then the
 * client has a typed method for it that pages, the command and the connectors pull it, the mock serves it, the docs
 * show it, and the contract suite covers it.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cases } from "@metadata-service/contract";
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../lib/repo.js";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

let copy: RepoCopy;
/** The files of the copy before the edit. */
let before: Map<string, string>;

/** Makes the new endpoint from the one for reports, with other names, another path and its own fields. */
const renamed = (text: string) =>
  text
    .replaceAll("ReportsPage", "FactoriesPage")
    .replaceAll("schemas/Report.yaml", "schemas/Factory.yaml")
    .replaceAll("./Report.yaml", "./Factory.yaml")
    .replaceAll("listReports", "listFactories")
    .replaceAll("List reports", "List factories")
    .replaceAll("/reports", "/factories")
    .replaceAll("inspection reports", "factories")
    .replaceAll("[Reports]", "[Factories]")
    .replaceAll("report-0000", "factory-0000");

beforeAll(async () => {
  copy = await copyRepo();
  before = await copy.files(".");
  const from = async (file: string) => renamed(await readFile(join(root, "openapi", file), "utf8"));
  await copy.edit("openapi/paths/factories.yaml", "", await from("paths/reports.yaml"));
  await copy.edit(
    "openapi/components/schemas/FactoriesPage.yaml",
    "",
    await from("components/schemas/ReportsPage.yaml"),
  );
  await copy.edit(
    "openapi/components/examples/FactoriesPage.yaml",
    "",
    await from("components/examples/ReportsPage.yaml"),
  );
  await copy.edit("openapi/components/schemas/Factory.yaml", "", await from("components/schemas/Report.yaml"));
  await copy.edit(
    "openapi/components/schemas/Factory.yaml",
    "  country:",
    "  machineCount:\n    type: integer\n    description: How many machines it has.\n    minimum: 1\n    maximum: 900\n    examples: [120]\n  country:",
  );
  await copy.edit(
    "openapi/openapi.yaml",
    "components:\n",
    "  /api/v1/factories:\n    $ref: paths/factories.yaml\ncomponents:\n",
  );
  await copy.edit(
    "openapi/openapi.yaml",
    "  - name: Reports\n",
    "  - name: Factories\n    description: Factories, listed in pages.\n  - name: Reports\n",
  );
});
afterAll(() => copy.remove());

test("generate and build succeed", () => {
  const generated = copy.run("npm", "run", "generate");
  expect(generated.ok, generated.output).toBe(true);
  const surfaces = ["cli", "client", "mcp", "mock", "docs", "contract"].map(
    (name) => `--filter=@metadata-service/${name}`,
  );
  const built = copy.run("npx", "turbo", "run", "build", ...surfaces);
  expect(built.ok, built.output).toBe(true);
});

/** Writes a program that uses the copy's client, in a separate folder. */
async function userProgram(name: string, text: string): Promise<string> {
  const file = `user/${name}`;
  await mkdir(join(copy.folder, "user"), { recursive: true });
  await writeFile(join(copy.folder, file), text);
  return file;
}

test("the client has a method for the new list, with the right types", async () => {
  const file = await userProgram(
    "types.ts",
    `import type { Client, Factory } from "@metadata-service/client";
export async function use(client: Client): Promise<void> {
  for await (const factory of client.listFactories({ limit: 20, updated_from: "2026-01-01T00:00:00Z" })) {
    const uid: string = factory.uid;
    const machines: number | undefined = factory.machineCount;
    const whole: Factory = factory;
    console.log(uid, machines, whole);
    // @ts-expect-error: a machine count is a number
    const wrong: string = factory.machineCount;
    console.log(wrong);
  }
  // @ts-expect-error: a misspelt parameter does not compile
  client.listFactories({ limt: 20 });
  const page = await client.listFactories().page();
  const count: number = page.count;
  console.log(count);
}
`,
  );
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  const { output, ok } = copy.run("npx", "tsc", ...options, "--types", "node", file);
  expect(output).not.toContain("error");
  expect(ok).toBe(true);
});

test("the mock serves the new list in pages, and the client pulls and validates every record once", async () => {
  const file = await userProgram(
    "pull.mjs",
    `import { createClient } from "@metadata-service/client";
import { validateResponse } from "@metadata-service/client/validate";
import { startMock } from "@metadata-service/mock";
const mock = await startMock({ port: 0 });
const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey, validate: validateResponse });
const pages = [];
for await (const page of client.listFactories({ limit: 50 }).pages()) pages.push(page.records.map((factory) => factory.uid));
const first = await client.listFactories({ limit: 2 }).page();
const machines = await client.listFactories({ limit: 50 }).toArray();
await mock.stop();
console.log(JSON.stringify({ sizes: pages.map((page) => page.length), distinct: new Set(pages.flat()).size, first,
  counted: machines.every(({ machineCount: n }) => n === undefined || (Number.isInteger(n) && n >= 1 && n <= 900)),
  violation: validateResponse("listFactories", { ...first, data: [{ ...first.data[0], machineCount: 901 }] }) }));
`,
  );
  const { output, ok } = copy.run(process.execPath, file);
  expect(output, output).toContain("sizes");
  expect(ok).toBe(true);
  const result = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  expect(result.sizes.slice(0, 20)).toEqual(Array(20).fill(50));
  expect(result.sizes.reduce((sum: number, size: number) => sum + size, 0)).toBe(1000);
  expect(result.distinct).toBe(1000);
  expect(result.counted).toBe(true);
  expect(result.violation).toBe("data[0].machineCount must satisfy maximum 900");
  expect(result.first).toMatchObject({ count: 1000, previous: null, next: expect.stringContaining("offset=2") });
  expect(result.first.data).toHaveLength(2);
});

test("the command line has a command for the new list with its columns, and both connectors have a stream", async () => {
  const file = await userProgram(
    "command.mjs",
    `import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startMock } from "@metadata-service/mock";
const mock = await startMock({ port: 0 });
const env = { ...process.env, METADATA_BASE_URL: mock.url, METADATA_API_KEY: mock.apiKey };
const command = ["packages/cli/bin/metadata.js", "factories", "pull", "--format", "csv", "--quiet"];
const { stdout } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 1 << 26 });
await mock.stop();
const [header, ...rows] = stdout.trim().split("\\r\\n");
console.log(JSON.stringify({ header, rows: rows.length }));
`,
  );
  const { output } = copy.run(process.execPath, file);
  const { header, rows } = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  expect(header.split(",")).toEqual(expect.arrayContaining(["uid", "machineCount", "updatedDate"]));
  expect(rows).toBe(1000);
  for (const name of ["airbyte.yaml", "dlt_source.py"])
    expect(await readFile(join(copy.folder, "packages/cli/src/generated", name), "utf8")).toContain("factories");
});

test("assistants get a tool for the new list, and find it in the docs", async () => {
  const file = await userProgram(
    "tools.mjs",
    `import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
const child = spawn(process.execPath, ["packages/mcp/bin/metadata-mcp.js"], { stdio: ["pipe", "pipe", "inherit"] });
const info = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
const search = { name: "search_docs", arguments: { query: "How many machines it has" } };
for (const [id, method, params] of [[1, "initialize", info], [2, "tools/list", {}], [3, "tools/call", search]])
  child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\\n");
for await (const line of createInterface(child.stdout)) {
  console.log(line);
  if (JSON.parse(line).id === 3) break;
}
child.stdin.end();
`,
  );
  const { output } = copy.run(process.execPath, file);
  const [, list, found] = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).result);
  const tool = list.tools.find(({ name }: { name: string }) => name === "listFactories");
  expect(tool.inputSchema.properties).toMatchObject({ limit: { maximum: 50 }, updated_from: { format: "date-time" } });
  const { machineCount } = tool.outputSchema.properties.records.items.properties;
  expect(machineCount).toEqual({ type: "integer", description: "How many machines it has." });
  expect(JSON.stringify(found)).toContain("machineCount");
});

test("the contract suite covers the new list on the mock", async () => {
  const file = await userProgram(
    "contract.mjs",
    `import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { runContract } from "@metadata-service/contract";
import { startMock } from "@metadata-service/mock";
const mock = await startMock({ port: 0 });
const report = await runContract({ document, baseUrl: mock.url, apiKey: mock.apiKey, only: /listFactories/, seed: 1 });
await mock.stop();
console.log(JSON.stringify({ ...report, ids: report.results.map(({ id }) => id),
  failures: report.results.filter(({ verdict }) => verdict === "failed") }));
`,
  );
  const { output } = copy.run(process.execPath, "--no-warnings", file);
  expect(output, output).toContain('"ids"');
  const report = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  expect(report.failures).toEqual([]);
  // It has all cases of listReports, and those for its own field.
  const asked = cases(bundle).filter(({ id }) => id.includes("listReports"));
  expect(asked.length).toBeGreaterThan(20);
  expect(report.ids.length).toBeGreaterThanOrEqual(asked.length);
});

test("the docs show the new list, with its schema", async () => {
  const page = await readFile(join(copy.folder, "packages/docs/dist/site/reference.html"), "utf8").catch(() =>
    readFile(join(copy.folder, "packages/docs/dist/site/index.html"), "utf8"),
  );
  for (const text of ["listFactories", "/api/v1/factories", "How many machines it has."]) expect(page).toContain(text);
});

test("no files outside openapi/ were changed, except generated ones", async () => {
  const changed: string[] = [];
  for (const [path, text] of await copy.files(".")) {
    if (/^(user|\.git)\//.test(path)) continue;
    if (text !== before.get(path)) changed.push(path);
  }
  expect(changed.filter((path) => !path.startsWith("openapi/") && !path.includes("/src/generated/"))).toEqual([]);
  expect(changed).toContain("packages/client/src/generated/methods.ts");
});
