import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const array = { type: "array", items: { type: "string", minLength: 1, maxLength: 3 }, minItems: 1, maxItems: 2 };
const object = {
  type: "object",
  required: ["lat"],
  properties: { lat: { type: "integer" }, lon: { type: "integer" } },
  additionalProperties: false,
};
const responses = {
  "200": {
    description: "Found.",
    content: {
      "application/json": {
        schema: { type: "object", required: ["found"], properties: { found: { type: "boolean" } } },
        examples: { One: { value: { found: true } } },
      },
    },
  },
};
const inPath = (schema: object, style = "simple", explode = false) => ({
  parameters: [{ name: "p", in: "path", required: true, schema, style, explode }],
});
const paths = {
  "/simple/{p}": inPath(array),
  "/object/{p}": inPath(object, "simple", true),
  "/pairs/{p}": inPath(object),
  "/label/{p}": inPath(array, "label", true),
  "/matrix/{p}": inPath(array, "matrix"),
  "/exploded/{p}": inPath(array, "matrix", true),
  "/members/{p}": inPath(object, "matrix", true),
  "/tags": { parameters: [{ name: "X-Tags", in: "header", required: true, schema: array }] },
  "/deprecated": {
    parameters: [{ name: "q", in: "query", deprecated: true, schema: { type: "string", maxLength: 3 } }],
  },
  "/json": { parameters: [{ name: "q", in: "query", content: { "application/json": { schema: object } } }] },
};
const mock = await testMock({
  document: {
    openapi: "3.1.1",
    info: { title: "Styles", version: "1" },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item], i) => [
        path,
        { ...item, get: { operationId: `getStyle${i}`, responses } },
      ]),
    ),
  },
});
const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(mock.url + path, { headers })).status;

it.each([
  ["/simple/a,b", "/simple/a,b,c"],
  ["/simple/a%2Cb", "/simple/abcd"],
  ["/object/lat=5,lon=6", "/object/lon=6"],
  ["/pairs/lat,5,lon,6", "/pairs/lat,x"],
  ["/label/.a.b", "/label/a.b"],
  ["/matrix/;p=a,b", "/matrix/;q=a,b"],
  ["/exploded/;p=a;p=b", "/exploded/;p=a;p=b;p=c"],
  ["/members/;lat=5", "/members/;lat=5;x=1"],
  ["/deprecated?q=abc", "/deprecated?q=abcd"],
  ["/json?q=%7B%22lat%22%3A5%7D", "/json?q=%7B%7D"],
  ["/json", "/json?q=null"],
])("%s is accepted, and %s is rejected", async (right, wrong) => {
  expect(await statusOf(right)).toBe(200);
  expect(await statusOf(wrong)).toBe(400);
});

it("reads the elements of a header, and names an invalid header", async () => {
  expect(await statusOf("/tags", { "X-Tags": "a, b" })).toBe(200);
  const refused = await fetch(`${mock.url}/tags`, { headers: { "X-Tags": "a,abcd" } });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("X-Tags");
});
