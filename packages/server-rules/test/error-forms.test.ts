import { describe, expect, it } from "vitest";
import { asRefusal, bodyTooLarge, createErrorForms, createRules, errorBody, Refusal, Violation } from "../src/index.js";
import { checkContentEncoding } from "../src/request/check-content-encoding.js";
import { checkMediaType } from "../src/request/check-media-type.js";

/** Returns how a 404 "gone <b>" is written by an operation that documents it with this content. */
function formed(content: object, example?: unknown) {
  const rules = createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": { get: { operationId: "a", responses: { 200: { description: "d" }, 404: { description: "d", content } } } },
    },
  });
  const forms = createErrorForms(rules, () => example);
  return forms({ status: 404, body: errorBody(404, "gone <b>"), headers: {} }, rules.api.operations[0]);
}
/** Returns the status of an invalid request to an operation that documents these statuses. */
function statusOf(error: unknown, ...documented: string[]) {
  const responses = Object.fromEntries(["200", ...documented].map((status) => [status, { description: "d" }]));
  const rules = createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { post: { operationId: "a", responses } } },
  });
  const { status, usual, body } = asRefusal(error) ?? new Refusal(500);
  return createErrorForms(rules, () => undefined)({ status, usual, body, headers: {} }, rules.api.operations[0]).status;
}

/** Returns what a check throws. */
function thrown(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    return error;
  }
}

const json = (properties: object, more: object = {}) => ({
  "application/json": { schema: { type: "object", properties, ...more } },
});
const text = { type: "string" };

/** Returns the headers of a 404 that documents them and is sent with a tag. */
function headersOf(headers: Record<string, object>): Readonly<Record<string, string>> {
  const responses = { 200: { description: "d" }, 404: { description: "d", headers } };
  const rules = createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { get: { operationId: "a", responses } } },
  });
  return createErrorForms(rules)({ status: 404, body: errorBody(404), headers: { etag: "b" } }, rules.api.operations[0])
    .headers;
}

it.each<[string, object, string | undefined]>([
  ["its documented example", { schema: { type: "string", minLength: 3 }, example: "voucher" }, "voucher"],
  ["its example of JSON", { content: { "application/json": { schema: {}, example: { a: 0 } } } }, '{"a":0}'],
  ["the example of its schema", { schema: { type: "integer", example: 0 } }, "0"],
  [
    "the example that its schema allows",
    { schema: { maxLength: 1 }, examples: { a: { value: "aa" }, b: { value: "" } } },
    "",
  ],
  ["a value of its schema", { schema: { type: "array", items: { const: 5 }, minItems: 2 } }, "5,5"],
  ["nothing where nothing is valid", { schema: false }, undefined],
])("an error has a required header with %s", (_what, header, value) => {
  const required = { ...header, required: true };
  const expected = value === undefined ? {} : { "X-A": value };
  expect(headersOf({ "X-A": required, "X-B": header, ETag: required })).toEqual(expected);
});

describe("an error is written as its operation documents it", () => {
  it.each<[string, string, string]>([
    ["text/html", "text/html", "<!DOCTYPE html>\n<title>Error</title>\n<p>gone &lt;b&gt;</p>\n"],
    ["text/plain", "text/plain", "gone <b>"],
    ["application/xml", "application/xml", "<error>gone &lt;b&gt;</error>\n"],
  ])("as %s", (mediaType, written, raw) => {
    expect(formed({ [mediaType]: { schema: text } })).toEqual({
      status: 404,
      mediaType: written,
      body: undefined,
      raw,
      headers: {},
    });
  });
  it("in its media type, even if no valid body can be made", () => {
    const schema = { type: "object", properties: { a: false }, required: ["a"], additionalProperties: false };
    expect(formed({ "application/problem+json": { schema } }).mediaType).toBe("application/problem+json");
  });
  it.each<[string, object, unknown, unknown]>([
    ["the error body of this API", json({ errorCode: text, message: text }), undefined, errorBody(404, "gone <b>")],
    ["one field, although the schema is open", json({ message: text }), { message: "zulu" }, { message: "gone <b>" }],
    [
      "an envelope",
      json({ error: { type: "object", properties: { message: text, code: { type: "integer" } } } }),
      { error: { message: "zulu", code: 7 } },
      { error: { message: "gone <b>", code: 404 } },
    ],
    [
      "a list of errors",
      json({ detail: { type: "array", items: { type: "object", properties: { msg: text } } } }),
      {
        detail: [
          { loc: ["a", "b"], msg: "zulu", type: "t" },
          { loc: ["c"], msg: "oscar", type: "t" },
        ],
      },
      { detail: [{ loc: ["a"], msg: "gone <b>", type: "t" }] },
    ],
    [
      "a list of texts",
      json({ errors: { type: "array", items: text } }),
      { errors: ["zulu"] },
      { errors: ["gone <b>"] },
    ],
    [
      "a field that the message fits, and not one that it does not",
      json({ title: text, detail: { type: "string", maxLength: 3 } }),
      { title: "zulu", detail: "abc" },
      { title: "gone <b>", detail: "abc" },
    ],
  ])("as %s", (_name, content, example, body) => {
    expect(formed(content, example)).toMatchObject({ mediaType: "application/json", body });
  });
});

const media = (type: string | undefined) => thrown(() => checkMediaType(type, [{ mediaType: "application/json" }]));

describe("an invalid request gets the status that its operation documents", () => {
  it.each<[string, unknown, string[], number]>([
    ["another media type", media("text/plain"), ["400", "415"], 415],
    ["no media type", media(undefined), ["415"], 415],
    ["another charset", media("application/json; charset=utf-16"), ["413", "415", "422"], 415],
    ["another media type", media("text/plain"), ["413", "422"], 422],
    ["another media type", media("text/plain"), [], 400],
    ["a compressed body", thrown(() => checkContentEncoding("gzip")), ["415"], 415],
    ["a large body", bodyTooLarge(1), ["400", "413", "415"], 413],
    ["a large body", bodyTooLarge(1), ["415"], 400],
    ["a broken rule", new Violation("a must be b"), ["413", "415"], 400],
  ])("%s, with %s", (_, error, documented, status) => {
    expect(statusOf(error, ...documented)).toBe(status);
  });
});

it.each([
  [
    "fields besides the message",
    { error: { type: "boolean" }, status: { type: "integer" }, message: { type: "string" } },
  ],
  [
    "a closed object in an object",
    { error: { type: "object", properties: { detail: {} }, additionalProperties: false } },
  ],
])("an error without an example is a small value of its schema: %s", (_, properties) => {
  const schema = { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
  const rules = createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        get: {
          operationId: "a",
          responses: {
            200: { description: "d" },
            404: { description: "d", content: { "application/json": { schema } } },
          },
        },
      },
    },
  });
  const { body } = createErrorForms(rules)(
    { status: 404, body: errorBody(404, "gone"), headers: {} },
    rules.api.operations[0],
  );
  const [operation] = rules.api.operations;
  const { pointer = "" } = operation?.responses[1]?.content[0]?.schema ?? {};
  expect([rules.schemas.fits(pointer, body), JSON.stringify(body)]).toEqual([true, expect.stringContaining("gone")]);
});
