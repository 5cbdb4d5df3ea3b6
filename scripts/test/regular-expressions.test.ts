/**
 * Regular expressions that read input from other parties must take time that grows no faster than their input, and no
 * other expression in the sources may take exponential time. `recheck` proves this for each expression, with automata
 * if possible, and otherwise by searching for a slow input.
 */
import { readFile } from "node:fs/promises";
import { check as recheck } from "recheck";
import ts from "typescript";
import { expect, it } from "vitest";
import { execute, root } from "../lib/repo.js";

/** Packages that read untrusted data. All others only read the spec and their user's source files. */
const EXPOSED = /^packages\/(?:service|server-rules|mock|client|cli)\/src\//;

/** Expressions that are not linear, and why they cannot be exploited. */
const HARMLESS: Readonly<Record<string, string>> = {
  "/(\\w+:\\/\\/[^\\s:/@]*):[^\\s@]*@/g": "the message of an error of the user's own database",
  "/^(?:\\[(.*)\\]|([^:]*|.*:.*:.*?))(?::(\\d+))?$/": "an entry of the user's own NO_PROXY",
  "/([?&]([^=&#\\s]*)=)[^&#\\s]+/g": "the user's own command line",
  "/\\/+$/": "the base URL that the user configures",
  "/\\d+(?=\\D*$)/": "an example of the user's own spec",
};

/** Expressions that are built at run time, and where their text comes from. */
const MADE: Readonly<Record<string, string>> = {
  "packages/client/src/http/redact.ts": "keys of the user, each character escaped",
  "packages/server-rules/src/schema/patterns/safe-pattern.ts":
    "patterns of the spec, which run within a bound wherever they are not linear",
  "packages/server-rules/src/schema/patterns/to-re2.ts": "one Unicode property, without a repetition",
  "packages/server-rules/src/schema/quick-formats.ts":
    "two constants of the file, whose only repetition is the digits of a fraction",
};

interface Expression {
  readonly text: string;
  /** File and line of the first expression with this text. */
  readonly where: string;
}

interface Expressions {
  readonly found: readonly Expression[];
  /** Files that build expressions from text outside the file. */
  readonly making: readonly string[];
}

/** Returns all sources except tests and the faults that are injected into a mock to test the tests. */
async function sourceFiles(): Promise<string[]> {
  const { output } = await execute(["git", "ls-files", "*.ts", "*.js", "*.mjs", "*.cjs"]);
  return output
    .trim()
    .split("\n")
    .filter((path) => !/\/(?:generated|test|bench)\/|\.test\.|^packages\/contract\/mutation\//.test(path));
}

/** @param sign what a file must contain to be parsed: parsing all files would take long */
async function expressionsIn(files: readonly string[], sign = /./): Promise<Expressions> {
  const found = new Map<string, Expression>();
  const making = new Set<string>();
  for (const file of files) {
    const code = await readFile(root + file, "utf8");
    if (!sign.test(code)) continue;
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
    const add = (text: string, node: ts.Node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (!found.has(text)) found.set(text, { text, where: `${file}:${line + 1}` });
    };
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) add(node.text, node);
      const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp";
      if (isMade) {
        const [pattern, flags] = (node.arguments ?? []).map(textOf);
        if (pattern === undefined) making.add(file);
        else add(`/${pattern}/${flags ?? ""}`, node);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { found: [...found.values()], making: [...making] };
}

/** Returns the content of a string in the source; undefined if it is not a constant. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return undefined;
}

const verdicts = new Map<string, Promise<string>>();

/** Returns recheck's verdict on an expression; it does not depend on the speed of the machine. */
function verdictOn(text: string): Promise<string> {
  const verdict = verdicts.get(text) ?? check(text);
  verdicts.set(text, verdict);
  return verdict;
}

async function check(text: string): Promise<string> {
  const end = text.lastIndexOf("/");
  const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 };
  const verdict = await recheck(text.slice(1, end), text.slice(end + 1), limits);
  return verdict.status === "vulnerable" ? `vulnerable: ${verdict.complexity.summary}` : verdict.status;
}

/** Time can only be exponential if one repetition contains another. */
const REPEATS_A_GROUP = /\)(?:[*+]|\{\d+,)/;

it("the check detects a regular expression that is not linear", async () => {
  expect(await verdictOn("/0+$/")).toBe("vulnerable: 2nd degree polynomial");
  expect(await verdictOn("/(<[^>]*>|\\s)+$/g")).toContain("vulnerable");
});

it("every regular expression that reads input from other parties is linear", async () => {
  const { found, making } = await expressionsIn((await sourceFiles()).filter((path) => EXPOSED.test(path)));
  expect(found.length).toBeGreaterThan(100);
  const slow: Expression[] = [];
  for (const one of found) if ((await verdictOn(one.text)) !== "safe") slow.push(one);
  expect(slow.filter(({ text }) => !Object.hasOwn(HARMLESS, text))).toEqual([]);
  // An exception that is no longer needed must be removed.
  expect(slow.map(({ text }) => text).sort()).toEqual(Object.keys(HARMLESS).sort());
  expect([...making].sort()).toEqual(Object.keys(MADE).sort());
});

it("every pattern of the spec is linear", async () => {
  const patterns = new Set<string>();
  JSON.parse(await readFile(`${root}openapi/generated/openapi.json`, "utf8"), (name, value) => {
    if (name === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
  expect(patterns.size).toBeGreaterThan(0);
  for (const pattern of patterns) expect([pattern, await verdictOn(`/${pattern}/u`)]).toEqual([pattern, "safe"]);
});

it("no regular expression in the sources takes exponential time", async () => {
  expect(REPEATS_A_GROUP.test("/^(a+)+$/")).toBe(true);
  expect(await verdictOn("/^(a+)+$/")).toContain("exponential");
  const { found } = await expressionsIn(await sourceFiles(), REPEATS_A_GROUP);
  const suspects = found.filter(({ text }) => REPEATS_A_GROUP.test(text));
  expect(suspects.length).toBeGreaterThan(10);
  const slow: string[] = [];
  for (const { text, where } of suspects) {
    const verdict = await verdictOn(text);
    if (verdict !== "safe" && !verdict.includes("polynomial")) slow.push(`${where}: ${text} is ${verdict}`);
  }
  expect(slow).toEqual([]);
});
