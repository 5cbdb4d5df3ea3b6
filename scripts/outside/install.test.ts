/**
 * Does what a new user does in an empty folder, with the packages from a registry: installation, first
 * request, commands, types.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Mock, startMock } from "@metadata-service/mock";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { root } from "../lib/repo.js";
import { makeProject, type Project, tool } from "./project.js";

let mock: Mock;
let project: Project;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
  project = await makeProject(inject("npmrc"));
  await project.write("package.json", '{ "private": true }');
  await project.npm("install", "@metadata-service/client", "@metadata-service/mock");
});
afterAll(async () => {
  await mock?.stop();
  await project?.remove();
});

/** Returns the sample of the README, with the URL of this test's mock. */
async function readmeSample(): Promise<string> {
  const [, sample = ""] = /```ts\n(.*?)```/s.exec(await readFile(join(root, "README.md"), "utf8")) ?? [];
  expect(sample).toContain("http://localhost:4010");
  return sample.replace("http://localhost:4010", mock.url);
}

it("installs exactly what was published", async () => {
  const { dependencies } = JSON.parse(await project.npm("ls", "--all", "--json"));
  const found = Object.entries<{ version: string }>(dependencies).map(([name, { version }]) => `${name}@${version}`);
  expect(found.length).toBe(2);
  expect(inject("published")).toEqual(expect.arrayContaining(found));
});

it("runs the README's sample", async () => {
  await project.write("sample.mjs", await readmeSample());
  expect(await project.run(process.execPath, "sample.mjs")).toMatch(
    /^lot-2026-0043 was stored on \S+\n1000 purchase orders, page after page\n$/,
  );
});

it("starts the mock with its command, and the mock responds to a first request", async () => {
  const child = spawn(join(project.folder, "node_modules/.bin/metadata-mock"), ["--port", "0", "--json"], {
    cwd: project.folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let url: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      url = JSON.parse(line).url;
      break;
    }
    const response = await fetch(`${url}/api/v1/reports?limit=1`, { headers: { apiKey: "demo-key" } });
    expect(response.status).toBe(200);
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
});

describe("CommonJS", () => {
  const test = `const { BadRequestError, createClient, ApiError } = require("@metadata-service/client");
const { validateResponse } = require("@metadata-service/client/validate");
test("reads a list, and knows its errors", async () => {
  const client = createClient({ baseUrl: BASE, apiKey: "demo-key", validate: validateResponse });
  const page = await client.listReports({ limit: 2 }).page();
  expect(page.data.length).toBe(2);
  const error = await client.listReports({ limit: 2000 }).page().catch((error) => error);
  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toBeInstanceOf(ApiError);
});
`;

  it("works in Jest with its default setup", async () => {
    await project.write("client.test.js", test.replace("BASE", JSON.stringify(mock.url)));
    await project.write("jest.config.json", "{}");
    // Its summary goes to standard error. If a test fails, it exits with an error that contains the output.
    const report = await project.run(process.execPath, tool("jest/bin/jest.js"), "--rootDir", project.folder, "--json");
    expect(JSON.parse(report)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
  });

  it("works with Node's require, which loads the same module as import", async () => {
    await project.write(
      "require.cjs",
      `const required = require("@metadata-service/client");
const mock = require("@metadata-service/mock");
import("@metadata-service/client").then((imported) =>
  console.log(required.createClient === imported.createClient, typeof mock.startMock));
`,
    );
    expect(await project.run(process.execPath, "--no-warnings", "require.cjs")).toBe("true function\n");
  });
});

describe("types", () => {
  const RESOLUTIONS = [
    ["node10", "commonjs"],
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["bundler", "esnext"],
  ] as const;
  const COMPILERS = ["typescript-5.4", "typescript-5.9", "typescript-6", "typescript-7"] as const;

  beforeAll(async () => {
    const use = `import { createClient, ApiError, type PurchaseOrder } from "@metadata-service/client";
import { validateResponse } from "@metadata-service/client/validate";
export async function read(limit?: number, timeout?: number): Promise<PurchaseOrder[]> {
  const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key", validate: validateResponse, timeout });
  // @ts-expect-error a misspelt parameter
  client.listPurchaseOrders({ limitt: 1 });
  try {
    return await client.listPurchaseOrders({ limit }, { timeout }).toArray();
  } catch (error) {
    if (error instanceof ApiError) console.log(error.status);
    throw error;
  }
}
`;
    await project.write("use.mts", use);
    await project.write("use.cts", use);
    await project.write("use.ts", use);
  });

  for (const compiler of COMPILERS)
    for (const [resolution, module] of RESOLUTIONS) {
      // TypeScript 7 no longer has the module resolution from before `exports`.
      if (compiler === "typescript-7" && resolution === "node10") continue;
      it.concurrent(`compile with ${compiler}, moduleResolution ${resolution}`, async () => {
        // Only with Node's module rules does the extension of a file determine its module type.
        const files = module.startsWith("node") ? ["use.mts", "use.cts"] : ["use.ts"];
        const options = {
          module,
          moduleResolution: resolution,
          target: "es2022",
          lib: ["es2023", "dom", "dom.iterable"],
          strict: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
          types: [],
          // TypeScript 6 warns that node10 will be removed.
          ...(compiler === "typescript-6" && { ignoreDeprecations: "6.0" }),
        };
        const config = `tsconfig.${compiler}.${resolution}.json`;
        await project.write(config, JSON.stringify({ compilerOptions: options, files }));
        // A concurrent test would need its own `expect` from vitest. If the compiler fails, `run` throws
        // its output anyway.
        assert.equal(await project.run(process.execPath, tool(`${compiler}/bin/tsc`), "-p", config), "");
      });
    }
});

describe("with the other packages installed,", () => {
  beforeAll(() => project.npm("install", "@metadata-service/contract", "@metadata-service/service"));

  it("metadata-contract runs against the mock", async () => {
    const output = await project.run(
      join(project.folder, "node_modules/.bin/metadata-contract"),
      ...["--base-url", mock.url, "--api-key", mock.apiKey, "--provoke-header", "Prefer: code={status}", "--any-uid"],
      // One case for each way in which cases are generated; the suite's own tests show what all cases find.
      ...["--effort", "quick", "--only", "^listPurchaseOrdersV3 (accepts|rejects type|query)"],
    );
    expect(output).toMatch(/listPurchaseOrdersV3 {2,}200 {2,}\d+/);
    expect(output).toMatch(/\n\d+ passed, 0 failed in/);
  });

  it("metadata-service creates a key in an embedded database", async () => {
    const command = join(project.folder, "node_modules/.bin/metadata-service");
    const key = await project.run(command, "keys", "create", "--label", "nightly", "--data", "./data");
    expect(key).toMatch(/^ms_\S+\n$/);
    expect(await project.run(command, "keys", "list", "--data", "./data")).toContain("nightly");
  });
});
