/** Numbers in the examples of a document are kept as they are written; all others are numbers. */
import { expect, test } from "vitest";
import { exactJson, parseWithExamples } from "../src/json.js";

test("texts stand for large numbers in examples, and only there", () => {
  const big = 9007199254740993n;
  const text = `{"components":{"schemas":{"example":{"maximum":${big},"example":${big},"examples":[${big}],"properties":{"example":{"minimum":${big}}}}},"examples":{"a":{"value":{"n":${big},"e":1e400,"small":1.5}}}}}`;
  const document = parseWithExamples(text) as { components: { schemas: { example: object } } };
  const { example } = document.components.schemas;
  expect(example).toMatchObject({ maximum: Number(big), properties: { example: { minimum: Number(big) } } });
  const written = exactJson(document);
  expect(written).toContain(`"example":${big},"examples":[${big}]`);
  expect(written).toContain(`{"a":{"value":{"n":${big},"e":1e400,"small":1.5}}}`);
});
