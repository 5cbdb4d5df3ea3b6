import { createRules } from "@metadata-service/server-rules";
import { describe, expect, it } from "vitest";
import { createValueMaker } from "../src/core/values/value-maker.js";
import { petStore } from "./cases/pet-store.js";
import { SCHEMAS } from "./cases/schema-table.js";
import { testMock } from "./helpers.js";

/** Returns the first values generated for a schema, and whether Ajv accepts each. */
function valuesOf(written: object, count = 40) {
  const schema = JSON.parse(JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/Value/$defs/'));
  const document = { openapi: "3.1.1", info: {}, paths: {}, components: { schemas: { Value: schema } } };
  const maker = createValueMaker(createRules(document));
  const pointer = "#/components/schemas/Value";
  const generate = maker.at(pointer, schema);
  return Array.from({ length: count }, (_, row) => {
    const value = generate({ stream: 17, row, year: 2026, createdAt: 1_780_000_000_000_000 + row, depth: 0 });
    return { value, fits: value !== undefined && maker.fits(pointer, value) };
  });
}

describe("values for a schema", () => {
  it("are tested with at least 60 schemas", () => expect(Object.keys(SCHEMAS).length).toBeGreaterThanOrEqual(60));

  it.each(Object.entries(SCHEMAS))("are valid: %s", (_name, schema) => {
    for (const { value, fits } of valuesOf(schema)) expect({ value, fits }).toEqual({ value, fits: true });
  });

  it.each(Object.entries(SCHEMAS))("are valid in a field and in an array: %s", (_name, schema) => {
    const { $defs, ...rest } = schema as { $defs?: object };
    const nested = {
      ...($defs && { $defs }),
      type: "object",
      required: ["member", "list"],
      properties: { member: rest, list: { type: "array", minItems: 1, items: rest } },
    };
    for (const { value, fits } of valuesOf(nested, 10)) expect({ value, fits }).toEqual({ value, fits: true });
  });
});

describe("the sources of values", () => {
  it("are first the valid examples of the spec, also of arrays and objects", () => {
    const list = { type: "array", items: { type: "string" }, examples: [["red", "green"], [1]] };
    expect(valuesOf(list).map(({ value }) => value)).toEqual(Array(40).fill(["red", "green"]));
    const object = { type: "object", required: ["a"], properties: { a: { type: "integer" } }, example: { a: 5 } };
    expect(valuesOf(object)[0]?.value).toEqual({ a: 5 });
    const wrong = { type: "integer", minimum: 10, examples: [1] };
    for (const { fits } of valuesOf(wrong)) expect(fits).toBe(true);
  });

  it("are then the default, before generated values", () => {
    const schema = { type: "string", pattern: "^(?!x)[a-f]+(?<=a)$", default: "faaa" };
    expect(new Set(valuesOf(schema).map(({ fits }) => fits))).toEqual(new Set([true]));
  });

  it("return nothing if no value is valid", () => {
    expect(valuesOf({ type: "integer", minimum: 5, maximum: 4 }, 1)[0]?.value).toBeUndefined();
    expect(valuesOf({ not: {} }, 1)[0]?.value).toBeUndefined();
  });
});

it("generated values differ between rows", () => {
  for (const name of ["string", "email", "pattern", "integer", "uuid", "object"])
    expect(new Set(valuesOf(SCHEMAS[name] ?? {}).map(({ value }) => JSON.stringify(value))).size).toBeGreaterThan(3);
});

it("a schema without a valid value is named at the start, with its place, and its list is empty", async () => {
  const broken = structuredClone(petStore);
  Object.assign(broken.components.schemas.Pet.properties.name, { minLength: 5, maxLength: 4 });
  const notices: string[] = [];
  const mock = await testMock({ document: broken, onNotice: (text) => notices.push(text) });
  expect(notices).toEqual([
    "No valid record of pets can be made: no valid value could be generated for the schema at " +
      "#/components/schemas/Pet/properties/name; add an example to it",
  ]);
  const reply = await mock.call("/pets", { headers: { "X-Key": mock.apiKey } });
  expect([reply.status, reply.body]).toEqual([200, { data: [], total: 0 }]);
});
