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
