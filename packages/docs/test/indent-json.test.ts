/** The console shows the JSON of a response with nothing changed but its spaces. */
import { expect, test } from "vitest";
import { indentJson } from "../src/browser/try/indent-json.js";

test.each([
  { a: [], b: {}, c: [{}, [[]]], d: [1, "x", null, true], e: { f: { g: -1.5e-7 } } },
  [],
  'a text with { [ , : and \\ " signs',
  12.5,
])("is indented as JSON.stringify does: %j", (value) => {
  const indented = JSON.stringify(value, null, 2);
  expect(indentJson(JSON.stringify(value))).toBe(indented);
  expect(indentJson(indented)).toBe(indented);
});

test("keeps numbers, escapes and repeated names as they were sent", () => {
  const text = '{"n":9007199254740993,"n":1e400,"s":"\\u0041\\/","z":1.50,"__proto__":-0}';
  expect(indentJson(text)).toBe(
    '{\n  "n": 9007199254740993,\n  "n": 1e400,\n  "s": "\\u0041\\/",\n  "z": 1.50,\n  "__proto__": -0\n}',
  );
});
