/**
 * Tests that every test that may be skipped has a reason in its name. `npm test` reports a missing reason only on a
 * machine that skips the test, so this test checks the source.
 */
import { expect, test } from "vitest";
import { testFiles } from "./test-files.js";

const SKIP = /\.(?:skipIf|runIf)\(/g;
/**
 * Matches up to the name, which begins after `)(`, or after `)` and `.each(…)(`. The reason is inserted into it when
 * the test is loaded.
 */
const WITH_REASON = /^\.skipIf\((?:[^()]|\([^()]*\))*\)(?:\s*\.each\((?:[^()]|\([^()]*\))*\))?\(\s*`[^`]*\$\{/;

/** Returns the lines where a test may be skipped but its name does not contain the reason. */
function skipsWithoutReason(text: string): number[] {
  return [...text.matchAll(SKIP)]
    .filter(({ index }) => !WITH_REASON.test(text.slice(index)))
    .map(({ index }) => text.slice(0, index).split("\n").length);
}

const own = "scripts/test/skipped-tests.test.ts";

test("each test that may be skipped has the reason in its name", async () => {
  const files = (await testFiles()).filter(([path]) => path !== own);
  expect(files.flatMap(([path, text]) => skipsWithoutReason(text).map((line) => `${path}:${line}`))).toEqual([]);
  // Otherwise the pattern would find nothing any more.
  expect(files.some(([, text]) => text.search(SKIP) >= 0)).toBe(true);
});

test.each([
  ['test.skipIf(isMissing("zsh"))("completes", run);', [1]],
  ["\nit.skipIf(noChromium)(`is live`, run);", [2]],
  ['describe.runIf(process.platform === "linux")("a process", run);', [1]],
  ["it.skipIf(noChromium)(\n  `is live${reason}`, run);", []],
  ['it.skipIf(reason !== "")(`is live${reason}`, run);', []],
  ["test.skipIf(noPython).each(samples.filter(isPython))(`$name prints${reason}`, run);", []],
])("finds the skips without a reason, if any: %s", (text, lines) => {
  expect(skipsWithoutReason(text)).toEqual(lines);
});
