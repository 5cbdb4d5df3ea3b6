import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { indentedBrackets } from "../src/load/indented-brackets.js";

test.each([
  ["a map", 'a:\n  b: {\n    "c": 1\n  }\n  d: 2\n', { a: { b: { c: 1 }, d: 2 } }],
  ["a list in a map", "a:\n  b: { c: [\n    1,\n  ],\n  }\n", { a: { b: { c: [1] } } }],
  ["a map in a list of a block", "a:\n  - b: [\n      1\n    ]\n    c: 2\n", { a: [{ b: [1], c: 2 }] }],
  ["after a block of text", "a:\n  b: |\n    x\n  c: {\n    d: 1\n  }\n", { a: { b: "x\n", c: { d: 1 } } }],
])("a bracket that is closed where its name is, closes it: %s", (_, text, value) => {
  expect(() => parseYaml(text)).toThrow("deficient indentation");
  const indented = indentedBrackets(text);
  expect(parseYaml(indented)).toEqual(value);
  expect(indented.split("\n")).toHaveLength(text.split("\n").length);
  expect(indentedBrackets(indented)).toBe(indented);
});

test.each(["a: |\n  {\n  }\nb: [\n  1\n]\n", "a:\n  - b: >-\n      [\n      ]\n    c: 1\n", "a: | # text\n  }\n"])(
  "a bracket in a block of text stays: %j",
  (text) => {
    expect(indentedBrackets(text)).toMatch(/^a:(?: [|][^\n]*\n {2}(?:\{\n {2})?\}\n|\n {2}- b: >-\n {6}\[\n {6}\]\n)/);
  },
);
