/** Numbers that a 64-bit float would change, in examples: responses have the digits of the document. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { afterAll, expect, it } from "vitest";
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
  const { document } = await loadDocument(file, { hasExactExamples: true });
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
  const { document, problems } = await loadDocument(file, { hasExactExamples: true, isTolerant: true });
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
