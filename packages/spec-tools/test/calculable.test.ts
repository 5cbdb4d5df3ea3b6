/** Numbers in the examples of a document are kept as they are written; bounds are numbers that mean the same. */
import { expect, test } from "vitest";
import { marksOf, withMarks } from "../src/json/marks.js";
import { calculable, exactJson, floatsAround, markedJson, marksIn } from "../src/json.js";

const parse = (text: string) => calculable(JSON.parse(markedJson(text)));

test("texts stand for large numbers in examples, and only there", () => {
  const big = 9007199254740993n;
  const text = `{"components":{"schemas":{"example":{"maximum":${big},"example":${big},"examples":[${big}],"properties":{"example":{"minimum":${big}}}}},"examples":{"a":{"value":{"n":${big},"e":1e400,"small":1.5}}}}}`;
  const document = parse(text) as { components: { schemas: { example: object } } };
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
  expect(parse(`{"${keyword}":${literal}}`)).toEqual({ [keyword]: float });
});

test("a number is read as a float on either side of it", () => {
  expect(floatsAround(JSON.parse(markedJson("9223372036854775807")))).toEqual([2 ** 63, 2 ** 63 - 1024]);
});

test("the numbers of a document are put back where an import has rounded them", () => {
  const text = '{"a/b":{"const":9007199254740993,"enum":[1,0.1000000000000000055]},"maximum":1e400}';
  const exact = JSON.parse(markedJson(text));
  expect(exactJson(withMarks(JSON.parse(text), marksOf(exact)))).toBe(text);
  expect(marksIn(exact).size).toBe(3);
  const plain = JSON.parse('{"const":1}');
  expect([withMarks(plain, marksOf(plain)), calculable(plain), marksIn(plain).size]).toEqual([plain, plain, 0]);
});

test("constants and defaults keep their numbers, but no property of such a name", () => {
  const text = `{"const":9007199254740993,"enum":[9007199254740993,5],"properties":{"default":{"maximum":9007199254740993}}}`;
  const document = parse(text);
  expect(exactJson(document)).toBe(text.replace(/3\}\}\}$/, "2}}}"));
});
