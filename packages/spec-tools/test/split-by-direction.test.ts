import { expect, test } from "vitest";
import { splitByDirection } from "../src/document/split-by-direction.js";

const id = { type: "string", readOnly: true };
const secret = { type: "string", writeOnly: true };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** A document whose `POST` sends one schema and returns another. */
const document = (sent: object, returned: object, schemas: object = {}) => ({
  openapi: "3.1.1",
  paths: { "/pets": { post: { requestBody: json(sent), responses: { default: json(returned) } } } },
  components: { schemas },
});

/** Splits a document, and returns the schema of the request, that of the response, and the schemas by name. */
function split(sent: object, returned: object, schemas: object = {}) {
  const given = document(sent, returned, schemas);
  const before = structuredClone(given);
  const made = splitByDirection(given).document as typeof given & { components: { schemas: Record<string, object> } };
  expect(given).toEqual(before);
  const { requestBody, responses } = made.paths["/pets"].post;
  const schemaOf = ({ content }: ReturnType<typeof json>) => content["application/json"].schema;
  return { sent: schemaOf(requestBody), returned: schemaOf(responses.default), schemas: made.components.schemas };
}

const pet = {
  type: "object",
  required: ["id", "secret"],
  properties: { id, secret },
  examples: [{ id: "1", secret: "a" }],
};

test("a schema used in both directions is split, each part without the properties that its direction hides", () => {
  const { sent, returned, schemas } = split(ref("Pet"), ref("Pet"), { Pet: pet });
  expect([sent, returned]).toEqual([ref("PetRequest"), ref("Pet")]);
  expect(schemas).toEqual({
    Pet: { type: "object", required: ["id"], properties: { id }, examples: [{ id: "1" }] },
    PetRequest: { type: "object", required: ["secret"], properties: { secret }, examples: [{ secret: "a" }] },
  });
});

test("every schema that contains such a schema is split, including recursion and discriminators", () => {
  const Zoo = { type: "array", items: ref("Pet") };
  const Tree = { properties: { pet: ref("Pet"), below: ref("Tree") } };
  const Any = { oneOf: [ref("Pet")], discriminator: { propertyName: "id", mapping: { a: ref("Pet").$ref } } };
  const { schemas } = split(
    { anyOf: [ref("Zoo"), ref("Tree"), ref("Any")] },
    { anyOf: [ref("Zoo"), ref("Tree"), ref("Any")] },
    { Zoo, Tree, Any, Pet: pet },
  );
  expect(schemas).toMatchObject({
    Zoo,
    ZooRequest: { items: ref("PetRequest") },
    TreeRequest: { properties: { pet: ref("PetRequest"), below: ref("TreeRequest") } },
    AnyRequest: { oneOf: [ref("PetRequest")], discriminator: { mapping: { a: ref("PetRequest").$ref } } },
  });
});

test("a schema used in one direction keeps its name, and no existing schema is overwritten", () => {
  expect(split(ref("Pet"), {}, { Pet: pet }).schemas).toMatchObject({ Pet: { required: ["secret"] } });
  expect(split({}, ref("Pet"), { Pet: pet }).schemas).toMatchObject({ Pet: { required: ["id"] } });
  const taken = { type: "null" };
  const { sent, schemas } = split(ref("Pet"), ref("Pet"), { Pet: pet, PetRequest: taken });
  expect([sent, schemas["PetRequest"]]).toEqual([ref("PetRequestBody"), taken]);
});

test("a read-only property is not required in requests, even if one part of an allOf requires it and another describes it", () => {
  const Base = { properties: { id } };
  const { sent, returned } = split(
    { allOf: [ref("Base"), { required: ["id", "name"] }] },
    { allOf: [ref("Base"), { required: ["id", "name"] }] },
    { Base },
  );
  expect(sent).toEqual({ allOf: [ref("Base"), { required: ["name"] }] });
  expect(returned).toEqual({ allOf: [ref("Base"), { required: ["id", "name"] }] });
});

test("properties with the names of keywords are treated as properties", () => {
  const inner = { type: "object", required: ["id"], properties: { id } };
  const named = { properties: { required: inner, examples: inner, mapping: inner, default: inner } };
  const open = { type: "object", required: [], properties: {} };
  expect(split(named, {}).sent).toEqual({
    properties: { required: open, examples: open, mapping: open, default: open },
  });
});

test("nothing changes if no hidden property is required", () => {
  const given = document(ref("Pet"), ref("Pet"), { Pet: { ...pet, required: [] } });
  expect(splitByDirection(given).document).toBe(given);
});
