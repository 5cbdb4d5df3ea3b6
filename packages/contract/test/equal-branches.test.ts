import { expect, it } from "vitest";
import type { Document, Schema } from "../src/document/document.js";
import { withNamedBranches } from "../src/document/equal-branches.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const type = { type: "string" };
const mapping = { book: ref("Book").$ref };
const Publication: Schema = { properties: { type }, discriminator: { propertyName: "type", mapping } };
const child: Schema = { allOf: [ref("Publication")], required: ["type"] };
const named = (...values: string[]) => ({ ...child, properties: { type: { type: "string", enum: values } } });

const documentOf = (schemas: Record<string, Schema>): Document => ({
  info: { title: "T", version: "1" },
  paths: {},
  components: { schemas },
});

it.each<[string, Schema]>([
  ["of the union", { oneOf: [ref("Book"), ref("Magazine")], discriminator: { propertyName: "type", mapping } }],
  ["of the schema that they extend", { oneOf: [ref("Book"), ref("Magazine")] }],
])("equal branches get the values of the discriminator %s", (_, Any) => {
  const schemas = { Publication, Any, Book: { ...child, description: "A book." }, Magazine: child };
  const { components } = withNamedBranches(documentOf(schemas));
  expect(components?.["schemas"]).toEqual({
    ...schemas,
    Book: { ...named("book"), description: "A book." },
    Magazine: named("Magazine"),
  });
});

it.each<[string, Record<string, Schema>]>([
  ["branches that differ", { Book: { ...child, required: ["type", "pages"] }, Magazine: child }],
  ["a union without a discriminator", { Publication: { properties: { type } }, Book: child, Magazine: child }],
])("%s stay as they are", (_, schemas) => {
  const document = documentOf({ Publication, Any: { oneOf: [ref("Book"), ref("Magazine")] }, ...schemas });
  expect(withNamedBranches(document)).toEqual(document);
});
