/**
 * Imports point in one direction: spec-tools <- every package <- scripts; server-rules <- mock, service; client <- cli <- mcp.
 * The contract suite is independent. Type imports count as well.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Allowed, circles, importsOf, importViolations, loadedWith } from "../lib/import-graph.js";
import { root } from "../lib/repo.js";

const ALLOWED: Record<string, Allowed> = {
  openapi: { source: [], tests: ["spec-tools"] },
  "packages/test-kit": { source: [], tests: [] },
  "packages/spec-tools": { source: [], tests: ["test-kit"] },
  "packages/spec-diff": { source: ["spec-tools"], tests: ["test-kit"] },
  "packages/server-rules": { source: ["spec-tools"], tests: ["openapi", "test-kit"] },
  "packages/mock": {
    source: ["openapi", "server-rules", "spec-tools"],
    // Both servers share one table of hostile requests, and one way to measure how time grows with length.
    tests: ["test-kit"],
  },
  "packages/service": { source: ["openapi", "server-rules", "spec-tools"], tests: ["test-kit"] },
  // Its source knows the API only through its generated files; its tests need a server.
  "packages/client": { source: [], tests: ["mock", "openapi", "spec-tools"] },
  // Its source knows the API only through its generated table and the client; its tests need a PostgreSQL server.
  "packages/cli": {
    source: ["client", "spec-tools"],
    tests: ["mock", "test-kit"],
    // Its commands are tested with the client for a spec with names that tools stumble over.
    testFolders: ["packages/client/test/operations"],
  },
  // Its tools call the API as the command does; its tests need a server, and clients for other documents.
  "packages/mcp": {
    source: ["cli", "client", "spec-tools"],
    tests: ["mock"],
    testFolders: ["packages/client/test/operations"],
  },
  // It must not share code with the servers that it judges (decision 0040).
  "packages/contract": {
    source: ["openapi"],
    // Its mutants come from the model of the document, which the mock reads as well.
    tests: ["client", "mock", "service", "spec-tools", "test-kit"],
    // It runs the cases of one server on the other, and needs the databases on which the service is tested.
    testFolders: ["packages/client/test", "packages/mock/test/cases", "packages/service/test/support"],
  },
  // Its samples are programs that use the client and the mock.
  "packages/docs": {
    source: ["client", "mock", "openapi", "spec-tools"],
    tests: ["test-kit"],
    // Its samples are tested with a client for a spec with every type of operation.
    testFolders: ["packages/client/test/operations"],
  },
  scripts: {
    source: [
      ...["client", "contract", "docs", "mock", "openapi", "server-rules", "service", "spec-diff", "spec-tools"],
      // The cluster is tried with the processes and queries of the tests.
      "test-kit",
    ],
    tests: [],
    testFolders: ["packages/client/test/operations", "packages/service/bench"],
  },
};

/** Folders that are not read: installed, built, generated. */
const SKIPPED = /^(node_modules|dist|generated|released|test-results|\..*)$/;

async function sourceFiles(folder: string): Promise<[path: string, text: string][]> {
  const found: [string, string][] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (SKIPPED.test(entry.name)) continue;
    if (entry.isDirectory()) found.push(...(await sourceFiles(path)));
    else if (/\.[cm]?[jt]sx?$/.test(entry.name)) found.push([path, await readFile(join(root, path), "utf8")]);
  }
  return found;
}

const files = new Map((await Promise.all(["openapi", "packages", "scripts"].map(sourceFiles))).flat());
const imports = importsOf(files);

describe("the imports of this repository", () => {
  it("are found", () => expect(imports.length).toBeGreaterThan(1000));

  it("point in one direction, and never to internal files of another package", () => {
    expect(importViolations(imports, ALLOWED)).toEqual([]);
  });

  it("have no cycles", () => {
    expect(circles(imports).map((files) => files.join(" -> "))).toEqual([]);
  });

  it("let servers load the spec reader without loading any other package", () => {
    const loaded = loadedWith("packages/spec-tools/src/index.ts", imports);
    expect(loaded.packages).toEqual([]);
    // The reader also contains the naming of the client's methods, because the docs show calls of them and it rejects
    // names that a method cannot have.
    const own =
      /^packages\/spec-tools\/src\/((index|own)\.ts|describe-(file|listen)-error\.ts|document\/|model\/|generate\/client\/|languages\/|closest\.ts|json\/(exact-number|survives-round-trip|type-of)\.ts|limits\/(keywords|limit)\.ts)/;
    expect(loaded.files.filter((file) => !own.test(file))).toEqual([]);
  });
});

describe("the check", () => {
  const of = (files: Record<string, string>) => importsOf(new Map(Object.entries(files)));

  it.each([
    ["an import", 'import { createClient } from "@metadata-service/client";'],
    ["an import of a type", 'import type { Client } from "@metadata-service/client";'],
    ["a type in place", 'let client: import("@metadata-service/client").Client;'],
    ["a dynamic import", 'const { createClient } = await import("@metadata-service/client");'],
    ["a re-export", 'export * from "@metadata-service/client/validate";'],
  ])("finds %s in the wrong direction", (_, text) => {
    const [wrong, ...more] = importViolations(of({ "packages/mock/src/a.ts": text }), ALLOWED);
    expect(wrong).toContain("packages/mock/src/a.ts: packages/mock must not import client (@metadata-service/client");
    expect(more).toEqual([]);
  });

  it("allows imports in tests that it does not allow in the source", () => {
    const text = 'import { startMock } from "@metadata-service/mock";';
    expect(importViolations(of({ "packages/client/test/a.ts": text }), ALLOWED)).toEqual([]);
    expect(importViolations(of({ "packages/client/src/a.ts": text }), ALLOWED)).toHaveLength(1);
  });

  it("finds an import of an internal file of another package, and of scripts", () => {
    const files = {
      "packages/docs/src/site/site.ts": 'import { x } from "../../../mock/src/x.js";',
      "packages/mock/src/x.ts": "",
    };
    expect(importViolations(of(files), ALLOWED)).toEqual([
      "packages/docs/src/site/site.ts imports an internal file of packages/mock: ../../../mock/src/x.js",
    ]);
    expect(
      importViolations(of({ "packages/docs/src/a.ts": 'import "../../../scripts/lib/repo.js";' }), ALLOWED),
    ).toHaveLength(1);
  });

  it("finds a cycle, even of type imports", () => {
    const files = {
      "packages/a/src/one.ts": 'import type { Two } from "./two.js";',
      "packages/a/src/two.ts": 'import { three } from "./three.js";',
      "packages/a/src/three.ts": 'import { one } from "./one.js";\nimport { two } from "./aside.js";',
      "packages/a/src/aside.ts": "",
    };
    expect(circles(of(files))).toEqual([["one", "two", "three", "one"].map((name) => `packages/a/src/${name}.ts`)]);
  });
});
