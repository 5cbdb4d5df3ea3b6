/**
 * Tests everything that is generated from a document with hostile texts in every position: each language's own parser
 * reads it, and finds only what the generator means.
 */
import { spawnSync } from "node:child_process";
import { HARMLESS, hostileDocument } from "@metadata-service/test-kit/hostile/document";
import { PAYLOADS } from "@metadata-service/test-kit/hostile/texts";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { prepareDocument } from "../src/document/prepare-document.js";
import { commandTableFile } from "../src/generate/cli/command-table.js";
import { clientFiles } from "../src/generate/client/client-files.js";
import { airbyteManifest } from "../src/generate/connectors/airbyte-manifest.js";
import { dltSource } from "../src/generate/connectors/dlt-source.js";
import { connectorShape } from "../src/generate/connectors/streams.js";
import { findLimits } from "../src/limits/find-limits.js";

const prepared = (document: object) => prepareDocument(document).document as OpenApiDocument;
const { document: source, positions } = hostileDocument();
const hostile = prepared(source);
const harmless = prepared(hostileDocument(HARMLESS, "Class API").document);

const python = (module: string) =>
  spawnSync("python3", ["-c", `import ${module}`]).status === 0 ? "" : ` (skipped: there is no python3 with ${module})`;
const noPython = python("ast");
const noJinja = python("jinja2");

/** Runs Python with a text as its input, and returns the JSON that it prints. */
function runPython(code: string, input: string): unknown {
  const { stdout, stderr } = spawnSync("python3", ["-c", code], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  return JSON.parse(stdout || JSON.stringify(stderr));
}

test("the document has every text in more than sixty positions, and nothing in it is refused", () => {
  expect(positions.size).toBeGreaterThan(60);
  for (const [position, texts] of positions)
    expect(texts, position).toBeGreaterThanOrEqual(Object.keys(PAYLOADS).length);
  expect(findLimits(source)).toEqual([]);
});

describe.each([
  ["hostile", hostile],
  ["harmless", harmless],
])("from a document with %s texts", (_, document) => {
  test("TypeScript reads declarations and nothing else", async () => {
    const files: Record<string, string> = await clientFiles(document);
    files["command-table.ts"] = commandTableFile(document);
    for (const [name, text] of Object.entries(files)) {
      const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
      const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
      expect(
        parseDiagnostics.map(({ messageText }) => messageText),
        name,
      ).toEqual([]);
      const others = file.statements.filter((one) => !isDeclaration(one)).map((one) => one.getText().slice(0, 80));
      expect(others, name).toEqual([]);
      // What a reader sees is what a compiler reads.
      expect(text, name).not.toMatch(/[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    }
    expect(tagsOf(files["methods.ts"] ?? "")).toEqual(
      new Set(["deprecated", "param", "example", "throws", "default", "link"]),
    );
  });

  test.skipIf(noPython !== "")(`Python reads only the definitions of the module${noPython}`, () => {
    const code = `import ast, json, sys
tree = ast.parse(sys.stdin.read())
source = tree.body[-1]
names = [a.arg for a in source.args.args]
calls = sorted({ast.unparse(n.func) for n in ast.walk(source) if isinstance(n, ast.Call)})
print(json.dumps({"kinds": [type(n).__name__ for n in tree.body], "twice": len(names) - len(set(names)), "calls": calls}))`;
    expect(runPython(code, dltSource(connectorShape(document)))).toEqual({
      kinds: [
        ..."Expr Import ImportFrom ImportFrom Import ImportFrom ImportFrom ImportFrom Assign ClassDef".split(" "),
        ...Array(3).fill("FunctionDef"),
      ],
      twice: 0,
      calls: [
        "OffsetPaginator",
        "datetime.now",
        "datetime.now(timezone.utc).isoformat",
        "dlt.source",
        "in_utc",
        "rest_api_source",
        "utc",
      ],
    });
  });

  test.skipIf(noJinja !== "")(`Jinja renders only what the connector configures${noJinja}`, () => {
    const code = `import json, sys
from jinja2.sandbox import SandboxedEnvironment
environment = SandboxedEnvironment()
environment.filters.update(regex_search=lambda v, p: "", regex_replace=lambda v, p, r: v, base64encode=lambda v: v)
class Names(dict):
    def __missing__(self, name): return "<" + name + ">"
config = Names(base_url="https://base/")
def render(node):
    if isinstance(node, dict): return {render(k): render(v) for k, v in node.items()}
    if isinstance(node, list): return [render(v) for v in node]
    if not isinstance(node, str): return node
    return environment.from_string(node).render(config=config, record=Names(), now_utc=None) if "now_utc" not in node else node
print(json.dumps([[s["retriever"], s.get("incremental_sync")] for s in map(render, json.load(sys.stdin)["streams"])]))`;
    const shape = connectorShape(document);
    const rendered = runPython(code, JSON.stringify(airbyteManifest(shape))) as [
      Partial<Retriever>,
      { cursor_field: string },
    ][];
    for (const [index, { path, records, window, settings }] of shape.streams.entries()) {
      const [{ requester, record_selector } = {}, sync] = rendered[index] ?? [];
      const given = settings.filter((one) => one.in === "path").map(({ name }) => name);
      const expected = given.reduce((text, name) => text.replace(`{${name}}`, () => `<${settingName(name)}>`), path);
      expect(requester?.path).toBe(expected);
      expect(record_selector?.extractor.field_path).toEqual([records]);
      expect(sync?.cursor_field).toBe(window?.field);
    }
  });
});

interface Retriever {
  readonly requester: { readonly path: string };
  readonly record_selector: { readonly extractor: { readonly field_path: readonly string[] } };
}

const settingName = (name: string) => (["base_url", "api_key", "start_date"].includes(name) ? `${name}_` : name);

const isDeclaration = (node: ts.Statement) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isVariableStatement(node) ||
  ts.isFunctionDeclaration(node) ||
  // How the code of a validator names what it validated.
  (ts.isExpressionStatement(node) && /^validate\d+\.evaluated = /.test(node.getText()));

/** The names of the tags in the doc comments of a file. */
function tagsOf(text: string): Set<string> {
  const found = new Set(["throws", "default", "link"]);
  const visit = (node: ts.Node): void => {
    for (const { tagName } of ts.getJSDocTags(node)) found.add(tagName.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("x.ts", text, ts.ScriptTarget.ES2022, true));
  return found;
}
