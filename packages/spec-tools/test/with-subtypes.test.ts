import { expect, test } from "vitest";
import { withSubtypes } from "../src/document/with-subtypes.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const lives = { type: "object", properties: { lives: { type: "integer" } } };
const base = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
const mapping = { cat: ref("Cat").$ref, tom: "Cat" };
const Pet = { ...base, discriminator: { propertyName: "kind", mapping } };
const Cat = { allOf: [ref("Pet"), lives] };
const Dog = { allOf: [ref("Pet")], required: ["name"] };

const withSchemas = (schemas: object) => {
  const given = { openapi: "3.1.1", components: { schemas } };
  const before = structuredClone(given);
  const made = withSubtypes(given);
  expect(given).toEqual(before);
  return { schemas: (made.document as typeof given).components.schemas, left: made.left };
};

test("a base becomes a union of the schemas that extend it, each with its values of the discriminator", () => {
  expect(withSchemas({ Pet, Cat, Dog }).schemas).toEqual({
    PetBase: base,
    Pet: {
      ...base,
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: ref("Cat").$ref, tom: ref("Cat").$ref, Dog: ref("Dog").$ref },
      },
    },
    Cat: {
      allOf: [ref("PetBase"), lives],
      required: ["kind"],
      properties: { kind: { type: "string", enum: ["cat", "tom"] } },
    },
    Dog: {
      allOf: [ref("PetBase")],
      required: ["name", "kind"],
      properties: { kind: { type: "string", const: "Dog" } },
    },
  });
});

test("the property may be required only by the schemas that extend the base, and a union may list them, too", () => {
  const open = { ...Pet, required: [] };
  const cat = { ...Cat, required: ["kind"] };
  const dog = { allOf: [ref("Pet"), { required: ["kind"] }] };
  const Any = { ...Cat, discriminator: { propertyName: "kind" }, oneOf: [ref("Cat"), ref("Dog")] };
  const { schemas, left } = withSchemas({ Pet: open, Cat: cat, Dog: dog, Any });
  expect(left).toEqual([]);
  expect(schemas).toMatchObject({ Pet: { oneOf: [ref("Cat"), ref("Dog")] }, Cat: { required: ["kind"] }, Any });
  expect(withSchemas({ Pet: open, Cat: cat, Dog }).left).toEqual([
    'Pet has a discriminator, and "kind" is not required',
  ]);
});

test.each([
  ["nothing extends it", { Pet }, "no schema extends it by allOf"],
  ["the property is optional", { Pet: { ...Pet, required: [] }, Cat }, '"kind" is not required'],
  ["there are more levels", { Pet, Cat, Tom: { allOf: [ref("Cat")] } }, "other schemas extend Cat"],
  [
    "it is one of them itself",
    { Pet: { ...Pet, discriminator: { propertyName: "kind", mapping: { pet: ref("Pet").$ref } } }, Cat },
    "its mapping leads to itself",
  ],
])("a base is left as it is, with the reason, if %s", (_where, schemas, reason) => {
  const { schemas: after, left } = withSchemas(schemas);
  expect(after).toBe(schemas);
  expect(left).toEqual([`Pet has a discriminator, and ${reason}`]);
});

test("an explicit union is left alone", () => {
  const schemas = { Pet: { oneOf: [ref("Cat")], discriminator: { propertyName: "kind" } }, Cat: lives };
  expect(withSchemas(schemas)).toEqual({ schemas, left: [] });
});
