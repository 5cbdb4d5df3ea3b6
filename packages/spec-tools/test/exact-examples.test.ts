/** Numbers in the examples of a document are kept as they are written; bounds are numbers that mean the same. */
import { expect, test } from "vitest";
import { exactJson, floatForms, floatsAround, parseFloats, parseWithExamples } from "../src/json.js";

test("texts stand for large numbers in examples, and only there", () => {
  const big = 9007199254740993n;
  const text = `{"components":{"schemas":{"example":{"maximum":${big},"example":${big},"examples":[${big}],"properties":{"example":{"minimum":${big}}}}},"examples":{"a":{"value":{"n":${big},"e":1e400,"small":1.5}}}}}`;
  const document = parseWithExamples(text) as { components: { schemas: { example: object } } };
  const { example } = document.components.schemas;
  expect(example).toMatchObject({ maximum: 2 ** 53, properties: { example: { minimum: 2 ** 53 + 2 } } });
  const written = exactJson(document);
  expect(written).toContain(`"example":${big},"examples":[${big}]`);
  expect(written).toContain(`{"a":{"value":{"n":${big},"e":1e400,"small":1.5}}}`);
});

test.each([
  ["maximum", "9223372036854775807", 2 ** 63 - 1024],
  ["minimum", "-9223372036854775808", -(2 ** 63) + 1024],
  ["exclusiveMaximum", "9007199254740993", 2 ** 53 + 2],
  ["exclusiveMinimum", "9007199254740995", 2 ** 53 + 2],
  ["maximum", "1e400", Number.MAX_VALUE],
  ["minimum", "1e-400", Number.MIN_VALUE],
  ["maximum", "0.1000000000000000055", 0.1],
  ["maximum", "9007199254740992", 2 ** 53],
  ["multipleOf", "9007199254740993", 2 ** 53],
])("the floats within %s: %s are those within %s", (keyword, literal, float) => {
  expect(parseFloats(`{"${keyword}":${literal}}`)).toEqual({ [keyword]: float });
});

test("a number is read as a float on either side of it", () => {
  expect(floatsAround("12")).toEqual([12]);
  expect(floatsAround("9223372036854775807")).toEqual([2 ** 63, 2 ** 63 - 1024]);
  const { example } = parseWithExamples('{"example":[9223372036854775807,1]}') as { example: unknown };
  expect(floatForms(example)).toEqual([
    [2 ** 63, 1],
    [2 ** 63 - 1024, 1],
  ]);
  expect(floatForms([1])).toEqual([[1]]);
});

test("constants and defaults keep their numbers, but no property of such a name", () => {
  const text = `{"const":9007199254740993,"enum":[9007199254740993,5],"properties":{"default":{"maximum":9007199254740993}}}`;
  const document = parseWithExamples(text);
  expect(exactJson(document)).toBe(text.replace(/3\}\}\}$/, "2}}}"));
});
