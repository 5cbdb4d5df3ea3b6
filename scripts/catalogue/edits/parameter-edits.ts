import { answer, type Edit, json, kebab, type OperationParts, operation, parameter, pascal } from "../edit.js";

const texts = { type: "array", items: { type: "string", minLength: 1, maxLength: 9 }, minItems: 1, maxItems: 4 };
const point = {
  type: "object",
  additionalProperties: false,
  required: ["lat", "lon"],
  properties: {
    lat: { type: "integer", description: "Latitude.", minimum: 0, maximum: 90, examples: [5] },
    lon: { type: "integer", description: "Longitude.", minimum: 0, maximum: 90, examples: [6] },
  },
};
const result = {
  type: "object",
  description: "What was found.",
  required: ["found"],
  properties: { found: { type: "boolean", description: "Whether something was.", examples: [true] } },
  examples: [{ found: true }],
};

/** An operation that takes one parameter. */
function parameterEdit(name: string, one: { in: string; name: string }, call: string, rest: Partial<Edit> = {}): Edit {
  const noun = pascal(name);
  const path = `/api/v1/${kebab(noun)}${one.in === "path" ? `/{${one.name}}` : ""}`;
  const parts: OperationParts = {
    parameters: [one],
    response: answer(json({ $ref: `../components/schemas/${noun}Result.yaml` }, { found: true })),
  };
  return {
    name: `parameter: ${name}`,
    paths: { [path]: { get: operation(`get${noun}`, parts) } },
    components: { schemas: { [`${noun}Result`]: result } },
    calls: [`client.get${noun}(${call})`],
    ...rest,
  };
}

const array = ["a", "b"];
const object = { lat: 5, lon: 6 };
const inQuery = (schema: object, example: unknown, rest: object) => parameter("query", "values", schema, example, rest);

const inPath = (style: string, explode: boolean, schema: object, example: unknown) =>
  parameter("path", "p", schema, example, { style, explode });
const word = { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z]+$" };

export const parameterEdits: readonly Edit[] = [
  parameterEdit("query array exploded", inQuery(texts, array, {}), '{ values: ["a", "b"] }'),
  parameterEdit("query array comma", inQuery(texts, array, { explode: false }), '{ values: ["a", "b"] }'),
  parameterEdit(
    "query array space",
    inQuery(texts, array, { style: "spaceDelimited", explode: false }),
    '{ values: ["a", "b"] }',
  ),
  parameterEdit(
    "query array pipe",
    inQuery(texts, array, { style: "pipeDelimited", explode: false }),
    '{ values: ["a", "b"] }',
  ),
  parameterEdit("query object exploded", inQuery(point, object, {}), "{ values: { lat: 5, lon: 6 } }"),
  parameterEdit("query object comma", inQuery(point, object, { explode: false }), "{ values: { lat: 5, lon: 6 } }"),
  parameterEdit(
    "query deepObject",
    inQuery(point, object, { style: "deepObject", explode: true }),
    "{ values: { lat: 5, lon: 6 } }",
  ),
  parameterEdit(
    "query allowReserved",
    inQuery({ type: "string", maxLength: 20 }, "a/b", { allowReserved: true }),
    '{ values: "a/b" }',
  ),
  parameterEdit(
    "query content",
    {
      name: "values",
      in: "query",
      description: "A parameter.",
      content: { "application/json": { schema: point, examples: { One: { value: object } } } },
    } as never,
    "{ values: { lat: 5, lon: 6 } }",
  ),
  parameterEdit("query boolean", inQuery({ type: "boolean" }, true, {}), "{ values: true }"),
  parameterEdit("query required", inQuery({ type: "integer", minimum: 1 }, 3, { required: true }), "{ values: 3 }"),
  parameterEdit("path simple array", parameter("path", "ids", texts, array), '["a", "b"]'),
  parameterEdit("path label", parameter("path", "ids", texts, array, { style: "label" }), '["a", "b"]'),
  parameterEdit("path matrix", parameter("path", "ids", texts, array, { style: "matrix" }), '["a", "b"]'),
  parameterEdit("path simple object", parameter("path", "ids", point, object), "{ lat: 5, lon: 6 }"),
  parameterEdit("path label exploded array", inPath("label", true, texts, array), '["a", "b"]'),
  parameterEdit("path label object", inPath("label", false, point, object), "{ lat: 5, lon: 6 }"),
  parameterEdit("path label exploded object", inPath("label", true, point, object), "{ lat: 5, lon: 6 }"),
  parameterEdit("path label text", inPath("label", false, word, "abc"), '"abc"'),
  parameterEdit("path matrix exploded array", inPath("matrix", true, texts, array), '["a", "b"]'),
  parameterEdit("path matrix object", inPath("matrix", false, point, object), "{ lat: 5, lon: 6 }"),
  parameterEdit("path matrix exploded object", inPath("matrix", true, point, object), "{ lat: 5, lon: 6 }"),
  parameterEdit("path matrix text", inPath("matrix", false, word, "abc"), '"abc"'),
  parameterEdit("path exploded object", inPath("simple", true, point, object), "{ lat: 5, lon: 6 }"),
  parameterEdit("path enum", parameter("path", "colour", { type: "string", enum: ["red", "green"] }, "red"), '"green"'),
  parameterEdit("query text", inQuery(word, "abc", {}), '{ values: "abc" }'),
  parameterEdit("query number", inQuery({ type: "number", minimum: 0.5 }, 1.5, {}), "{ values: 1.5 }"),
  parameterEdit(
    "query date",
    inQuery({ type: "string", format: "date" }, "2026-11-21", {}),
    '{ values: "2026-11-21" }',
  ),
  parameterEdit("query deprecated", inQuery(word, "abc", { deprecated: true }), '{ values: "abc" }'),
  parameterEdit(
    "header integer",
    parameter("header", "X-Level", { type: "integer", minimum: 1 }, 3),
    '{ "X-Level": 3 }',
  ),
  parameterEdit("header object", parameter("header", "X-Point", point, object), '{ "X-Point": { lat: 5, lon: 6 } }'),
  parameterEdit(
    "header exploded object",
    parameter("header", "X-Point", point, object, { explode: true }),
    '{ "X-Point": { lat: 5, lon: 6 } }',
  ),
  parameterEdit("cookie integer", parameter("cookie", "level", { type: "integer", minimum: 1 }, 3), "{ level: 3 }"),
  parameterEdit("cookie array", parameter("cookie", "tags", texts, array, { explode: false }), '{ tags: ["a", "b"] }'),
  parameterEdit("path integer", parameter("path", "id", { type: "integer", minimum: 1 }, 4), "4"),
  parameterEdit(
    "header required",
    parameter("header", "X-Tenant", { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z]+$" }, "acme", {
      required: true,
    }),
    '{ "X-Tenant": "acme" }',
  ),
  parameterEdit("header array", parameter("header", "X-Tags", texts, array), '{ "X-Tags": ["a", "b"] }'),
  parameterEdit(
    "cookie",
    parameter("cookie", "session", { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z]+$" }, "abc"),
    '{ session: "abc" }',
  ),
];
