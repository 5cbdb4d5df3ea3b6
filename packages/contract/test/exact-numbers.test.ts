/** Numbers that a 64-bit float would change: the suite sends the digits of the document, and notices a server that rounds. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import { loadDocument as loadModelled } from "@metadata-service/spec-tools/load-document";
import { afterAll, describe, expect, it } from "vitest";
import { loadDocument } from "../src/cli/load-document.js";
import { markOf, withNumbers } from "../src/document/exact-numbers.js";
import { httpTarget, runContract } from "../src/index.js";

const SPEC = `openapi: 3.1.1
info: { title: Numbers, version: "1" }
paths:
  /limits:
    post:
      operationId: createLimit
      parameters:
        - { name: fixed, in: query, schema: { type: integer, const: 9007199254740993 } }
        - { name: one, in: query, schema: { enum: [9007199254740993, 0.1000000000000000055, 1e400] } }
        - { name: most, in: query, schema: { type: integer, maximum: 9223372036854775807, minimum: 9223372036854775000 } }
        - { name: step, in: query, schema: { type: number, multipleOf: 0.1000000000000000055 } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Limit" } } }
      responses:
        201: { description: x, content: { application/json: { schema: { $ref: "#/components/schemas/Limit" } } } }
        400: { description: x }
components:
  schemas:
    Limit:
      type: object
      required: [fixed]
      properties:
        fixed: { type: integer, const: 9007199254740993 }
        one: { type: number, enum: [9007199254740993, 0.1000000000000000055, 1e400] }
        any: { type: integer, examples: [9007199254740995] }
`;

const folder = await mkdtemp(join(tmpdir(), "metadata-contract-exact-"));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, "openapi.yaml");
await writeFile(file, SPEC);

async function check(served: object) {
  const mock = await startMock({ port: 0, document: served });
  const bodies: string[] = [];
  const target = httpTarget({ baseUrl: mock.url, apiKey: mock.apiKey });
  const send: typeof target.send = (request) => {
    bodies.push(String(request.body));
    return target.send(request);
  };
  const report = await runContract({ document: await loadDocument(file), target: { ...target, send }, seed: 7 });
  await target.close?.();
  await mock.stop();
  return { bodies, failed: report.failed, passed: report.passed };
}

it("all cases pass on a server that keeps the digits", async () => {
  const { document } = await loadModelled(file, { isExact: true });
  const { bodies, failed, passed } = await check(document);
  expect([failed, passed > 50]).toEqual([0, true]);
  expect(bodies.join()).toContain('"fixed":9007199254740993');
  expect(bodies.join()).toContain('"one":1e400');
});

it("a server that rounds them fails", async () => {
  const { document } = await loadModelled(file);
  expect((await check(document)).failed).toBeGreaterThan(0);
});

describe("a number", () => {
  it.each([
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993.0", "-9007199254740993"],
    ["0.1000000000000000055", "0.1000000000000000055"],
    ["12345678901234567.25", "12345678901234567.25"],
    ["1E+400", "1e400"],
    ["1e-400", "1e-400"],
  ])("%s is written as %s", (literal, written) => {
    const mark = markOf(literal) ?? "";
    expect(withNumbers(JSON.stringify({ a: mark }))).toBe(`{"a":${written}}`);
    expect(withNumbers(encodeURIComponent(JSON.stringify([mark])))).toBe(`%5B${written}%5D`);
  });

  it.each(["9007199254740992", "0.10", "1e2", "-0", "0", "1.5"])("%s needs no text", (literal) =>
    expect(markOf(literal)).toBeUndefined(),
  );
});
