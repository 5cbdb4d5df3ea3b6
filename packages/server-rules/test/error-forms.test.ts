import { describe, expect, it } from "vitest";
import { createErrorForms, createRules, errorBody } from "../src/index.js";

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
  return forms({ status: 404, body: errorBody(404, "gone <b>") }, rules.api.operations[0]);
}
const json = (properties: object, more: object = {}) => ({
  "application/json": { schema: { type: "object", properties, ...more } },
});
const text = { type: "string" };

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
    });
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
