// About this API: the samples of the README file.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startMock } from "@metadata-service/mock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationTable } from "../src/generated/operation-table.js";
import { RUNTIMES, whyNot } from "./runtimes.js";
import { IMPORTS, sizes } from "./sizes.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name: string) => join(root, "../../node_modules/.bin", name);

describe("the size of an import", async () => {
  const all = await sizes();
  const further = Object.keys(operationTable).length - 4;
  it.each(IMPORTS)("is within its budget: $name", ({ name, budget, perOperation }) => {
    expect(all.find((size) => size.name === name)?.bytes).toBeLessThanOrEqual(budget + perOperation * further);
  });
});

describe("the samples of README.md", () => {
  let folder = "";
  beforeAll(async () => {
    // Created inside the package so that the samples can import it by name. The folder is in `.gitignore`, because
    // other tests read the source files at the same time.
    folder = await mkdtemp(join(root, ".run-"));
    const readme = await readFile(join(root, "README.md"), "utf8");
    const samples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
    expect(samples.length).toBeGreaterThanOrEqual(10);
    await writeFile(join(folder, "samples.ts"), samples.join("\n"));
    const options = {
      strict: true,
      noEmit: true,
      module: "nodenext",
      target: "es2022",
      types: ["node"],
      lib: ["es2023", "dom"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["samples.ts"] }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("compile under TypeScript 5, with all of the published types checked", async () => {
    await run(bin("tsc"), ["-p", folder]);
  });

  const missing = whyNot("TypeScript 7");
  it.skipIf(missing)(`compile under TypeScript 7${missing ? ` (skipped: ${missing})` : ""}`, async () => {
    await run(process.execPath, [RUNTIMES["TypeScript 7"], "-p", folder]);
  });

  it("run, and print what their comments show", async () => {
    const mock = await startMock({ port: 0 });
    try {
      const samples = await readFile(join(folder, "samples.ts"), "utf8");
      const file = join(folder, "run.ts");
      await writeFile(file, samples.replaceAll("http://localhost:4010", mock.url).replaceAll("demo-key", mock.apiKey));
      const { stdout } = await run(process.execPath, ["--import", "tsx", file]);
      expect(stdout).toContain("po-000001");
      expect(stdout).toContain("1000 of 1000");
      expect(stdout).toContain("{ color: 'red', size: { width: 12, exact: true } }");
      expect(stdout).toContain("size 2 items");
      expect(stdout).toContain("fix the request: ");
      expect(stdout).toContain("1000 orders");
      expect(stdout).toContain("no longer needed");
      expect(stdout).toContain("1000 reports, as the spec promises");
    } finally {
      await mock.stop();
    }
  });
});

describe("the package", () => {
  it("declares no side effects, and only openapi-fetch as a dependency", async () => {
    const { sideEffects, dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    expect({ sideEffects, dependencies: Object.keys(dependencies) }).toEqual({
      sideEffects: false,
      dependencies: ["openapi-fetch"],
    });
  });
});
