/** Generators write texts of a document only through the writers of the target languages (decision 0199). */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rawTexts } from "../lib/raw-texts.js";
import { root } from "../lib/repo.js";

const FOLDER = "packages/spec-tools/src/generate";
const PARTS = ["cli", "client", "connectors", "mcp"];

const WRITTEN = "a writer has made it, in the lines above";
const NO_CODE = "the result is a value, which its caller writes as text";

/** Where a template holds a text that is safe there, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  "cli/command-names.ts path": NO_CODE,
  "cli/command-names.ts list.path": NO_CODE,
  "cli/command-table.ts path": NO_CODE,
  "client/client-method.ts operation.summary": "docComment writes it",
  "client/client-method.ts operation.path": "docComment writes it",
  "client/client-method.ts shape.name": WRITTEN,
  "client/client-method.ts name": WRITTEN,
  "client/example-code.ts shape.name": WRITTEN,
  "client/example-code.ts repeated ? `[\u0024{value}]` : value": WRITTEN,
  "client/example-code.ts value": WRITTEN,
  "client/operation-shape.ts path": NO_CODE,
  "client/operation-shape.ts parameter.name": NO_CODE,
  "client/parameter-types.ts name": WRITTEN,
  "client/parameter-types.ts node.default": "docComment writes it",
  "connectors/airbyte-manifest.ts name": NO_CODE,
  "connectors/airbyte-manifest.ts value": WRITTEN,
  "connectors/dlt-source.ts name": WRITTEN,
  "mcp/tool-table.ts operation.path": NO_CODE,
};

test("no generator puts a text of a document into code as it is", async () => {
  const found = new Set<string>();
  for (const part of PARTS)
    for (const name of await readdir(join(root, FOLDER, part)))
      for (const { expression } of rawTexts(await readFile(join(root, FOLDER, part, name), "utf8")))
        found.add(`${part}/${name} ${expression}`);
  // Give the text to a writer of `packages/spec-tools/src/languages`, or say here why it is safe.
  expect([...found].sort()).toEqual(Object.keys(ALLOWED).sort());
});

test.each([
  ["`/** \u0024{operation.summary} */`", "operation.summary"],
  ["`class \u0024{info.title} {}`", "info.title"],
  ["`\u0024{description ?? 'none'}`", "description ?? 'none'"],
  ["`a \u0024{isOld ? summary : ''} b`", "isOld ? summary : ''"],
  ["`\u0024{names.map(({ name }) => `'\u0024{name}'`).join()}`", "name"],
  ["f(`\u0024{(schema as Schema).default}`)", "(schema as Schema).default"],
])("%s is found", (code, expression) => {
  expect(rawTexts(code)).toEqual([{ line: 1, expression }]);
});

test.each([
  "`const x = \u0024{text(operation.summary)};`",
  "docComment([`\u0024{operation.summary}: \u0024{operation.path}`])",
  "python.docstring(`The lists of \u0024{shape.title}`)",
  "new LimitError(`The operation \u0024{operation.name} is wrong`)",
  "`\u0024{lines.length} lines`",
])("%s is allowed", (code) => {
  expect(rawTexts(code)).toEqual([]);
});
