/** Documents that would use up memory or time end with a message, in a process with a small heap. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OVERSIZED } from "@metadata-service/test-kit/hostile/oversized";
import { withSmallHeap } from "@metadata-service/test-kit/small-heap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOUNDS, fileProblem } from "../src/document/bounds.js";
import { lengthOf, shortened } from "../src/document/smallest-size.js";
import { inRepo } from "../src/in-repo.js";
import { findLimitsByEffect } from "../src/limits/find-limits.js";
import { loadDocument } from "../src/load/load-document.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bounds-"));
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = (index: number) => join(folder, `${index}.yaml`);

describe("a document in a few lines that stands for gigabytes", () => {
  let results: Record<string, { readonly strict: string; readonly tolerant: string; readonly generated: string }>;
  beforeAll(async () => {
    const all = Object.entries(OVERSIZED);
    await Promise.all(all.map(([, { text }], index) => writeFile(fileOf(index), text)));
    results = await withSmallHeap(
      `import { loadDocument } from "./src/load/load-document.ts";
import { clientFiles } from "./src/generate/client/client-files.ts";
import { commandTableFile } from "./src/generate/cli/command-table.ts";
import { airbyteManifest } from "./src/generate/connectors/airbyte-manifest.ts";
import { dltSource } from "./src/generate/connectors/dlt-source.ts";
import { connectorShape } from "./src/generate/connectors/streams.ts";
import { toolTable } from "./src/generate/mcp/tool-table.ts";
import { withoutReferences } from "./src/generate/without-references.ts";
import { slowPatterns } from "./src/limits/slow-patterns.ts";
const tried = (promise) => promise.then(() => "", ({ message }) => message);
async function generate(document) {
  await clientFiles(document);
  commandTableFile(document);
  toolTable(document);
  withoutReferences(document);
  const shape = connectorShape(document);
  airbyteManifest(shape);
  dltSource(shape);
  await slowPatterns(document);
}
const results = {};
for (const [name, file] of ${JSON.stringify(all.map(([name], index) => [name, fileOf(index)]))}) {
  const strict = await tried(loadDocument(file));
  const tolerant = await tried(loadDocument(file, { isTolerant: true }));
  const generated = strict ? "" : await tried(loadDocument(file).then(({ document }) => generate(document)));
  results[name] = { strict, tolerant, generated };
}
console.log(JSON.stringify(results));`,
      inRepo("packages/spec-tools"),
    );
  });

  test.each(Object.entries(OVERSIZED))("%s", (name, { effect, line }) => {
    const { strict, tolerant, generated } = results[name] ?? {};
    const index = Object.keys(OVERSIZED).indexOf(name);
    if (effect === "refused") expect(tolerant).toMatch(new RegExp(`^\\S*/${index}\\.yaml:${line}:\\d+: .+; .+\\.$`));
    else expect(tolerant).toBe("");
    if (effect === "impossible") expect(strict).toMatch(/yaml:\d+:\d+: (No value satisfies|All values of) this schema/);
    if (effect === "harmless") expect([strict, generated]).toEqual(["", ""]);
  });
});

test("a thousand operations whose schemas refer to each other are no problem", () => {
  const content = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  const operation = (name: string, index: number) => ({
    operationId: `make${name}And${index}`,
    requestBody: { required: true, content: content(name) },
    responses: { 200: { description: "d", content: content(name) } },
  });
  const schemas = Object.fromEntries(
    Array.from({ length: 250 }, (_, i) => {
      const others = [1, 7, 31].map((step) => ({ $ref: `#/components/schemas/S${(i * step + step) % 250}` }));
      const properties = {
        id: { type: "string", maxLength: 50_000 },
        next: others[0],
        more: { type: "array", items: others[1] },
      };
      return [`S${i}`, { type: "object", required: ["id"], properties: { ...properties, one: { anyOf: others } } }];
    }),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, i) => [`/s${i}`, { post: operation(`S${i % 250}`, i) }]),
  );
  const document = { openapi: "3.1.1", info: { title: "Large", version: "1" }, paths, components: { schemas } };
  expect(fileProblem(document)).toBeUndefined();
  expect(findLimitsByEffect(document)).toEqual({ ofDocument: [], ofOperations: [] });
});

test("what public documents have is no problem", () => {
  const schemas = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`S${i}`, { enum: Array(100).fill(i) }]));
  expect(fileProblem({ components: { schemas } })).toBeUndefined();
});

test("a file may not have more values or levels than the bounds say", () => {
  const levels = (count: number): unknown => (count === 0 ? 1 : [levels(count - 1)]);
  expect(fileProblem(levels(BOUNDS.depth))).toBeUndefined();
  expect(fileProblem(levels(BOUNDS.depth + 1))).toMatchObject({ pointer: `#${"/0".repeat(BOUNDS.depth)}` });
  const shared = Array(1_000).fill(1);
  expect(fileProblem({ few: Array(2_000).fill(shared) })).toBeUndefined();
  expect(fileProblem({ many: { all: Array(3_000).fill(shared) } })).toMatchObject({ pointer: "#/many/all" });
});

test("a chain of references ends at the bound", () => {
  const chain = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`s${i}`, i === count - 1 ? {} : { $ref: `#/s${i + 1}` }]),
    );
  expect(fileProblem(chain(BOUNDS.references))).toBeUndefined();
  expect(fileProblem(chain(BOUNDS.references + 3))?.message).toMatch(/leads to more than 100 others/);
});

test.each([
  ["^[a-z]{1000000000}$", 1_000_000_000],
  ["a|bcd", 1],
  ["(?:ab|c){3}d?", 3],
  ["a*?b+c{2,}?", 3],
  ["^(?=.{5})x$", 1],
  [String.raw`\d{4}-\d{2}(-\d{2})?`, 7],
  [String.raw`[\]x]{3}\.`, 4],
  [String.raw`(?<y>ab)\k<y>`, 2],
  ["(", 0],
  ["", 0],
])("every match of %s has at least %i characters", (pattern, length) => {
  expect(lengthOf(pattern)).toBe(length);
});

test.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["^(?:a*)*$", "^(?:a{0,3}){0,3}$"],
  ["^[+*{2}]{0,1000000000}x{2}$", "^[+*{2}]{0,3}x{2}$"],
])("%s is shortened to %s", (pattern, short) => {
  expect(shortened(pattern)).toBe(short);
});

test("a file that is too large is not read", async () => {
  const path = join(folder, "large.yaml");
  await writeFile(path, " ".repeat(BOUNDS.bytes + 1));
  await expect(loadDocument(path)).rejects.toThrow(/has 67,108,865 bytes; a file of a spec may have 67,108,864/);
});

describe("the folder of a spec", () => {
  const spec = (ref: string) =>
    `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:\n  /a: { get: { responses: { "200": { description: d, content: { application/json: { schema: { $ref: ${JSON.stringify(ref)} } } } } } } }\n`;
  beforeAll(async () => {
    await mkdir(join(folder, "root/spec"), { recursive: true });
    await writeFile(join(folder, "root/shared.yaml"), "type: string\n");
    await writeFile(join(folder, "secret.yaml"), "type: string\n");
    await symlink(join(folder, "secret.yaml"), join(folder, "root/spec/link.yaml"));
  });
  const load = async (ref: string) => {
    const path = join(folder, "root/spec/openapi.yaml");
    await writeFile(path, spec(ref));
    const message = (promise: Promise<unknown>) =>
      promise.then(
        () => "",
        (error: Error) => error.message,
      );
    const wider = { folder: join(folder, "root"), option: "--root DIR" };
    return [await message(loadDocument(path)), await message(loadDocument(path, wider))];
  };

  test("may be a wider one, which the message says", async () => {
    const [narrow, wide] = await load("../shared.yaml");
    expect(narrow).toMatch(
      /openapi\.yaml:4:\d+: .*shared\.yaml is outside of the folder of the spec, .*copy it into this folder/s,
    );
    expect(wide).toBe("");
  });

  test("that does not exist is named", async () => {
    const path = join(folder, "root/spec/openapi.yaml");
    const missing = { folder: join(folder, "none"), option: "--root DIR" };
    await expect(loadDocument(path, missing)).rejects.toThrow(/There is no folder \S*none; check --root DIR\./);
  });

  test.each([
    "../../secret.yaml",
    "..%2F..%2Fsecret.yaml",
    "%2e%2e/%2e%2e/secret.yaml",
    "link.yaml",
    "/etc/hostname",
    "../../not-there.yaml",
  ])("does not contain %s, even if it is wider", async (ref) => {
    for (const message of await load(ref)) expect(message).toContain("is outside of the folder of the spec");
    expect((await load(ref))[1]).toContain("or name a folder that contains both with --root DIR");
  });

  test.each(["http://127.0.0.1:1/a.yaml", "https://a.invalid/a.yaml"])(
    "does not contain %s, which is not fetched",
    async (ref) => {
      for (const message of await load(ref)) expect(message).toContain(`${ref} is not a file of this spec`);
    },
  );

  test.each([
    "HTTP://127.0.0.1:1/a.yaml",
    "file:///etc/hostname",
    "file:/etc/hostname",
    "//host/share/a.yaml",
    "\\\\host\\share\\a.yaml",
  ])("does not contain %s", async (ref) => {
    for (const message of await load(ref)) expect(message).toMatch(/Can't resolve \$ref|is outside of the folder/);
  });
});
