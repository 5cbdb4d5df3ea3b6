// About this API: files of its spec are edited.
/**
 * Tests that a running `npm start` reloads after `npm run generate`, and keeps serving the previous version if the new
 * one cannot be built.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRepo, type RepoCopy, turboCache } from "./copy-repo.js";
import { dataFolder, npmStart } from "./start-command.js";

let copy: RepoCopy;
beforeAll(async () => {
  copy = await copyRepo();
});
afterAll(() => copy.remove());

const generate = () => copy.run("npm", "run", "generate");
const version = (from: string, to: string) =>
  copy.edit("openapi/openapi.yaml", `version: ${from}\n`, `version: ${to}\n`);

test("mock, docs and service follow the spec, and keep the previous version if it cannot be built", async () => {
  const ports = ["--mock-port", "0", "--docs-port", "0", "--service-port", "0"];
  const environment = { TURBO_CACHE_DIR: turboCache() };
  const started = npmStart(copy.folder, environment, [...ports, "--data", await dataFolder()]);
  await started.waitForOutput("Press Ctrl-C");
  const { mock, docs, service } = Object.fromEntries(
    ["mock", "docs", "service"].map((part) => [part, started.urlOf(part)]),
  );
  /** Returns the version that each server serves. */
  const served = async () => [
    ((await (await fetch(`${mock}/`)).json()) as { version: string }).version,
    ((await (await fetch(`${service}/`)).json()) as { version: string }).version,
    /"version": "(.*?)"/.exec(await (await fetch(`${docs}openapi.json`)).text())?.[1],
  ];
  expect(await served()).toEqual(["1.0.0", "1.0.0", "1.0.0"]);

  await version("1.0.0", "1.1.0");
  await copy.edit("openapi/paths/reports.yaml", "schemas/ReportsPage.yaml", "schemas/ReportPages.yaml");
  const refused = generate();
  expect([refused.ok, refused.output]).toEqual([
    false,
    expect.stringMatching(/openapi\/paths\/reports\.yaml:\d+:\d+[\s\S]*Did you mean ReportsPage\.yaml\?/),
  ]);
  expect(await served()).toEqual(["1.0.0", "1.0.0", "1.0.0"]);

  await copy.edit("openapi/paths/reports.yaml", "schemas/ReportPages.yaml", "schemas/ReportsPage.yaml");
  // One that neither client nor command is built with, which `npm run generate` builds.
  const source = "packages/service/src/index.ts";
  const text = (await copy.files("packages/service/src")).get(source) ?? "";
  await copy.edit(source, "", `${text}export const broken: number = "text";\n`);
  expect(generate()).toMatchObject({ ok: true });
  await started.waitForOutput("The previous version is still served.");
  // The rejected spec was not a new version: nothing was written, and nothing was reloaded.
  expect(started.output().match(/The spec changed\./g)).toHaveLength(1);
  expect(started.output()).toMatch(/src\/index\.ts\(\d+,\d+\): error TS2322/);
  expect(await served()).toEqual(["1.0.0", "1.0.0", "1.0.0"]);

  await copy.edit(source, "", text);
  await version("1.1.0", "1.2.0");
  expect(generate()).toMatchObject({ ok: true });
  await started.waitForOutput("Mock, docs and service serve the new version");
  expect(await served()).toEqual(["1.2.0", "1.2.0", "1.2.0"]);

  const changelog = async () => (await fetch(`${docs}changelog.html`)).text();
  await copy.edit("openapi/CHANGELOG.md", "## 1.0.0", "## 1.0.1 (2026-11-24)\n\nA sentence about it.\n\n## 1.0.0");
  await started.waitForOutput("The docs serve it.");
  expect(await changelog()).toContain("A sentence about it.");

  started.interrupt();
  await started.ended;
  expect(started.output()).toMatch(/Stopped\.\s*$/);
});
