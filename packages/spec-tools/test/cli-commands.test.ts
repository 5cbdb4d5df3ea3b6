/** Tests the commands of `metadata` that are generated from a spec. */
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { columnsOf } from "../src/generate/cli/columns.js";
import { commandNames, kebab } from "../src/generate/cli/command-names.js";
import { commandTable } from "../src/generate/cli/command-table.js";
import { plainText } from "../src/generate/cli/plain-text.js";
import type { ResourceRole } from "../src/model/resources/resource-model.js";
import { readDocument } from "../src/read-document.js";

/** `GET /pets/{id} get pets getPet`: method and path, role, resource and operationId; `*` marks a list. */
const names = (...operations: string[]) => {
  const named = operations.map((line) => {
    const [operation = "", path = "/", role, resource] = line.split(" ").reverse();
    const isList = operation.startsWith("list") || role === "list*";
    return {
      operation,
      id: operation,
      path,
      isList,
      resource,
      role: role?.replace("*", "") as ResourceRole | undefined,
    };
  });
  return [...commandNames(named).values()].map(({ words, alias }) =>
    [words, ...(alias ? [alias] : [])].map((each) => each.join(" ")).join(" | "),
  );
};

test.each<[string[], string[]]>([
  [["listPurchaseOrdersV3"], ["purchase-orders-v3 list"]],
  [["createMetadata"], ["create"]],
  [["get_pet-by_id"], ["pet-by-id get"]],
  [["ping"], ["ping"]],
  [["login"], ["api login"]],
  [
    ["listPets", "pullPets"],
    ["pets list", "api pullPets"],
  ],
  [
    ["listPets", "list_pets"],
    ["pets list", "api list_pets"],
  ],
  [
    ["pets", "listPets"],
    ["api pets", "pets list"],
  ],
  [["list"], ["api list"]],
  [["listGrößenÄnderungen"], ["größen-änderungen list"]],
  [["get_日本"], ["日本 get"]],
  [["pets_partial_update"], ["pets partial-update"]],
  [["pets.storeAll"], ["pets store-all"]],
  [["Pets.Toys_get"], ["pets-toys get"]],
  [["v1.pets.index"], ["pets index"]],
  [["PetsController_findOne"], ["pets find-one"]],
  [["create_pets_list"], ["pets-list create"]],
])("the operations %j become the commands %j", (operations, commands) => {
  expect(names(...operations)).toEqual(commands);
});

test.each([
  ["ümlaut", "ümlaut"],
  ["größeInCM", "größe-in-cm"],
  ["ÄNDERUNGSDatum", "änderungs-datum"],
  ["filter[価格]", "filter-価格"],
  ["page[size]", "page-size"],
  ["X-Page2Size", "x-page2-size"],
  ["$€", "$€"],
])("the parameter %s has the flag --%s", (parameter, flag) => {
  expect(kebab(parameter)).toBe(flag);
});

test("all operations of a resource have the noun of its list; the names after the operationId alone stay", () => {
  const of = (role: string, path: string, id: string) => `shipments ${role} ${path} ${id}`;
  expect(
    names(
      of("list*", "/shipments", "listShipments"),
      of("create", "/shipments", "createShipment"),
      of("get", "/shipments/{uid}", "getShipment"),
      of("replace", "/shipments/{uid}", "replaceShipment"),
      of("update", "/shipments/{uid}", "updateShipment"),
      of("delete", "/shipments/{uid}", "removeShipment"),
      of("action", "/shipments/{uid}/dispatch", "dispatchShipment"),
      of("action", "/shipments/import", "importShipmentsOfYear"),
      of("action", "/shipments/{uid}/lock", "shipment_lock"),
    ),
  ).toEqual([
    "shipments list",
    "shipments create | shipment create",
    "shipments get | shipment get",
    "shipments replace | shipment replace",
    "shipments update | shipment update",
    "shipments delete | shipment remove",
    "shipments dispatch | shipment dispatch",
    "shipments import-of-year | shipments-of-year import",
    "shipments lock | lock shipment",
  ]);
});

test.each<[string, string[], string[]]>([
  [
    "two lists of a resource keep their nouns, and other operations have that of their path or number",
    [
      "orders list* /v1/orders listOrders",
      "orders list* /v3/orders listOrdersV3",
      "orders create /v3/orders createOrder",
      "orders get /orders/{uid} getOrderV3",
    ],
    ["orders list", "orders-v3 list", "orders-v3 create | order create", "orders-v3 get | order-v3 get"],
  ],
  [
    "an operation with the role of another one keeps the words of its operationId",
    [
      "pets list /pets/findByStatus findPetsByStatus",
      "pets list /pets/findByTags findPetsByTags",
      "pets get /pets/{id} getPetById",
      "pets get /pets/{id}/v2 getPetByName",
    ],
    [
      "pets list | pets-by-status find",
      "pets find-by-tags | pets-by-tags find",
      "pets get | pet-by-id get",
      "pets get-by-name | pet-by-name get",
    ],
  ],
  [
    "names derived from paths",
    ["pets list* /pets getPets", "pets create /pets postPets", "pets get /pets/{petId} getPetsByPetId"],
    ["pets list", "pets create | pets post", "pets get | pets-by-pet-id get"],
  ],
  [
    "the noun of the program is left out, for lists too",
    [
      "metadata create /metadata/{namespace} createMetadata",
      "metadata list* /metadata/{namespace} listMetadata",
      "metadata get /metadata/{namespace}/{uid} getMetadata",
    ],
    ["create", "list", "get"],
  ],
  [
    "a resource with the name of a command does not take it",
    [
      "metadata create /metadata createMetadata",
      "create list* /create listCreate",
      "create get /create/{id} getCreate",
    ],
    ["create", "api listCreate", "api getCreate"],
  ],
  [
    "an action with the name of another command of its resource",
    [
      "pets list* /pets listPets",
      "pets action /pets/sync syncPets",
      "pets action /pets/get getPets",
      "pets get /pets/{id} getPet",
    ],
    ["pets list", "api syncPets", "pets get", "pet get"],
  ],
])("%s", (_, operations, commands) => {
  expect(names(...operations)).toEqual(commands);
});

test("every operation of the spec has a command", async () => {
  const { commands } = commandTable(await readDocument());
  expect(commands.length).toBeGreaterThan(3);
  expect(new Set(commands.map(({ words }) => words.join(" "))).size).toBe(commands.length);
});

test("the key is checked with a list that needs a key and no arguments, otherwise with another such operation", async () => {
  const document = structuredClone(await readDocument()) as OpenApiDocument;
  const get = (operationId: string, more = {}) => ({
    get: { operationId, responses: { 204: { description: "" } }, ...more },
  });
  const required = { name: "q", in: "query", required: true, schema: { type: "string" } };
  const checkOf = (paths: object) => commandTable({ ...document, paths } as unknown as OpenApiDocument).check;
  const open = { "/open": get("open", { security: [] }), "/either": get("either", { security: [{ apiKey: [] }, {}] }) };
  expect(checkOf({ ...open, "/me": get("me") })).toBe("me");
  const orders = "/api/v1/purchase-orders";
  expect(checkOf({ "/me": get("me"), [orders]: document.paths?.[orders] })).toBe("listPurchaseOrders");
  expect(checkOf({ ...open, "/search": get("search", { parameters: [required] }) })).toBeUndefined();
});

describe("a new operation", () => {
  const added = async () => {
    const document = structuredClone(await readDocument()) as OpenApiDocument;
    const paths = document.paths as Record<string, object>;
    const list = structuredClone(paths["/api/v1/reports"]) as { get: { operationId: string } };
    list.get.operationId = "listFactories";
    const upload = {
      operationId: "uploadPhoto",
      summary: "Upload a photo.",
      parameters: [
        { name: "photoId", in: "path", required: true, schema: { type: "string" } },
        { name: "tags", in: "query", schema: { type: "array", items: { type: "integer" } } },
        { name: "X-Trace", in: "header", schema: { enum: ["on", "off"] } },
      ],
      requestBody: { required: true, content: { "image/png": { schema: {} } } },
      responses: { 204: { description: "Stored." } },
    };
    Object.assign(paths, { "/api/v1/factories": list, "/api/v1/photos/{photoId}": { put: upload } });
    return commandTable(document).commands;
  };

  test("becomes a command, with its identity and sync method if it is a list", async () => {
    const factories = (await added()).find(({ operation }) => operation === "listFactories");
    expect(factories).toMatchObject({ words: ["factories", "list"], list: { identity: "uid", sync: "syncFactories" } });
  });

  test("has its arguments, flags and body", async () => {
    expect((await added()).find(({ operation }) => operation === "uploadPhoto")).toMatchObject({
      words: ["photo", "upload"],
      summary: "Upload a photo",
      arguments: [{ key: "photoId", flag: "photo-id", type: "text", required: true }],
      parameters: [
        { key: "tags", flag: "tags", type: "integer", repeated: true },
        { key: "X-Trace", flag: "x-trace", type: "text", values: ["on", "off"] },
      ],
      body: { kind: "binary", mediaType: "image/png", required: true },
      returns: "none",
    });
  });
});

test("typed items in an object are written as those of a body, unless the object needs more", () => {
  const item = {
    discriminator: { propertyName: "type" },
    oneOf: [{ required: ["type"], properties: { type: { const: "text" }, value: { type: "string" } } }],
  };
  const album = { properties: { parts: { items: { $ref: "#/components/schemas/Part" } }, title: { type: "string" } } };
  const of = (schema: object) => {
    const post = {
      operationId: "addAlbum",
      requestBody: { content: { "application/json": { schema: { properties: { album: schema } } } } },
      responses: {},
    };
    const components = { schemas: { Part: { ...item, "x-items": { key: "key", type: "type", value: "value" } } } };
    const document = {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: { "/albums": { post } },
      components,
    };
    return commandTable(document as unknown as OpenApiDocument).commands[0]?.body?.items;
  };
  const shape = { field: "album", within: ["parts"], key: "key", type: "type", value: "value" };
  expect(of(album)).toEqual({ ...shape, types: { text: { type: "text" } } });
  expect(of({ anyOf: [{ allOf: [album], required: ["parts"] }, { type: "null" }] })).toEqual(of(album));
  expect(of({ ...album, required: ["title"] })).toBeUndefined();
});

test("columns have the types of the schema, with the identity first", () => {
  const date = { type: "string", format: "date" };
  const node = {
    properties: {
      name: { type: ["string", "null"] },
      id: { type: "string" },
      day: { allOf: [{ $ref: "#/components/schemas/Day" }] },
      at: { type: "string", format: "date-time" },
      size: { type: ["integer", "number"] },
      tags: { type: "array", items: { type: "string" } },
      either: { type: ["string", "number"] },
      level: { enum: [1, 2, null] },
    },
    oneOf: [{ properties: { wheels: { type: "integer" } } }, { properties: { wheels: { type: "string" } } }],
  };
  const document = { components: { schemas: { Day: date } } };
  const columns = columnsOf(document, { node: node as never, pointer: "#/x" }, "id");
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "id text",
    "name text",
    "day date",
    "at timestamp",
    "size number",
    "tags json",
    "either json",
    "level number",
    "wheels json",
  ]);
});

test("a description becomes plain text", () => {
  expect(plainText("Returns `x` (*assumed*, decision 0007).\nSee [the guide](x.md), **now**.")).toBe(
    "Returns x. See the guide, now.",
  );
});

test("a deprecated operation says so where its command is listed and explained", () => {
  const get = {
    operationId: "getThing",
    summary: "Return a thing.",
    description: "It is old.",
    deprecated: true,
    responses: {},
  };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/thing": { get } } };
  expect(commandTable(document as OpenApiDocument).commands[0]).toMatchObject({
    summary: "Return a thing (deprecated)",
    description: "Deprecated. It is old.",
  });
});

test.each([
  [{ description: "Returns a thing. It is old." }, "Returns a thing"],
  [{ summary: "", description: "Returns v1.2 things" }, "Returns v1.2 things"],
  [{}, "GET /thing"],
])("an operation with the texts %j is listed as %s", (texts, summary) => {
  const paths = { "/thing": { get: { operationId: "getThing", responses: {}, ...texts } } };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
  expect(commandTable(document as OpenApiDocument).commands[0]?.summary).toBe(summary);
});

test("the path that FastAPI appends to an operationId is no part of its command", () => {
  const paths = { "/v1/pets/": { get: { operationId: "read_pets_v1_pets__get", responses: {} } } };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
  expect(commandTable(document as OpenApiDocument).commands[0]?.words).toEqual(["pets", "read"]);
});
