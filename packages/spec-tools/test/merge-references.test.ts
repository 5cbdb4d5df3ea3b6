import { instances } from "@metadata-service/test-kit/schemas/instances";
import { Random } from "@metadata-service/test-kit/schemas/random";
import { COMPONENTS, randomSchema } from "@metadata-service/test-kit/schemas/random-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { mergeReferences } from "../src/document/merge-references.js";
import { prepareDocument } from "../src/document/prepare-document.js";
import { schemasOf } from "../src/document/schemas.js";

type Schemas = Record<string, unknown>;

const documentOf = (schemas: Schemas) => ({ openapi: "3.1.1", paths: {}, components: { schemas } });
const schemasIn = (document: object) => (document as ReturnType<typeof documentOf>).components.schemas;
const merged = (schemas: Schemas) => schemasIn(mergeReferences(documentOf(schemas)));

const compile = (document: object, name: string) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "bundle", ...document });
  return ajv.compile({ $ref: `bundle#/components/schemas/${name}` });
};

/** A copy of a schema that does not refer to some components. */
const withoutCircles = (schema: unknown, names: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$ref" && names.some((name) => value.endsWith(`/${name}`)) ? undefined : value,
  );

describe("a $ref with other keywords beside it", () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const Pet = { type: "object", required: ["id"], properties: { id: { type: "integer", minimum: 1 } } };

  it("becomes one schema with the keywords of both", () => {
    const own = { ...to("Pet"), required: ["name"], properties: { name: { type: "string" }, id: { maximum: 9 } } };
    expect(merged({ Pet, Named: own })["Named"]).toEqual({
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "integer", minimum: 1, maximum: 9 }, name: { type: "string" } },
    });
  });

  it("stays if it only describes", () => {
    const shown = { ...to("Pet"), description: "A pet.", deprecated: true, readOnly: true, "x-column": "pet" };
    const document = documentOf({ Pet, Owner: { properties: { pet: shown } } });
    expect(mergeReferences(document)).toBe(document);
  });

  it.each([
    ["a stricter bound", { type: "integer", minimum: 3 }, { minimum: 5 }, { type: "integer", minimum: 5 }],
    ["a looser bound", { maxLength: 3 }, { maxLength: 5 }, { maxLength: 3 }],
    ["a narrower type", { type: ["string", "null"] }, { type: "string" }, { type: "string" }],
    ["integers among numbers", { type: "number" }, { type: ["integer", "string"] }, { type: "integer" }],
    ["keywords after a boolean", true, { type: "string" }, { type: "string" }],
    [
      "a closed schema",
      { additionalProperties: false },
      { required: ["a"] },
      { additionalProperties: false, required: ["a"] },
    ],
    ["all that was evaluated", Pet, { unevaluatedProperties: false }, { ...Pet, unevaluatedProperties: false }],
  ])("merges %s", (_name, target, own, both) => {
    expect(merged({ Target: target, Own: { ...to("Target"), ...own } })["Own"]).toEqual(both);
  });

  it.each([
    ["two patterns", { pattern: "a" }, { pattern: "b" }],
    ["types that exclude each other", { type: "string" }, { type: "integer" }],
    ["properties of a closed schema", { additionalProperties: false }, { properties: { a: {} } }],
    ["properties that the target does not evaluate", { unevaluatedProperties: false }, { properties: { a: {} } }],
    ["two unions", { oneOf: [{}] }, { oneOf: [{}] }],
  ])("moves into an allOf where one schema cannot say both: %s", (_name, target, own) => {
    expect(merged({ Target: target, Own: { ...to("Target"), ...own } })["Own"]).toEqual({
      ...own,
      allOf: [to("Target")],
    });
  });

  it("is merged once where the schema contains itself", () => {
    const Tree = { type: "object", properties: { inner: { ...to("Tree"), minProperties: 1 } } };
    expect(merged({ Tree })["Tree"]).toEqual({
      type: "object",
      properties: {
        inner: {
          type: "object",
          minProperties: 1,
          properties: { inner: { minProperties: 1, allOf: [to("Tree")] } },
        },
      },
    });
  });

  it("extends a schema with a discriminator, as an allOf does", () => {
    const Base = {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      discriminator: { propertyName: "kind" },
    };
    const cat = { properties: { lives: { type: "integer" } } };
    const by = (Cat: unknown) => schemasIn(prepareDocument(documentOf({ Base, Cat })).document);
    expect(by({ ...to("Base"), ...cat })).toEqual(by({ ...cat, allOf: [to("Base")] }));
    expect(by({ ...to("Base"), ...cat })["Base"]).toHaveProperty("oneOf");
  });

  it.each(["constructor", "__proto__", "schema", "a/b~c", "x-y"])(
    "is found in a property and a component named %s",
    (name) => {
      const own = { ...to("Pet"), minProperties: 2 };
      const properties = JSON.parse(JSON.stringify({ name: own }).replace('"name"', JSON.stringify(name)));
      const all = schemasOf(mergeReferences(documentOf(JSON.parse(JSON.stringify({ Pet, Own: { properties } })))));
      expect(JSON.stringify(all)).not.toContain('"$ref"');
      const parameters = JSON.parse(
        `{${JSON.stringify(name)}: {"schema": {"$ref": "#/components/schemas/Pet", "minProperties": 2}}}`,
      );
      const document = { ...documentOf({ Pet }), components: { schemas: { Pet }, parameters } };
      expect(JSON.stringify(mergeReferences(document))).not.toContain('"$ref"');
    },
  );

  const count = { merged: 0, moved: 0, accepted: 0, rejected: 0 };

  it.each(Array.from({ length: 60 }, (_, i) => i + 1))("accepts the same values as before: seed %i", (seed) => {
    const random = new Random(seed);
    const schemas: Schemas = Object.fromEntries(
      COMPONENTS.map((name, i) => [name, withoutCircles(randomSchema(random, 2), COMPONENTS.slice(0, i + 1))]),
    );
    const own = randomSchema(random, 1);
    const $ref = `#/components/schemas/${random.pick(COMPONENTS)}`;
    schemas["Own"] = { ...(typeof own === "object" && own), $ref };
    const document = documentOf(schemas);
    const plain = mergeReferences(document);
    const before = compile(document, "Own");
    const after = compile(plain, "Own");
    const result = JSON.stringify(schemasIn(plain)["Own"]);
    if (result.includes("allOf")) count.moved++;
    else count.merged++;
    for (const value of instances(random, 60, Object.values(schemas))) {
      const expected = before(value);
      if (expected) count.accepted++;
      else count.rejected++;
      expect(after(value), `${JSON.stringify(value)}\n${JSON.stringify(schemas)}\n${result}`).toBe(expected);
    }
  });

  it("was tried on enough schemas and values for that to be meaningful", () => {
    expect(count.merged).toBeGreaterThan(15);
    expect(count.moved).toBeGreaterThan(5);
    expect(count.accepted).toBeGreaterThan(300);
    expect(count.rejected).toBeGreaterThan(300);
  });
});
