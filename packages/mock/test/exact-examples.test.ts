/** Numbers that a 64-bit float would change, in examples: responses have the digits of the document. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { afterAll, describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const SPEC = `openapi: 3.1.1
info: { title: Numbers, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        200:
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } }
  /things/{id}:
    get:
      operationId: getThing
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        200:
          description: One.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Thing" }
              example: { id: a, large: 9007199254740993, huge: 1e400, fine: 0.1000000000000000055, plain: 1.5 }
  /total:
    get:
      operationId: getTotal
      responses: { 200: { description: x, content: { application/json: { schema: { $ref: "#/components/schemas/Total" } } } } }
  /limits/{id}:
    put:
      operationId: putLimit
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int64, maximum: 9223372036854775807 } }
      requestBody:
        content:
          application/json:
            schema: { properties: { most: { $ref: "#/components/schemas/Limit/properties/most" } } }
      responses: { 200: { description: x, content: { application/json: { schema: { $ref: "#/components/schemas/Limit" } } } } }
components:
  schemas:
    Limit:
      type: object
      required: [fixed, most]
      properties:
        fixed: { const: 9007199254740993 }
        most: { type: integer, maximum: 9223372036854775807, minimum: 9223372036854775000 }
    Total: { type: object, required: [sum], properties: { sum: { type: integer, examples: [123456789012345678901] } } }
    Thing:
      type: object
      required: [id, large]
      properties:
        id: { type: string }
        large: { type: integer, minimum: 9007199254740992 }
        huge: { type: number }
        fine: { type: number }
        plain: { type: number }
`;

const folder = await mkdtemp(join(tmpdir(), "metadata-mock-exact-"));
afterAll(() => rm(folder, { recursive: true }));

it("examples are returned with the numbers as they are written", async () => {
  const file = join(folder, "openapi.yaml");
  await writeFile(file, SPEC);
  const { document } = await loadDocument(file, { isExact: true });
  const mock = await testMock({ document, size: 3 });
  const text = async (path: string) => (await fetch(mock.url + path)).text();
  const numbers = /"large":9007199254740993,"huge":1e400,"fine":0\.1000000000000000055,"plain":1\.5/;
  expect(await text("/things/a")).toMatch(numbers);
  expect(await text("/things")).toMatch(numbers);
  expect(await text("/total")).toBe('{"sum":123456789012345678901}');
});

it("bounds above 2^53 allow the numbers that they say, and constants are returned as they are written", async () => {
  const file = join(folder, "limits.yaml");
  await writeFile(file, SPEC);
  const { document, problems } = await loadDocument(file, { isExact: true, isTolerant: true });
  expect(problems).toEqual([]);
  const mock = await testMock({ document });
  const put = async (id: string, most: number) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ most });
    const { status, text } = await fetch(`${mock.url}/limits/${id}`, { method: "PUT", headers, body }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
    );
    return status === 200 ? text : status;
  };
  expect(await put("9223372036854775807", 2 ** 63)).toBe(400);
  expect(await put("9223372036854777000", 2 ** 63 - 1024)).toBe(400);
  expect(await put("9223372036854775807", 2 ** 63 - 1024)).toBe(
    '{"fixed":9007199254740993,"most":9223372036854775000}',
  );
});

const VALUES = `openapi: 3.1.1
info: { title: Values, version: "1" }
paths:
  /values/{id}:
    put:
      operationId: putValue
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, maximum: 9007199254740992 } }
        - { name: c, in: query, schema: { type: integer, const: 9007199254740993 } }
        - { name: e, in: query, schema: { enum: [9007199254740993, 0.1000000000000000055, 1e400] } }
        - { name: m, in: query, schema: { type: number, multipleOf: 0.1000000000000000055 } }
        - { name: d, in: query, schema: { type: integer, default: 9007199254740993 } }
      requestBody:
        content:
          application/json: { schema: { $ref: "#/components/schemas/Value" } }
          application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Value" } }
      responses:
        200: { description: x, content: { application/json: { schema: { $ref: "#/components/schemas/Value" } } } }
components:
  schemas:
    Value:
      type: object
      required: [fixed]
      properties:
        fixed: { type: integer, const: 9007199254740993 }
        one: { type: number, enum: [9007199254740993, 0.1000000000000000055, 1e400] }
        most: { type: integer, maximum: 9223372036854775807 }
        all: { type: array, uniqueItems: true, items: { enum: [9007199254740993, 9007199254740992] } }
`;

describe("numbers in requests are compared with those of the document by their digits", async () => {
  const file = join(folder, "values.yaml");
  await writeFile(file, VALUES);
  const { document } = await loadDocument(file, { isExact: true, isTolerant: true });
  const mock = await testMock({ document });
  const put = async (target: string, body: string, type: string) => {
    const init = { method: "PUT", headers: { "content-type": type }, body };
    const response = await fetch(`${mock.url}/values/${target}`, init);
    const text = await response.text();
    return response.status === 200 ? text : (JSON.parse(text).message as string);
  };

  it.each([
    ['{"fixed":9007199254740993}', true],
    ['{"fixed":9007199254740992}', "fixed must be 9007199254740993"],
    ['{"fixed":"9007199254740993"}', "fixed must be an integer"],
    ['{"fixed":9007199254740993,"one":0.1000000000000000055}', true],
    ['{"fixed":9007199254740993,"one":1e400}', true],
    ['{"fixed":9007199254740993,"one":0.1}', "one must be 9007199254740993, 0.1000000000000000055 or 1e400"],
    ['{"fixed":9007199254740993,"most":9223372036854775807}', true],
    ['{"fixed":9007199254740993,"most":9223372036854776000}', "most must be at most 9223372036854775807"],
    ['{"fixed":9007199254740993,"all":[9007199254740993,9007199254740992]}', true],
    [
      '{"fixed":9007199254740993,"all":[9007199254740993,9007199254740993.0]}',
      "all must not contain duplicates, but elements 0 and 1 are equal",
    ],
  ])("JSON %s: %s", async (body, wanted) => {
    expect(await put("1", body, "application/json")).toBe(wanted === true ? body : wanted);
  });

  it.each([
    ["fixed=9007199254740993&one=1e400", '{"fixed":9007199254740993,"one":1e400}'],
    ["fixed=9007199254740992", "fixed must be 9007199254740993"],
    ["fixed=9007199254740993&one=0.1", "one must be 9007199254740993, 0.1000000000000000055 or 1e400"],
  ])("a form %s: %s", async (body, wanted) => {
    expect(await put("1", body, "application/x-www-form-urlencoded")).toBe(wanted);
  });

  it.each([
    ["1?c=9007199254740993", undefined],
    ["1?c=9007199254740992", "c must be 9007199254740993"],
    ["1?e=1e400", undefined],
    ["1?e=0.1", "e must be 9007199254740993, 0.1000000000000000055 or 1e400"],
    ["1?m=0.1000000000000000055", undefined],
    ["1?m=0.1", "m must be a multiple of 0.1000000000000000055"],
    ["1?m=0", undefined],
    ["1?d=9007199254740995", undefined],
    ["9007199254740992", undefined],
    ["9007199254740993", "id must be at most 9007199254740992"],
  ])("a parameter %s: %s", async (target, wanted) => {
    const body = '{"fixed":9007199254740993}';
    expect(await put(target, body, "application/json")).toBe(wanted ?? body);
  });
});
