import { createRules } from "@metadata-service/server-rules";
import { growth } from "@metadata-service/test-kit/growth";
import { expect, it } from "vitest";
import { readBodyAs } from "../src/core/request/read-body.js";
import { testMock } from "./helpers.js";

const names = { type: "array", items: { type: "string" } };
const size = {
  type: "object",
  required: ["width"],
  properties: { width: { type: "integer" }, unit: { type: "string" } },
};
const charge = {
  type: "object",
  required: ["amount"],
  additionalProperties: false,
  properties: {
    amount: { type: "integer" },
    metadata: { type: "object", additionalProperties: { type: "string" } },
    size,
    pairs: size,
    spaced: names,
    piped: names,
    listed: names,
    repeated: names,
    plain: names,
    areas: { type: "array", items: size },
    deep: { type: "array", items: size },
    rows: { type: "array", items: { type: "array", items: { type: "integer" } } },
  },
};
const encoding = {
  metadata: { style: "deepObject", explode: true },
  size: { style: "deepObject", explode: true },
  deep: { style: "deepObject" },
  pairs: { style: "form", explode: false },
  spaced: { style: "spaceDelimited", explode: false },
  piped: { style: "pipeDelimited", explode: false },
  listed: { style: "form", explode: false },
  repeated: { style: "form", explode: true },
};

const { url, apiKey } = await testMock({
  document: {
    openapi: "3.1.0",
    info: { title: "Charges", version: "1.0.0" },
    paths: {
      "/charges": {
        post: {
          operationId: "createCharge",
          requestBody: { content: { "application/x-www-form-urlencoded": { schema: charge, encoding } } },
          responses: {
            "201": { description: "The charge.", content: { "application/json": { schema: charge } } },
            "400": { description: "Invalid.", content: { "application/json": { schema: { type: "object" } } } },
          },
        },
      },
    },
  },
});

async function post(body: string) {
  const headers = { apiKey, "Content-Type": "application/x-www-form-urlencoded" };
  const response = await fetch(`${url}/charges`, { method: "POST", headers, body });
  return { status: response.status, why: response.headers.get("x-mock"), body: await response.json() };
}

it.each([
  ["metadata[a]=1&metadata%5Bb%5D=2+3", { metadata: { a: "1", b: "2 3" } }],
  ["size[width]=4&size[unit]=cm", { size: { width: 4, unit: "cm" } }],
  ["deep[0][width]=4&deep[1][width]=5&deep[0][unit]=cm", { deep: [{ width: 4, unit: "cm" }, { width: 5 }] }],
  ["pairs=width,4,unit,cm", { pairs: { width: 4, unit: "cm" } }],
  ["spaced=a%20b", { spaced: ["a", "b"] }],
  ["piped=a%7Cb|c", { piped: ["a", "b", "c"] }],
  ["listed=a,b%2Cc", { listed: ["a", "b,c"] }],
  ["repeated=a,b&repeated=c", { repeated: ["a,b", "c"] }],
  ["plain=a&plain=b", { plain: ["a", "b"] }],
])("reads the field %s of a form", async (text, fields) => {
  expect(await post(`amount=5&${text}`)).toMatchObject({ status: 201, body: { amount: 5, ...fields } });
});

it.each([
  ["size[width]=x", "size.width must be an integer"],
  ["deep[0][width]=x", "deep[0].width must be an integer"],
  ["listed=a&listed=b", "listed must be given once, not 2 times"],
  ["other[a]=1", "is not a known field"],
  ["listed=%zz", "the form"],
])("rejects the field %s of a form", async (text, reason) => {
  const { status, why } = await post(`amount=5&${text}`);
  expect([status, why]).toEqual([400, expect.stringContaining(reason)]);
});

it("objects and arrays in an array are JSON, one field for each, or all in one", async () => {
  const areas = [{ width: 1 }, { width: 2, unit: "m" }];
  for (const fields of [areas.map((each) => JSON.stringify(each)), [JSON.stringify(areas)]]) {
    const form = new URLSearchParams([["amount", "1"], ...fields.map((text) => ["areas", text])]);
    expect(await post(String(form))).toMatchObject({ status: 201, body: { areas } });
  }
  for (const rows of ["rows=[1,2]&rows=[]", "rows=[[1,2],[]]"])
    expect(await post(`amount=1&${rows}`)).toMatchObject({ status: 201, body: { rows: [[1, 2], []] } });
  expect(await post("amount=1&areas={}")).toMatchObject({
    status: 400,
    why: expect.stringContaining("areas[0].width"),
  });
  expect(await post("amount=1&areas=x")).toMatchObject({ status: 400 });
});

it("reads a form in a time that is proportional to the number of its fields", () => {
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object" } } };
  const rules = createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { post: { operationId: "a", requestBody: { content }, responses: {} } } },
  });
  const [media] = rules.api.operations[0]?.body?.content ?? [];
  if (!media) throw new Error("no body");
  const run = (length: number) => {
    const body = Array.from({ length }, (_, index) => `f${index}=1`).join("&");
    readBodyAs(rules, media, { method: "POST", target: "/a", body, header: () => undefined } as never);
  };
  expect(growth(run)).toBeLessThan(24);
});
