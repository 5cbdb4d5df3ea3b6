/** Tests the writers of the languages with hostile texts: each language's own parser must read the same text again. */
import { spawnSync } from "node:child_process";
import { PAYLOADS } from "@metadata-service/test-kit/hostile/texts";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { nodeAt, pointerTo } from "../src/document/pointer.js";
import * as jinja from "../src/languages/jinja.js";
import * as python from "../src/languages/python.js";
import * as shell from "../src/languages/shell.js";
import * as typescript from "../src/languages/typescript.js";

const texts = [
  ...Object.values(PAYLOADS),
  "",
  "\0",
  "class",
  "__proto__",
  "1a",
  "日本",
  "naïve café",
  "ⸯ",
  "x".repeat(300),
];

/** Runs Python with JSON as its input, and returns the JSON that it prints. */
function runPython(code: string, input: unknown): unknown {
  const { stdout, stderr } = spawnSync("python3", ["-c", `import json, sys\nvalue = json.load(sys.stdin)\n${code}`], {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  return JSON.parse(stdout || JSON.stringify(stderr));
}
const noPython = spawnSync("python3", ["-c", ""]).status !== 0 ? " (skipped: there is no python3)" : "";
const noJinja = spawnSync("python3", ["-c", "import jinja2"]).status !== 0 ? " (skipped: Python has no jinja2)" : "";

describe("TypeScript", () => {
  test("reads every text from its literal, and every JSON value", () => {
    const evaluate = (code: string): unknown => new Function(`return ${code}`)();
    for (const text of texts) {
      expect(evaluate(typescript.text(text))).toBe(text);
      expect(evaluate(typescript.json({ a: [text, { b: text }] }, 2))).toEqual({ a: [text, { b: text }] });
      expect(evaluate(`({ a: { ${typescript.propertyName(text === "__proto__" ? "x" : text)}: 1 } })`)).toBeDefined();
      // What a reader of the code sees is what it means.
      expect(typescript.text(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
    }
  });

  test("reads every identifier as a name", () => {
    for (const [index, name] of typescript.argumentNames(texts).entries()) {
      const file = ts.createSourceFile("x.ts", `const ${name} = 1;`, ts.ScriptTarget.ES2024);
      expect((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics, texts[index]).toEqual([]);
      const [statement] = file.statements;
      expect(statement && ts.isVariableStatement(statement) && statement.declarationList.declarations.length).toBe(1);
    }
  });

  test("finds only the tags that are tags in a doc comment, and nothing outside of it", () => {
    for (const text of texts) {
      const long = `${"word ".repeat(30)}@deprecated ${text}`;
      const parts = [text, long, { tag: "@param x", text }, { tag: "@example", code: typescript.text(text) }];
      const source = `${typescript.docComment(parts, "  ")}function f(x: number) {}`;
      const file = ts.createSourceFile("x.ts", source, ts.ScriptTarget.ES2024, true);
      expect(
        file.statements.map(({ kind }) => kind),
        source,
      ).toEqual([ts.SyntaxKind.FunctionDeclaration]);
      const tags = ts.getJSDocTags(file.statements[0] as ts.Statement).map(({ tagName }) => tagName.text);
      expect(tags, source).toEqual(["param", "example"]);
      const [parameter] = (file.statements[0] as ts.FunctionDeclaration).parameters;
      expect(parameter && ts.getJSDocTags(parameter).map(({ tagName }) => tagName.text)).toEqual(["param"]);
    }
  });
});

describe.skipIf(noPython !== "")(`Python${noPython}`, () => {
  test("reads every text from its literal, docstring and formatted string, and every JSON value", () => {
    const written = texts.map((text) => ({
      text: python.text(text),
      docstring: python.docstring(text),
      formatted: python.formatted([text, { variable: "x" }, text]),
      json: python.json({ a: [text, { b: text, c: null, d: true }] }),
    }));
    const read = runPython(
      `import ast
def read(one):
    f = ast.parse(one["formatted"], mode="eval").body
    parts = [p.value if isinstance(p, ast.Constant) else "<x>" for p in f.values]
    return [ast.literal_eval(one["text"]), ast.literal_eval(one["docstring"]), "".join(parts), ast.literal_eval(one["json"])]
print(json.dumps([read(one) for one in value]))`,
      written,
    );
    expect(read).toEqual(
      texts.map((text) => [text, text, `${text}<x>${text}`, { a: [text, { b: text, c: null, d: true }] }]),
    );
  });

  test("reads every identifier as the name of an argument", () => {
    const names = texts.map((text) => python.identifier(text));
    const read = runPython(
      `import ast
print(json.dumps([[a.arg for a in ast.parse(f"def {n}({n}, *, x=1): return {n}").body[0].args.args] for n in value]))`,
      names,
    );
    expect(read).toEqual(names.map((name) => [name]));
    expect(python.identifier("from", new Set(["from_"]))).toBe("from__");
    expect(python.identifier("__x")).toBe("_x");
  });
});

test.skipIf(noJinja !== "")(`Jinja renders every text as itself${noJinja}`, () => {
  const templates = texts.map((text) => [jinja.template(text), `{{ ${jinja.text(text)} }}`]);
  const rendered = runPython(
    `from jinja2.sandbox import SandboxedEnvironment
environment = SandboxedEnvironment()
print(json.dumps([[environment.from_string(t).render() for t in pair] for pair in value]))`,
    templates,
  );
  expect(rendered).toEqual(texts.map((text) => [text, text]));
});

test("POSIX shells pass every word on unchanged", () => {
  const words = texts.filter((text) => !text.includes("\0") && !/[\ud800-\udfff]/u.test(text));
  for (const program of ["sh", "bash", "zsh"]) {
    if (spawnSync(program, ["-c", "true"]).status !== 0) continue;
    const { stdout } = spawnSync(program, ["-c", `printf '%s\\0' ${words.map(shell.word).join(" ")}`]);
    expect(stdout.toString("utf8").split("\0").slice(0, -1), program).toEqual(words);
  }
});

test("a JSON pointer leads to a member with any name", () => {
  for (const text of texts) {
    const document = Object.fromEntries([["a", Object.fromEntries([[text, 1]])]]);
    expect(nodeAt(document, pointerTo("#/a", text)), text).toBe(1);
  }
});
