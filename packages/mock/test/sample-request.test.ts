/** The first request that the mock suggests, on documents without a list that needs nothing. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const run = promisify(execFile);
const text = { type: "string" };
const responses = { 200: { description: "d", content: { "application/json": { schema: { type: "object" } } } } };
const get = (...parameters: object[]) => ({ get: { operationId: "getA", parameters, responses } });
const required = (place: string, name: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  required: true,
  schema,
  ...more,
});
const post = (schema: object, more: object = {}) => ({
  post: {
    operationId: "postA",
    requestBody: { required: true, content: { "application/json": { schema, ...more } } },
    responses,
  },
});

async function sampleOf(paths: object, more: object = {}): Promise<{ command: string; status: number }> {
  const mock = await testMock({ document: { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...more } });
  const command = mock.sampleRequest;
  const { stdout } = await run("sh", ["-c", `${command} -s -o /dev/null -w '%{http_code}'`]);
  return { command: command.replace(mock.url, ""), status: Number(stdout) };
}

describe("the first request", () => {
  it.each<[string, object, string]>([
    [
      "a version in the query",
      { "/a": get(required("query", "api-version", text, { example: "2.0" })) },
      "'/a?api-version=2.0'",
    ],
    [
      "a header",
      { "/a": get(required("header", "X-Tenant", { enum: ["it's", "b"] })) },
      "-H 'X-Tenant: it'\\''s' '/a'",
    ],
    ["a cookie", { "/a": get(required("cookie", "session", text, { example: "s1" })) }, "-H 'Cookie: session=s1' '/a'"],
    ["a list", { "/a": get(required("query", "ids", { type: "array", items: { const: 7 } })) }, "'/a?ids=7'"],
    [
      "JSON",
      {
        "/a": get({
          name: "q",
          in: "query",
          required: true,
          content: { "application/json": { schema: { const: { a: 1 } } } },
        }),
      },
      "'/a?q=%7B%22a%22%3A1%7D'",
    ],
    ["less of another operation", { "/a": get(required("query", "x", text)), "/b": { get: { responses } } }, "'/b'"],
    [
      "a text with a pattern",
      { "/a": get(required("query", "x", { ...text, pattern: "^[A-Z]{9}$" })) },
      "'/a?x=AAAAAAAAA'",
    ],
    [
      "a body",
      { "/a": post({ type: "object", required: ["n"], properties: { n: { type: "integer", minimum: 3 } } }) },
      "-H 'Content-Type: application/json' -d '{\"n\":3}' '/a'",
    ],
    [
      "a body as documented",
      { "/a": post({ type: "object" }, { example: { a: "it's" } }) },
      "-H 'Content-Type: application/json' -d '{\"a\":\"it'\\''s\"}' '/a'",
    ],
  ])("needs %s", async (_, paths, wanted) => {
    const { command, status } = await sampleOf(paths);
    expect(command).toBe(`curl ${wanted}`);
    expect(status).toBe(200);
  });

  it("has the key where a required parameter has its name", async () => {
    const { command, status } = await sampleOf(
      { "/a": get(required("query", "key", text)) },
      { components: { securitySchemes: { k: { type: "apiKey", in: "query", name: "key" } } }, security: [{ k: [] }] },
    );
    expect([command, status]).toEqual(["curl '/a?key=demo-key'", 200]);
  });

  it("is for the start page if no value of a parameter is known", async () => {
    const { command } = await sampleOf({ "/a": get(required("query", "x", { ...text, pattern: "^(?!a)[a-z]$" })) });
    expect(command).toBe("curl '/'");
  });
});
