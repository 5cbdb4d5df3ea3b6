import { expect, it } from "vitest";
import { cases } from "../src/cases/cases.js";
import { type Document, operationsOf } from "../src/document/document.js";
import { originOf } from "../src/resources/record-parameters.js";
import { resourcesOf } from "../src/resources/resource.js";

/** Returns the operation that lists the records at `/projects/{id}/{name}`, if the response above them has this schema. */
function listOf(schema: object): string | undefined {
  const parameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  const get = (operationId: string, names: string[], of: object) => ({
    get: {
      operationId,
      parameters: names.map(parameter),
      responses: { 200: { description: "Found.", content: { "application/json": { schema: of } } } },
    },
  });
  const document: Document = {
    info: { title: "T", version: "1" },
    paths: {
      "/projects/{id}": get("above", ["id"], schema),
      "/projects/{id}/{name}": get("one", ["id", "name"], { type: "object", properties: { name: { type: "string" } } }),
    },
  };
  return resourcesOf(operationsOf(document)).find(({ path }) => path.endsWith("{name}"))?.list?.id;
}

it("takes no record for the list of those below it, even if it shows some", () => {
  const array = { type: "array", items: { type: "object" } };
  expect(listOf({ type: "object", properties: { parts: array } })).toBeUndefined();
  expect(listOf(array)).toBe("above");
});

it("takes no record for the list of its kind", () => {
  const found = (properties: object) => ({
    200: { description: "Found.", content: { "application/json": { schema: { type: "object", properties } } } },
  });
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const listed = (shown: object) => {
    const paths = {
      "/pets": { get: { operationId: "pets", responses: found(shown) } },
      "/pets/{id}": { get: { operationId: "pet", parameters, responses: found({ id: {}, tags: { items: {} } }) } },
    };
    return resourcesOf(operationsOf({ info: { title: "T", version: "1" }, paths })).map(({ list }) => list?.id);
  };
  expect(listed({ id: {}, tags: { items: {} } })).toEqual([undefined]);
  expect(listed({ pets: { items: {} } })).toEqual(["pets"]);
});

it("takes a listed value for a part of an identity, if the records of its collection have several", () => {
  const place = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
  const parameters = [place("region", { enum: ["eu", "us"] }), place("code", { type: "string" })];
  const responses = { 201: { description: "Made.", content: { "application/json": { schema: { type: "object" } } } } };
  const found = (collection: string) => {
    const paths = {
      [collection]: { post: { operationId: "create", responses } },
      "/fees/{region}/{code}": { delete: { operationId: "remove", parameters, responses } },
    };
    const operations = operationsOf({ info: { title: "T", version: "1" }, paths });
    const names = resourcesOf(operations).map((each) => each.parameters.map(({ name }) => name));
    return [names, operations.map((each) => originOf(each)?.id)];
  };
  expect(found("/fees")).toEqual([[["region", "code"]], [undefined, "create"]]);
  expect(found("/fees/{region}")).toEqual([[["code"]], [undefined, "create"]]);
});

it("finds the fields of records, and the records of a page, in parts of their schemas", () => {
  const state = { type: "string", enum: ["open", "closed"] };
  const record = {
    allOf: [
      { type: "object", properties: { state } },
      { type: "object", properties: { id: {} } },
    ],
  };
  const page = {
    allOf: [{ type: "object" }, { type: "object", properties: { rows: { type: "array", items: record } } }],
  };
  const responses = { 200: { description: "All.", content: { "application/json": { schema: page } } } };
  const get = { operationId: "list", parameters: [{ name: "state", in: "query", schema: state }], responses };
  const all = cases({ info: { title: "T", version: "1" }, paths: { "/rows": { get } } });
  expect(all.map(({ keyword }) => keyword)).toContain("filter");
});
