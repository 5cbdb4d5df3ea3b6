import { expect, test } from "vitest";
import { prepareDocument } from "../src/document/prepare-document.js";
import { withMappedTags } from "../src/document/with-mapped-tags.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const flow = (kind?: object) => ({
  type: "object",
  required: ["kind"],
  properties: { ...(kind && { kind }), email: text },
});
const mapping = { link: ref("Link").$ref, url: "Link", code: ref("Code").$ref };
const union = (more: object = {}) => ({
  oneOf: [ref("Link"), ref("Code")],
  discriminator: { propertyName: "kind", mapping },
  ...more,
});

const withSchemas = (schemas: object) => {
  const given = { openapi: "3.1.1", components: { schemas } };
  const before = structuredClone(given);
  const { document, tagged } = withMappedTags(given);
  expect(given).toEqual(before);
  return { schemas: (document as typeof given).components.schemas, tagged };
};

test.each([
  ["any text", text],
  ["all values", { ...text, enum: ["link", "url", "code"] }],
  ["a reference", ref("Kind")],
  ["nothing", undefined],
])("schemas have the values that lead to them if they say %s", (_, kind) => {
  const schemas = { Any: union(), Link: flow(kind), Code: flow(kind), Kind: text };
  expect(withSchemas(schemas)).toEqual({
    schemas: {
      ...schemas,
      Link: flow({ ...kind, enum: ["link", "url"] }),
      Code: flow({ ...kind, enum: ["code"] }),
    },
    tagged: ["Link", "Code"],
  });
});

test("a union that is no named schema, and an anyOf, count as well", () => {
  const { oneOf, ...others } = union();
  const schemas = { Page: { properties: { flow: { ...others, anyOf: oneOf } } }, Link: flow(text), Code: flow(text) };
  expect(withSchemas(schemas).tagged).toEqual(["Link", "Code"]);
});

test.each<[string, object]>([
  ["branches that say it themselves", { Link: flow({ const: "link" }), Code: flow({ const: "code" }) }],
  ["a value that leads nowhere", { Any: union({ discriminator: { propertyName: "kind", mapping: { a: "Other" } } }) }],
  ["no mapping", { Any: union({ discriminator: { propertyName: "kind" } }) }],
  [
    "a schema that others extend",
    { Link: flow(text), Code: { allOf: [ref("Link"), { properties: { kind: { const: "code" } } }] } },
  ],
  [
    "a property that is no text",
    { Link: flow({ type: "integer" }), Code: flow(ref("Number")), Number: { type: "integer" } },
  ],
  [
    "a property that is no text in a base",
    { Link: { allOf: [ref("Base")] }, Code: { allOf: [ref("Base")] }, Base: flow({ type: "integer" }) },
  ],
  ["values that the schema does not allow", { Link: flow({ enum: ["a"] }), Code: flow({ enum: ["a"] }) }],
])("with %s, all stays as it is", (_, schemas) => {
  const given = { Any: union(), Link: flow(text), Code: flow(text), ...schemas };
  expect(withSchemas(given)).toEqual({ schemas: given, tagged: [] });
});

test("what extends a branch keeps its own values", () => {
  const Code = { allOf: [ref("Link"), { properties: { size: { type: "integer" } } }] };
  const { schemas, tagged } = withSchemas({ Any: union(), Link: flow(text), Code });
  expect(schemas).toMatchObject({ Link: flow(text), Code: { ...Code, properties: { kind: { enum: ["code"] } } } });
  expect(tagged).toEqual(["Code"]);
});

test("a prepared document says so", () => {
  const schemas = { Any: union(), Link: flow(text), Code: flow(text) };
  const { notes } = prepareDocument({ openapi: "3.1.1", info: { title: "T", version: "1" }, components: { schemas } });
  expect(notes).toContain(
    "In the bundle, schemas have only those values of a discriminator that lead to them: Link, Code.",
  );
});
