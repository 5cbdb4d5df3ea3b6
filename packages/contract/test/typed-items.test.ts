// About this API: its typed items.
/** The suite reads documents by itself (decision 0040); what it reads must be what the model of spec-tools says. */
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { type ItemsModel, prepareDocument, readApi } from "@metadata-service/spec-tools";
import { describe, expect, it } from "vitest";
import { collectionOf } from "../src/demands/document/lists/collection-of.js";
import { checkReturned } from "../src/demands/returned-values.js";
import { type Document, operationsOf } from "../src/document/document.js";
import { itemsOfField, typedItemsOf } from "../src/document/typed-items.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object) => ({ type: "array", items });
const branch = (kind: string, data: object) => ({
  type: "object",
  required: ["kind"],
  properties: { name: { type: "string" }, kind: { const: kind }, data },
});
const union = (values: Record<string, object>) => ({
  oneOf: Object.entries(values).map(([kind, data]) => branch(kind, data)),
  discriminator: { propertyName: "kind" },
});
const of = (self: string, lines: object, scan: string) =>
  union({ group: list(ref(self)), lines, scan: { type: "string", format: scan }, money: list({ type: "object" }) });

/** Items with other names, in a path item that is a reference. */
const foreign = {
  openapi: "3.1.1",
  info: { title: "Notes", version: "1" },
  paths: { "/notes": { $ref: "#/components/pathItems/Notes" } },
  components: {
    pathItems: {
      Notes: {
        post: {
          operationId: "createNote",
          requestBody: {
            content: {
              "application/json": {
                "x-limits": { bytes: 2000, itemLevels: 3 },
                schema: { type: "object", properties: { parts: list(ref("Sent")), title: { type: "string" } } },
              },
            },
          },
          responses: { 201: { description: "Done." } },
        },
      },
    },
    schemas: {
      Sent: {
        ...of("Sent", list(ref("Sent")), "uuid"),
        "x-items": { key: "name", type: "kind", value: "data", response: "Shown" },
      },
      Shown: of("Shown", list(list(ref("Shown"))), "uri"),
    },
  },
};

describe.each<[string, object]>([
  ["the spec", document],
  ["a document with other names", foreign],
])("%s", (_name, spec) => {
  const read = spec as Document;
  const api = readApi(prepareDocument(spec).document);
  const factsOf = ({ key, type, value, types }: ItemsModel) => ({
    ...{ key, type, value },
    types: types.map(({ name, returned }) => [name, returned]),
  });

  it("has the same typed items", () => {
    const found = typedItemsOf(read).map(({ key, type, value, types }) => ({ key, type, value, types: [...types] }));
    expect(found).toEqual(api.items.map(factsOf));
    expect(found.length).toBeGreaterThan(0);
  });

  it("has the same operations, lists, bodies with items, and limits", () => {
    const facts = operationsOf(read).map((operation) => ({
      id: `${operation.method} ${operation.path}`,
      collection: operation.pagination && collectionOf(operation),
      limits: operation.body?.limits ?? {},
      fields: Object.keys(operation.body?.schema.node.properties ?? {}).filter((name) => itemsOfField(operation, name)),
    }));
    expect(facts).toEqual(
      api.operations.map(({ method, path, list, body }) => ({
        id: `${method} ${path}`,
        collection: list?.collection,
        limits: body?.content[0]?.limits ?? {},
        fields:
          body?.content.flatMap(({ items }) => items.flatMap(({ path }) => (path.length === 1 ? path : []))) ?? [],
      })),
    );
  });
});

it("items are expected in the form of responses wherever a record holds them", () => {
  const holding = (name: string) => ({
    type: "object",
    properties: { parts: list(ref(name)), pages: list({ type: "object", properties: { parts: list(ref(name)) } }) },
  });
  const content = (name: string) => ({
    "application/json": { schema: { type: "object", properties: { album: holding(name) } } },
  });
  const [operation] = operationsOf({
    ...foreign,
    paths: {
      "/albums": {
        post: {
          requestBody: { content: content("Sent") },
          responses: { 201: { description: "Done.", content: content("Shown") } },
        },
      },
    },
  } as unknown as Document);
  const id = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
  const scan = (data: string) => ({ name: "a", kind: "scan", data });
  const album = (part: object) => ({ album: { parts: [part], pages: [{ parts: [part] }] } });
  const check = (sent: object, shown: object) => () => operation && checkReturned(operation, sent, shown);
  const shown = album(scan(`https://files.example/${id}`));
  expect(check(album(scan(id)), shown)).not.toThrow();
  expect(check(album(scan(id)), album(scan(id)))).toThrow("album.parts[0].data");
  expect(check(album(scan(id)), { album: { ...shown.album, pages: album(scan(id)).album.pages } })).toThrow(
    "album.pages[0].parts[0].data",
  );
  const lines = (data: unknown) => album({ name: "b", kind: "lines", data });
  expect(check(lines([scan(id)]), lines([[scan(`https://files.example/${id}`)]]))).not.toThrow();
  expect(check(lines([scan(id)]), lines([scan(`https://files.example/${id}`)]))).toThrow("album.parts[0].data[0]");
});
