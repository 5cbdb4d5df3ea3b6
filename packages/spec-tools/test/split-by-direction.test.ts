import { expect, test } from "vitest";
import { splitByDirection } from "../src/generate/spec/split-by-direction.js";

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

/** What is sent, what is returned, and the schemas by name. */
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

test("a schema of both directions becomes two, each without what its direction leaves out", () => {
  const { sent, returned, schemas } = split(ref("Pet"), ref("Pet"), { Pet: pet });
  expect([sent, returned]).toEqual([ref("PetRequest"), ref("Pet")]);
  expect(schemas).toEqual({
    Pet: { type: "object", required: ["id"], properties: { id }, examples: [{ id: "1" }] },
    PetRequest: { type: "object", required: ["secret"], properties: { secret }, examples: [{ secret: "a" }] },
  });
});

test("so does every schema that contains one, recursion and discriminators included", () => {
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

test("a schema of one direction keeps its name, and a name that is taken is left alone", () => {
  expect(split(ref("Pet"), {}, { Pet: pet }).schemas).toMatchObject({ Pet: { required: ["secret"] } });
  expect(split({}, ref("Pet"), { Pet: pet }).schemas).toMatchObject({ Pet: { required: ["id"] } });
  const taken = { type: "null" };
  const { sent, schemas } = split(ref("Pet"), ref("Pet"), { Pet: pet, PetRequest: taken });
  expect([sent, schemas["PetRequest"]]).toEqual([ref("PetRequestBody"), taken]);
});

test("what allOf requires of a property that another part describes", () => {
  const Base = { properties: { id } };
  const { sent, returned } = split(
    { allOf: [ref("Base"), { required: ["id", "name"] }] },
    { allOf: [ref("Base"), { required: ["id", "name"] }] },
    { Base },
  );
  expect(sent).toEqual({ allOf: [ref("Base"), { required: ["name"] }] });
  expect(returned).toEqual({ allOf: [ref("Base"), { required: ["id", "name"] }] });
});

test("properties whose names are keywords are properties", () => {
  const inner = { type: "object", required: ["id"], properties: { id } };
  const named = { properties: { required: inner, examples: inner, mapping: inner, default: inner } };
  const open = { type: "object", required: [], properties: {} };
  expect(split(named, {}).sent).toEqual({
    properties: { required: open, examples: open, mapping: open, default: open },
  });
});

test("nothing changes where nothing hidden is required", () => {
  const given = document(ref("Pet"), ref("Pet"), { Pet: { ...pet, required: [] } });
  expect(splitByDirection(given).document).toBe(given);
});
