/**
 * No regular expression that meets what strangers send takes a time that grows faster than its input: `recheck` proves it for
 * each one, with automata where it can and otherwise by looking for an input that hurts.
 */
import { readFile } from "node:fs/promises";
import { check } from "recheck";
import ts from "typescript";
import { expect, it } from "vitest";
import { execute, root } from "../lib/repo.js";

/** Packages that run where others send something. The rest reads the spec and the sources of its own user. */
const EXPOSED = ["service", "server-rules", "mock", "client", "cli"];

/** Expressions that are not linear, and why nobody can use them for an attack. */
const HARMLESS: Readonly<Record<string, string>> = {
  "/(\\w+:\\/\\/[^\\s:/@]*):[^\\s@]*@/g": "the message of an error of the user's own database",
  "/^-?(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?$/i": "an argument of the user's own command line",
  "/{(.*?)}/g": "the path of an operation, from the generated client",
  "/\\/+$/": "the base URL that the user configures",
  "/\\{([^}]+)\\}/g": "the path of an operation of the user's own spec",
  "/\\d+(?=\\D*$)/": "an example of the user's own spec",
};

interface Expression {
  readonly text: string;
  /** File and line, of the first that is alike. */
  readonly where: string;
}

async function expressionsOf(packages: readonly string[]): Promise<Expression[]> {
  const { output } = await execute(["git", "ls-files", ...packages.map((name) => `packages/${name}/src/**.ts`)]);
  const found = new Map<string, Expression>();
  for (const file of output
    .trim()
    .split("\n")
    .filter((path) => !path.includes("/generated/"))) {
    const source = ts.createSourceFile(file, await readFile(root + file, "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.set(node.text, { text: node.text, where: `${file}:${line + 1}` });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found.values()];
}

/** The words of recheck about an expression; nothing that it decides depends on time. */
async function verdictOn(text: string): Promise<string> {
  const end = text.lastIndexOf("/");
  const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 };
  const verdict = await check(text.slice(1, end), text.slice(end + 1), limits);
  return verdict.status === "vulnerable" ? `vulnerable: ${verdict.complexity.summary}` : verdict.status;
}

it("finds one that is not linear", async () => {
  expect(await verdictOn("/0+$/")).toBe("vulnerable: 2nd degree polynomial");
  expect(await verdictOn("/(<[^>]*>|\\s)+$/g")).toContain("vulnerable");
});

it("every regular expression that meets what strangers send is linear", async () => {
  const expressions = await expressionsOf(EXPOSED);
  expect(expressions.length).toBeGreaterThan(100);
  const slow: Expression[] = [];
  for (const one of expressions) if ((await verdictOn(one.text)) !== "safe") slow.push(one);
  expect(slow.filter(({ text }) => !Object.hasOwn(HARMLESS, text))).toEqual([]);
  // An exception that is no longer needed goes.
  expect(slow.map(({ text }) => text).sort()).toEqual(Object.keys(HARMLESS).sort());
});
