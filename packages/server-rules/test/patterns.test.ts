import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { createSchemaChecker } from "../src/schema/create-schema-checker.js";
import { engineOf, safePattern } from "../src/schema/patterns/safe-pattern.js";
import { createTimedMatch, threadTime } from "../src/schema/patterns/timed-match.js";
import { Violation } from "../src/violation.js";

const ALPHABET = [
  ..."aAzZ09_-. /\\^$*+?()[]{}|!,:=<>é💚",
  ..."\0\t\n\v\f\r\x08\x1f\x7f\x85\xa0\u1680\u180e\u2000\u200b\u2028\u2029\u202f\u205f\u3000\ufeffſK",
  "\ud800",
  "\udc00",
  "aa",
  "2026-11-20",
];

/** Constructs that RE2 must understand as JavaScript does; the alphabet tells them apart. */
const RE2 = [
  "^([A-Za-z0-9]+[-_ ]?)+$",
  "(a|aa)+$",
  "^(?:a|b|[^a-z])*$",
  ".+.+",
  "^.*$|x",
  String.raw`^\s+\s*$`,
  String.raw`\S+\S`,
  String.raw`^\w+\W*$`,
  String.raw`\d+\D+`,
  String.raw`[\d\s_-]+a?[^\w]`,
  String.raw`a\b|\Ba`,
  String.raw`(?<name>[\\\]\[^-]+)-?$`,
  String.raw`\t|\n|\v|\f|\r|\0`,
  String.raw`[\b]|\x41|\u0061|\u{1F49A}|\uD83D\uDC9A`,
  String.raw`\^|\$|\\|\.|\*|\+|\?|\(|\)|\[|\]|\{|\}|\||\/`,
  "a{2}|[0-9]{4}-[0-9]{2,}|_{1,2}?-*?",
  "[\u2028💚é-]+|[.^$]+",
  "^$|a$",
  String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
  "[K-S]+ſ?|[[:alph]+",
  String.raw`(\p{L}+[-_ ]?)+$`,
  String.raw`\P{L}+\p{Lu}?|[\p{Script=Latin}\P{Letter}]\p{ASCII}+[^\p{L}\p{Nd}-]`,
];

it.each(RE2)("RE2 accepts the same strings as JavaScript for %s", (pattern) => {
  expect(engineOf(pattern)).toBe("RE2");
  const [safe, native] = [safePattern(pattern), new RegExp(pattern, "u")];
  const texts = [
    "",
    ...ALPHABET,
    ...ALPHABET.flatMap((one) => ALPHABET.flatMap((two) => [one + two, `a${one}${two}-`])),
  ];
  expect(texts.filter((text) => safe.test(text) !== native.test(text))).toEqual([]);
});

it.each([
  ["^[a-z]+$", "native"],
  [String.raw`^[A-Z]{3}-\d{1,8}$`, "native"],
  [String.raw`^\p{L}+$`, "native"],
  [String.raw`^[\p{L}\p{Script=Greek}_-]{2,}$`, "native"],
  [String.raw`^\p{Lu}\p{Ll}+$`, "native"],
  [String.raw`^\p{Lu}+\p{Ll}+$`, "RE2"],
  ["^a?(?=a)(a+)+$", "timed"],
  ["^(?=a)(a+)+$", "RE2"],
  [String.raw`^(?!^[-.]*$)-?0*\d*\.?\d*$`, "RE2"],
  [String.raw`^(?=.*[a-z])(?=.*\d)(?!.*[)(])[\w-]{1,8}$`, "RE2"],
  ["^(?!-|a$)[a-z-]+(?<!-)$", "RE2"],
  ["^(?=a)", "RE2"],
  ["^(?=a)|b$", "timed"],
  ["^(?=(?!b)a)a+$", "timed"],
  ["^(?=(a))[ab]+(?<=a|é)", "timed"],
  ["^[(?=a)|]+(?<![a-z]b)(?<=.b)$", "RE2"],
  [String.raw`^(?=(a))\1+$`, "timed"],
  [String.raw`^(a)\1$`, "timed"],
  ["[^]+a+", "timed"],
  ["(a{2000})+", "timed"],
  [String.raw`(\ud800)+`, "timed"],
  ["^(a?){30}a{30}$", "RE2"],
  ["^a*a*a*a*b$", "RE2"],
  ["a+b", "RE2"],
])("%s is matched by %s", (pattern, engine) => {
  expect(engineOf(pattern)).toBe(engine);
  for (const text of ["", "a", "aa", "ab", "b", "-a", "a-", "(=b", "1.5", "-.", "a1(", "ABC-12", "é", "\ud800\ud800"])
    expect([text, safePattern(pattern).test(text)]).toEqual([text, new RegExp(pattern, "u").test(text)]);
});

const checkOf = (schema: object) =>
  createSchemaChecker({ components: { schemas: { S: schema } } }).at("#/components/schemas/S");

it("no pattern of a schema takes exponential time", () => {
  const evil = `${"a".repeat(99)}!`;
  expect(checkOf({ pattern: "^([A-Za-z0-9]+[-_ ]?)+$" })(evil)).toContain("must match");
  expect(checkOf({ patternProperties: { "^(a+)+$": false } })({ [evil]: 1 })).toBeUndefined();
  expect(checkOf({ items: { pattern: "^(a|a?)+$" } })([evil])).toContain("must match");
});

it("a value that takes too long is a violation, and later values are matched again", () => {
  const check = checkOf({ pattern: "^a?(?=.)([A-Za-z0-9]+[-_ ]?)+$" });
  expect(check("abc")).toBeUndefined();
  expect(() => check(`${"a".repeat(99)}!`)).toThrow(Violation);
  expect(() => check(`${"a".repeat(99)}!`)).toThrow(/takes too long/);
  expect(check("abc")).toBeUndefined();
  expect(check("!")).toContain("must match");
});

it("a value that takes too long delays others by some milliseconds", () => {
  const [match, pattern, text] = [createTimedMatch(), /^(?=a)(a+)+$/u, `${"a".repeat(99)}!`];
  const before = process.cpuUsage();
  const times = 10;
  for (let n = 0; n < times; n++) expect(match?.(pattern, text)).toBeUndefined();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000 / times).toBeLessThan(100);
});

const noThreadTime = process.platform === "linux" ? "" : " (skipped: Node 20 knows the time of a thread only on Linux)";

it.skipIf(noThreadTime !== "")(`other threads do not use up the time of a match${noThreadTime}`, async () => {
  const [before, own] = [process.cpuUsage(), threadTime()];
  const busy =
    "const { cpuUsage } = process; const start = cpuUsage().user; while (cpuUsage().user - start < 200_000);";
  await once(new Worker(busy, { eval: true }), "exit");
  const { user, system } = process.cpuUsage(before);
  expect(threadTime() - own).toBeLessThan((user + system) / 1_000 / 2);
});

it("a long text gets more time", () => {
  const text = "a".repeat(1_000_000);
  expect(createTimedMatch()?.(/^(?=a)[^b]+$/u, text)).toBe(true);
});

it("a match that waits for the processor does not take too long", () => {
  const pattern = /^(?=a)(a+)+$/u;
  // Millions of steps: more than one attempt.
  const long = `${"a".repeat(24)}!`;
  expect(createTimedMatch(() => 0, Number.POSITIVE_INFINITY)?.(pattern, long)).toBe(false);
  const endless = `${"a".repeat(99)}!`;
  expect(createTimedMatch()?.(pattern, endless)).toBeUndefined();
});

it("a match is tried again if other threads used the processor meanwhile", () => {
  let attempts = 0;
  const test = () => {
    // The first attempt is interrupted; on a busy machine, perhaps even before it begins.
    for (attempts++; attempts === 1; );
    return true;
  };
  const cpuTime = () => (attempts <= 1 ? 1000 : 0);
  const match = createTimedMatch(cpuTime, Number.POSITIVE_INFINITY);
  expect(match?.({ test } as unknown as RegExp, "a")).toBe(true);
});
