import { describe, expect, it } from "vitest";
import { createRules, startPages } from "../src/index.js";

const responses = { 200: { description: "Fine" } };

/** Returns the sentence about credentials on the start page of an API with these security schemes and requirements. */
function said(securitySchemes: object, ...security: object[][]): unknown {
  const paths = Object.fromEntries(
    security.map((alternatives, n) => [
      `/${n}`,
      { get: { operationId: `get${n}`, security: alternatives, responses } },
    ]),
  );
  const rules = createRules({
    openapi: "3.1.0",
    info: { title: "Own", version: "1" },
    components: { securitySchemes },
    paths,
  });
  return JSON.parse(startPages(rules, { title: "Own", about: "A test." })(undefined).body).credentials;
}

const header = { key: { type: "apiKey", in: "header", name: "X-Key" } };
const several = {
  ...header,
  session: { type: "apiKey", in: "cookie", name: "sid" },
  login: { type: "http", scheme: "basic" },
  token: { type: "oauth2", flows: {} },
  certificate: { type: "mutualTLS" },
};

describe("the start page describes the credentials", () => {
  it.each<[name: string, schemes: object, security: object[][], sentence: string]>([
    ["one scheme for all", header, [[{ key: [] }]], "Every operation needs an API key in the header X-Key."],
    ["one scheme for some", header, [[{ key: [] }], []], "Some operations need an API key in the header X-Key."],
    ["a scheme that may be left out", header, [[{ key: [] }, {}]], "No operation needs credentials."],
    ["no scheme", {}, [[]], "No operation needs credentials."],
    [
      "several",
      several,
      [[{ key: [] }, { session: [], login: [] }], [{ token: [] }], [{ certificate: [] }]],
      "Every operation needs credentials, as the OpenAPI document describes: an API key in the header X-Key; an API key in the " +
        "cookie sid; a user name and password (HTTP basic authentication); a bearer token in the header Authorization; " +
        "certificate (mutualTLS).",
    ],
  ])("%s", (_, schemes, security, sentence) => {
    expect(said(schemes, ...security)).toBe(sentence);
  });
});
