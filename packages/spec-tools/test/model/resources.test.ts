import { describe, expect, it, test } from "vitest";
import { readApi } from "../../src/index.js";
import { listOf, Nick, Owner, object, Pet, page, resourceLines, type Short, smallDocument } from "./small-document.js";

const envelope = (data: object) =>
  object({ success: { type: "boolean" }, message: { type: "string" }, data, meta: {} });

/** Descriptions of APIs, their operations, and the resources that they contain. */
const apis: [what: string, operations: Record<string, Short>, lines: string[]][] = [
  [
    "a whole collection",
    {
      "GET /pets": { id: "listPets", returns: listOf(Pet) },
      "POST /pets": { id: "createPet", sends: Pet, returns: Pet, status: "201" },
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "PUT /pets/{petId}": { id: "replacePet", sends: Pet, returns: Pet },
      "PATCH /pets/{petId}": { id: "updatePet", sends: Pet, returns: Pet },
      "DELETE /pets/{petId}": { id: "deletePet" },
    },
    [
      "pets: list listPets, returns [].id",
      "pets: create createPet, sends id, returns id",
      "pets: get getPet, by path petId, returns id",
      "pets: replace replacePet, by path petId, sends id, returns id",
      "pets: update updatePet, by path petId, sends id, returns id",
      "pets: delete deletePet, by path petId",
    ],
  ],
  [
    "no operationIds, a prefix and trailing slashes",
    {
      "GET /api/v2/pets/": { returns: page(Pet) },
      "GET /api/v2/pets/{id}/": { returns: Pet },
      "DELETE /api/v2/pets/{id}/": {},
    },
    [
      "pets: list getApiV2Pets, returns data.[].id",
      "pets: get getApiV2PetsById, by path id, returns id",
      "pets: delete deleteApiV2PetsById, by path id",
    ],
  ],
  [
    "an envelope that says how the request went",
    {
      "GET /pets": { id: "pets", returns: envelope(listOf(Pet)) },
      "POST /pets": { id: "createPet", sends: Pet, returns: envelope(Pet), status: "201" },
      "GET /pets/{petId}": { id: "getPet", returns: envelope({ anyOf: [Pet, { type: "null" }] }) },
      "GET /owners": { id: "owners", returns: object({ code: {}, msg: {}, data: listOf(Owner) }) },
      "GET /jobs/{id}": { id: "getJob", returns: object({ id: {}, status: {}, data: { type: "object" } }) },
    },
    [
      "pets: list pets, returns data.[].id",
      "pets: create createPet, sends id, returns data.id",
      "pets: get getPet, by path petId, returns data.id",
      "owners: list owners, returns data.[].uid",
      "jobs: get getJob, by path id, returns id",
    ],
  ],
  [
    "a list with any name, if a parameter chooses a page",
    {
      "GET /featured": { id: "featured", returns: object({ cards: listOf(Pet), at: {} }), query: ["limit"] },
      "GET /summary": { id: "summary", returns: object({ cards: listOf(Pet), at: {} }) },
      "GET /shelf": { id: "shelf", returns: object({ id: {}, books: listOf(Pet) }), query: ["limit"] },
    },
    [
      "featured: list featured, returns cards.[].id",
      "summary (one): get summary, returns -",
      "shelf (one): get shelf, returns -",
    ],
  ],
  [
    "an action with several words, and one on the records of a record",
    {
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "POST /pets/{petId}/chip/scan": { id: "scanChip", returns: object({ at: {} }) },
      "GET /pets/{petId}/photos/{id}": { id: "getPhoto", returns: object({ id: {} }) },
      "POST /pets/{petId}/photos/import": { id: "importPhotos", returns: object({ at: {} }) },
    },
    [
      "pets: get getPet, by path petId, returns id",
      "pets: action scanChip, by path petId",
      "pets/photos: get getPhoto, by path id, in petId pets -, returns id",
      "pets/photos: action importPhotos, in petId pets -",
    ],
  ],
  [
    "an action by PUT without a body, and a record that is found with what belongs to it",
    {
      "GET /pets/{petId}": { id: "findPet", returns: object({ petId: {}, owners: listOf(Owner) }) },
      "PUT /pets/{petId}/adopt": { id: "adoptPet", returns: Pet },
      "PUT /pets/{petId}/diet": { id: "setDiet", sends: object({ at: {} }), returns: object({ at: {} }) },
    },
    [
      "pets: get findPet, by path petId, returns petId",
      "pets: action adoptPet, by path petId",
      "pets/diet (one): replace setDiet, in petId pets -, sends -, returns -",
    ],
  ],
  [
    "actions that add and remove what belongs to a record",
    {
      "GET /pets": { id: "listPets", returns: listOf(Pet) },
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "POST /pets/{petId}/addOwner": { id: "addOwner", sends: Owner, returns: Pet },
      "POST /pets/{petId}/removeOwner": { id: "removeOwner", sends: Owner, returns: Pet },
      "POST /pets/{petId}/add-ons": { id: "createAddOn", sends: Owner, returns: Owner },
      "POST /pets/{petId}/remove": { id: "removePet" },
    },
    [
      "pets: list listPets, returns [].id",
      "pets: get getPet, by path petId, returns id",
      "pets: action addOwner, by path petId",
      "pets: action removeOwner, by path petId",
      "pets: delete removePet, by path petId",
      "pets/add-ons: create createAddOn, in petId pets -, sends uid, returns uid",
    ],
  ],
  [
    "a list of records under another name, which the records of their own path identify",
    {
      "GET /owners/{owner_uid}": { id: "getOwner", returns: Owner },
      "GET /teams/{teamId}/people": { id: "listPeople", returns: page(Owner) },
      "GET /pets": { id: "listPets", returns: page(Nick) },
      "GET /pets/{pet_nick}": { id: "getPet", returns: Nick },
      "GET /teams/{teamId}/items": { id: "listItems", returns: page(Nick) },
    },
    [
      "owners: get getOwner, by path owner_uid, returns uid",
      "owners: list listPeople, in teamId - -, returns data.[].uid",
      "pets: list listPets, returns data.[].nick",
      "pets: get getPet, by path pet_nick, returns nick",
      "pets: list listItems, in teamId - -, returns data.[].nick",
    ],
  ],
  [
    "what is described as one record, at the path of the collection",
    {
      "GET /pets": { id: "getPets", returns: Pet },
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
    },
    ["pets: action getPets", "pets: get getPet, by path petId, returns id"],
  ],
  [
    "an action at the path of a single record that belongs to another one",
    {
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "GET /pets/{petId}/photos": { id: "getPhotos", returns: object({ petId: {}, photos: {}, at: {} }) },
      "POST /pets/{petId}/photos": { id: "sendPhoto", returns: object({ petId: {}, photos: {}, at: {} }) },
    },
    [
      "pets: get getPet, by path petId, returns id",
      "pets/photos (one): get getPhotos, in petId pets petId, returns -",
      "pets/photos (one): action sendPhoto, in petId pets -",
    ],
  ],
  [
    "a list beside what belongs to its records, or counts them",
    {
      "GET /feed": { id: "feed", returns: object({ data: listOf(Pet), included: listOf(Owner), jsonapi: {} }) },
      "GET /stock": {
        id: "stock",
        returns: object({ results: listOf(Owner), facets: listOf(object({ n: {} })) }),
      },
    },
    ["feed: list feed, returns data.[].id", "stock: list stock, returns results.[].uid"],
  ],
  [
    "an identity with another name",
    {
      "GET /owners": { id: "listOwners", returns: page(Owner, "owners") },
      "GET /owners/{owner_uid}": { id: "getOwner", returns: Owner },
      "GET /people/{email}": { id: "getPerson", returns: Owner },
      "GET /books/{isbn}": { id: "getBook", returns: object({ isbn: { type: "string" }, id: { type: "string" } }) },
    },
    [
      "owners: list listOwners, returns owners.[].uid",
      "owners: get getOwner, by path owner_uid, returns uid",
      "people: get getPerson, by path email, returns email",
      "books: get getBook, by path isbn, returns isbn",
    ],
  ],
  [
    "collections inside records",
    {
      "GET /owners/{ownerId}": { id: "getOwner", returns: Owner },
      "GET /owners/{ownerId}/pets": { id: "listPets", returns: listOf(Pet) },
      "POST /owners/{ownerId}/pets": { id: "addPet", sends: Pet, returns: Pet, status: "201" },
      "GET /owners/{ownerId}/pets/{petId}": { id: "getPet", returns: Pet },
    },
    [
      "owners: get getOwner, by path ownerId, returns uid",
      "owners/pets: list listPets, in ownerId owners ownerId, returns [].id",
      "owners/pets: create addPet, in ownerId owners ownerId, sends id, returns id",
      "owners/pets: get getPet, by path petId, in ownerId owners ownerId, returns id",
    ],
  ],
  [
    "records that are listed under another record, but fetched at their own path",
    {
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "GET /owners/{ownerId}": { id: "getOwner", returns: Owner },
      "GET /owners/{ownerId}/pets": { id: "listPetsOfOwner", returns: listOf(Pet) },
      "GET /pets/findByStatus": { id: "findPetsByStatus", returns: listOf(Pet) },
    },
    [
      "pets: get getPet, by path petId, returns id",
      "pets: list listPetsOfOwner, in ownerId owners ownerId, returns [].id",
      "pets: list findPetsByStatus, returns [].id",
      "owners: get getOwner, by path ownerId, returns uid",
    ],
  ],
  [
    "two parameters at the end: a namespace and an identity",
    {
      "POST /metadata/{namespace}": {
        id: "createMetadata",
        sends: Owner,
        returns: object({ data: Owner }),
        status: "201",
      },
      "GET /metadata/{namespace}/{uid}": { id: "getMetadata", returns: object({ data: Owner }) },
    },
    [
      "metadata: create createMetadata, in namespace - -, sends uid, returns data.uid",
      "metadata: get getMetadata, by path uid, in namespace - -, returns data.uid",
    ],
  ],
  [
    "a create operation at a path whose last parameter does not identify a record",
    { "POST /metadata/{namespace}": { id: "createMetadata", sends: Owner, returns: Owner, status: "201" } },
    ["metadata: create createMetadata, in namespace - -, sends uid, returns uid"],
  ],
  [
    "singletons, alone and inside a record",
    {
      "GET /settings": {
        id: "getSettings",
        returns: object({ theme: { type: "string" }, tags: listOf({ type: "string" }) }),
      },
      "PUT /settings": { id: "replaceSettings", sends: object({ theme: { type: "string" } }) },
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "GET /pets/{petId}/collar": { id: "getCollar", returns: object({ colour: { type: "string" } }) },
    },
    [
      "settings (one): get getSettings, returns -",
      "settings (one): replace replaceSettings, sends -",
      "pets: get getPet, by path petId, returns id",
      "pets/collar (one): get getCollar, in petId pets -, returns -",
    ],
  ],
  [
    "actions",
    {
      "GET /pets": { id: "listPets", returns: listOf(Pet) },
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "POST /pets/{petId}/feed": { id: "feedPet", returns: Pet },
      "POST /pets/{petId}:archive": { id: "archivePet" },
      "POST /pets/{petId}": { id: "updatePetWithForm", sends: Pet },
      "POST /pets/import": { id: "importPets", sends: listOf(Pet) },
      "POST /login": { id: "login", sends: object({ password: { type: "string" } }), returns: object({}) },
    },
    [
      "pets: list listPets, returns [].id",
      "pets: get getPet, by path petId, returns id",
      "pets: update updatePetWithForm, by path petId, sends id",
      "pets: action feedPet, by path petId",
      "pets: action archivePet, by path petId",
      "pets: action importPets",
    ],
  ],
  [
    "a POST that creates at the path of a record, and one that creates something else there",
    {
      "GET /owners/{ownerName}": { id: "getOwner", returns: Pet },
      "POST /owners/{ownerName}": { id: "createOwner", sends: Pet, status: "201" },
      "GET /pets/{petId}": { id: "getPet", returns: Pet },
      "POST /pets/{petId}": { id: "createVisit", sends: Pet, status: "201" },
    },
    [
      "owners: get getOwner, by path ownerName, returns name",
      "owners: replace createOwner, or create, by path ownerName, sends name",
      "pets: get getPet, by path petId, returns id",
      "pets: action createVisit, by path petId",
    ],
  ],
  [
    "a PUT that creates",
    { "PUT /pets/{petId}": { id: "putPet", sends: Pet, returns: Pet, status: "201" } },
    ["pets: replace putPet, or create, by path petId, sends id, returns id"],
  ],
  [
    "identities in a header, in the query and in the body",
    {
      "GET /pets": { id: "listPets", returns: listOf(Pet) },
      "DELETE /pets": { id: "deletePet", needs: ["header", "X-Pet-Id"] },
      "PUT /pets": { id: "replacePet", sends: Pet },
      "GET /owner": { id: "getOwner", needs: ["query", "uid"], returns: Owner },
    },
    [
      "pets: list listPets, returns [].id",
      "pets: delete deletePet, by header X-Pet-Id",
      "pets: replace replacePet, by body id, sends id",
      "owner: get getOwner, by query uid, returns uid",
    ],
  ],
  [
    "envelopes",
    {
      "GET /pets": { id: "listPets", returns: object({ _embedded: object({ pets: listOf(Pet) }) }) },
      "GET /pets/{id}": { id: "getPet", returns: object({ pet: Pet, meta: object({}) }) },
      "POST /pets": { id: "createPet", sends: object({ pet: Pet }), returns: object({ data: Pet }) },
    },
    [
      "pets: list listPets, returns _embedded.pets.[].id",
      "pets: create createPet, sends pet.id, returns data.id",
      "pets: get getPet, by path id, returns pet.id",
    ],
  ],
  [
    "an envelope of the response that requests have, beside other things",
    {
      "POST /pets": {
        id: "createPet",
        sends: object({ Data: object({ name: {} }), Risk: object({}) }),
        returns: object({ Data: Pet, Links: object({}) }),
        status: "201",
      },
      "GET /pets/{id}": { id: "getPet", returns: object({ Data: Pet, Links: object({}) }) },
      "PUT /pets/{id}": {
        id: "putPet",
        sends: object({ Data: object({ color: {} }), Risk: object({}) }),
        returns: object({ Data: Pet }),
      },
      "PATCH /pets/{id}": {
        id: "patchPet",
        sends: object({ Data: object({ name: {} }), name: {} }),
        returns: object({ Data: Pet }),
      },
    },
    [
      "pets: create createPet, sends Data.-, returns Data.id",
      "pets: get getPet, by path id, returns Data.id",
      "pets: replace putPet, by path id, sends -, returns Data.id",
      "pets: update patchPet, by path id, sends -, returns Data.id",
    ],
  ],
  [
    "envelopes among other things, and records with a field of their own name",
    {
      "GET /pets/{id}": { id: "getPet", returns: object({ result: object({}), owner: Owner, pet: Pet }) },
      "GET /credentials/{id}": { id: "getCredentials", returns: object({ credentials: Pet }) },
      "GET /notes/{id}": { id: "getNote", returns: object({ id: { type: "string" }, note: Pet }) },
      "GET /tags/{id}": { id: "getTag", returns: object({ color: {}, tag: { type: "object" } }) },
    },
    [
      "pets: get getPet, by path id, returns pet.id",
      "credentials: get getCredentials, by path id, returns credentials.id",
      "notes: get getNote, by path id, returns id",
      "tags: get getTag, by path id, returns -",
    ],
  ],
  [
    "pages inside a field of their own name, and records with an array inside one",
    {
      "GET /short-urls": { id: "shortUrls", returns: object({ shortUrls: page(Pet) }) },
      "GET /profile": {
        id: "profile",
        returns: object({ profile: object({ name: { type: "string" }, tags: listOf({}) }) }),
      },
      "GET /settings": { id: "settings", returns: object({ settings: object({ theme: {}, rules: listOf(Pet) }) }) },
      "GET /account": { id: "account", returns: object({ data: object({ name: {}, roles: listOf(Pet) }) }) },
    },
    [
      "short-urls: list shortUrls, returns shortUrls.data.[].id",
      "profile (one): get profile, returns profile.-",
      "settings (one): get settings, returns settings.-",
      "account (one): get account, returns data.-",
    ],
  ],
  [
    "one record that contains an array",
    { "GET /orders/{id}": { id: "getOrder", returns: object({ id: { type: "string" }, items: listOf(Pet) }) } },
    ["orders: get getOrder, by path id, returns id"],
  ],
  [
    "versions of one list, and a list that only looks like one",
    {
      "GET /api/v1/pets": { id: "listPets", returns: listOf(Pet) },
      "GET /api/v3/pets": { id: "listPetsV3", returns: page(Owner) },
      "GET /shops/{shop}/pets": { id: "listShopPets", returns: listOf(Owner) },
    },
    [
      "pets: list listPets, returns [].id",
      "pets: list listPetsV3, returns data.[].uid",
      "shops/pets: list listShopPets, in shop - -, returns [].uid",
    ],
  ],
  [
    "parameters that are a part of a segment, or that come before any word",
    {
      "POST /v{version}/pets": { id: "createPet", sends: Pet, returns: Pet, status: "201" },
      "GET /v{version}/pets/{petId}": { id: "getPet", returns: Pet },
      "GET /{tenant}/owners": { id: "listOwners", returns: listOf(object({ tenant: {}, id: {} })) },
      "GET /{tenant}/owners/{id}/pets": {
        id: "listPets",
        returns: listOf(object({ id: {}, ownerId: {}, tenant: {} })),
      },
    },
    [
      "pets: create createPet, sends id, returns id",
      "pets: get getPet, by path petId, returns id",
      "owners: list listOwners, in tenant - tenant, returns [].id",
      "owners/pets: list listPets, in tenant - tenant, in id owners ownerId, returns [].id",
    ],
  ],
  [
    "what only x-resource shows",
    {
      "POST /lookup": {
        id: "lookup",
        returns: Pet,
        "x-resource": { name: "pets", role: "get", identifiedBy: { in: "body", name: "name" }, identity: "name" },
      },
      "GET /pets": { id: "listPets", returns: listOf(Pet) },
      "GET /status": { id: "getStatus", returns: object({}), "x-resource": false },
    },
    ["pets: get lookup, returns name", "pets: list listPets, returns [].id"],
  ],
  [
    "operations that do not deal with records",
    { "POST /login": { id: "login" }, "HEAD /pets": { id: "checkPets" } },
    [],
  ],
];

describe("the resources of an API", () => {
  it.each(apis)("%s", (_, operations, lines) => {
    expect(resourceLines(operations)).toEqual(lines);
  });

  it("have unique names", () => {
    const { resources } = readApi(
      smallDocument({
        "GET /owners/pets": { returns: listOf(Pet) },
        "GET /owners/{id}/pets": { returns: listOf(Owner) },
      }),
    );
    expect(resources.map(({ name }) => name)).toEqual(["owners/pets", "owners/{}/pets"]);
  });
});

/** Returns the meaning of a query parameter of the list of pets. */
test.each([
  ["limit", { use: "limit" }],
  ["page_size", { use: "limit" }],
  ["offset", { use: "offset" }],
  ["page", { use: "page", first: 1 }],
  ["cursor", { use: "cursor" }],
  ["next", { use: "cursor" }],
  ["iterator", { use: "cursor" }],
  ["starting_after", { use: "after" }],
  ["sort", { use: "sort" }],
  ["orderBy", { use: "sort" }],
  ["direction", { use: "direction" }],
  ["q", { use: "search" }],
  ["status", { use: "filter", property: "status", compare: "equal" }],
  ["owner_id", { use: "filter", property: "ownerId", compare: "equal" }],
  ["tag", { use: "filter", property: "tags", compare: "equal" }],
  ["born_from", { use: "filter", property: "bornAt", compare: "from" }],
  ["bornBefore", { use: "filter", property: "bornAt", compare: "before" }],
  ["min_price", { use: "filter", property: "price", compare: "from" }],
  ["maxPrice", { use: "filter", property: "price", compare: "to" }],
  ["price[gte]", { use: "filter", property: "price", compare: "from" }],
  ["bornAt>", { use: "filter", property: "bornAt", compare: "from" }],
  ["Born<", { use: "filter", property: "bornAt", compare: "to" }],
  ["status!", { use: "unknown" }],
  ["name~", { use: "unknown" }],
  ["tags[]", { use: "filter", property: "tags", compare: "equal" }],
  ["name_contains", { use: "filter", property: "name", compare: "contains" }],
  ["fields", { use: "unknown" }],
  ["minutes", { use: "unknown" }],
])("the meaning of the query parameter %s of a list is recognized", (name, use) => {
  const { resources } = readApi(
    smallDocument({ "GET /pets": { id: "listPets", returns: listOf(Pet), query: [name] } }),
  );
  expect(resources[0]?.operations[0]?.query).toEqual({ [name]: use });
});

test.each([
  [["page", "size"], { page: { use: "page", first: 1 }, size: { use: "limit" } }],
  [["size"], { size: { use: "filter", property: "size", compare: "equal" } }],
  [["page", "size", "limit"], { size: { use: "filter", property: "size", compare: "equal" }, limit: { use: "limit" } }],
  [["start", "limit"], { start: { use: "offset" }, limit: { use: "limit" } }],
  [["start", "end"], { start: { use: "filter", property: "start", compare: "equal" } }],
  [["start", "size"], { start: { use: "offset" }, size: { use: "limit" } }],
  [["start", "size", "cursor"], { start: { use: "filter", property: "start", compare: "equal" } }],
])("a parameter with the name of a field pages if it is the other half: %j", (query, uses) => {
  const { resources } = readApi(
    smallDocument({
      "GET /shoes": { id: "listShoes", returns: listOf(object({ id: {}, size: {}, start: {} })), query },
    }),
  );
  expect(resources[0]?.operations[0]?.query).toMatchObject(uses);
});

test("an object in the query contains filters", () => {
  const document = smallDocument({ "GET /pets": { id: "listPets", returns: listOf(Pet) } });
  const filter = {
    name: "filter",
    in: "query",
    style: "deepObject",
    schema: object({ status: {}, price_lt: {}, other: {} }),
  };
  Reflect.set(Object(Reflect.get(Object(Reflect.get(document, "paths"))["/pets"], "get")), "parameters", [filter]);
  expect(readApi(document).resources[0]?.operations[0]?.query).toEqual({
    filter: {
      use: "filters",
      members: { status: { property: "status", compare: "equal" }, price_lt: { property: "price", compare: "before" } },
    },
  });
});

test("a version beside text in the prefix of a path is no part of the resource", () => {
  const path = "/rest/v{version}/owners/{ownerId}/pets";
  const document = smallDocument({
    "GET /rest/v{version}/owners/{ownerId}": { id: "getOwner", returns: Owner },
    [`GET ${path}`]: { id: "listPets", returns: listOf(Pet) },
    [`GET ${path}/{petId}`]: { id: "getPet", returns: Pet },
  });
  const { resources } = readApi(document);
  expect(resources.map(({ name }) => name)).toEqual(["owners", "owners/pets"]);
  expect(resources[1]?.operations[1]?.scope).toEqual([
    { parameter: "ownerId", resource: "owners", property: "ownerId" },
  ]);
});

test.each<[name: string, schema: object, use: string]>([
  ["start", { type: "integer" }, "offset"],
  ["start", { type: "string" }, "offset"],
  ["start", {}, "offset"],
  ["start", { anyOf: [{ type: "integer" }, { type: "null" }] }, "offset"],
  ["start", { type: "string", format: "date" }, "unknown"],
  ["start", { type: "string", format: "date-time" }, "unknown"],
  ["size", { type: "string", enum: ["S", "M"] }, "unknown"],
  ["first", { type: "boolean" }, "unknown"],
  ["page", { type: "object" }, "unknown"],
  ["cursor", { type: "string" }, "cursor"],
])("the parameter %s with the schema %j chooses a page only if it can be a number: %s", (name, schema, use) => {
  const document = smallDocument({ "GET /slots": { id: "slots", returns: object({ many: listOf(Pet), at: {} }) } });
  const { paths } = document as { paths: Record<string, { get: object }> };
  Object.assign(paths["/slots"]?.get ?? {}, { parameters: [{ name, in: "query", schema }] });
  const [slots] = readApi(document).resources.flatMap(({ operations }) => operations);
  expect([slots?.role, slots?.query?.[name]?.use]).toEqual(use === "unknown" ? ["get", undefined] : ["list", use]);
});

test("the identity of a union is one that all of its branches describe in the same way", () => {
  const cat = object({ id: { type: "string", description: "Its own." }, lives: {} });
  const linesOf = (id: object) =>
    resourceLines({ "GET /pets": { id: "listPets", returns: listOf({ oneOf: [cat, object({ id, barks: {} })] }) } });
  expect(linesOf({ type: "string" })).toEqual(["pets: list listPets, returns [].id"]);
  expect(linesOf({ type: "integer" })).toEqual(["pets: list listPets, returns [].-"]);
  const nested = { oneOf: [{ anyOf: [cat, object({ id: { type: "string" }, fins: {} })] }, cat] };
  expect(resourceLines({ "GET /pets": { id: "listPets", returns: listOf(nested) } })).toEqual(
    linesOf({ type: "string" }),
  );
});

test("a record without a usual identity is identified by the only field that is described as the parameter is", () => {
  const linesOf = (field: object, parameter: object, place = "place") => {
    const document = smallDocument({
      "GET /seats": { id: "listSeats", returns: listOf(object({ [place]: field, row: { type: "string" } })) },
      "GET /seats/{seatId}": { id: "getSeat", returns: object({ [place]: field, row: { type: "string" } }) },
    });
    const { paths } = document as { paths: Record<string, { get: object }> };
    const schema = { name: "seatId", in: "path", required: true, schema: parameter };
    Object.assign(paths["/seats/{seatId}"]?.get ?? {}, { parameters: [schema] });
    return readApi(document).resources.flatMap(({ operations }) => operations.map((one) => one.response?.identity));
  };
  const seat = { type: "string", pattern: "^[A-Z]\\d{2}$" };
  expect(linesOf({ ...seat, description: "Of the seat." }, seat)).toEqual(["place", "place"]);
  expect(linesOf({ ...seat, maxLength: 3 }, seat)).toEqual([undefined, undefined]);
  expect(linesOf({ type: "string" }, { type: "string" })).toEqual([undefined, undefined]);
  const uuid = { type: "string", format: "uuid" };
  expect(linesOf(uuid, uuid)).toEqual(["place", "place"]);
  expect(linesOf(uuid, uuid, "owner_id")).toEqual([undefined, undefined]);
});

test("a GET with a required id in the query is no record if it chooses a page", () => {
  const lines = (...query: string[]) =>
    resourceLines({ "GET /pets": { id: "getPet", returns: Pet, needs: ["query", "id"], query } });
  expect(lines()).toEqual(["pets: get getPet, by query id, returns id"]);
  expect(lines("offset")).toEqual(["pets (one): get getPet, returns -"]);
});

test("a part of a URL is never compared with a field whose values are objects", () => {
  const account = object({ login: { type: "string" } });
  const many = { type: "array", items: account };
  const repo = object({
    id: { type: "integer" },
    owner: account,
    head: { anyOf: [account, { type: "null" }] },
    labels: many,
    either: { oneOf: [{ type: "string" }, account] },
    tags: listOf({ type: "string" }),
    anything: {},
  });
  const query = ["head", "labels", "labels_contains", "either", "tags", "anything"];
  const document = smallDocument({
    "GET /owners/{owner}/repos": { id: "listRepos", returns: listOf(repo), query },
    "GET /owners/{owner}/repos/{id}": { id: "getRepo", returns: repo },
  });
  const [list, get] = readApi(document).resources[0]?.operations ?? [];
  expect([list?.scope, get?.scope]).toEqual([[{ parameter: "owner" }], [{ parameter: "owner" }]]);
  const uses = Object.entries(list?.query ?? {}).map(([name, { use }]) => `${name}: ${use}`);
  expect(uses).toEqual([
    ...["head: unknown", "labels: unknown", "labels_contains: unknown"],
    ...["either: filter", "tags: filter", "anything: filter"],
  ]);
  const named = object({ name: object({ first: {} }), id: {} });
  expect(resourceLines({ "GET /people/{name}": { id: "getPerson", returns: named } })).toEqual([
    "people: get getPerson, by path name, returns id",
  ]);
});

test("a path that ends in an object or an array does not identify a record", () => {
  const at = (schema: object) => ({
    openapi: "3.1.1",
    info: { title: "Points", version: "1" },
    paths: {
      "/points/{at}": {
        parameters: [{ name: "at", in: "path", required: true, schema }],
        get: {
          operationId: "getPoint",
          responses: { 200: { description: "It.", content: { "application/json": { schema: Owner } } } },
        },
      },
    },
    components: { schemas: { Owner: object({ uid: { type: "string" } }) } },
  });
  const usesAt = (schema: object) =>
    readApi(at(schema)).resources.flatMap(({ kind, operations }) =>
      operations.map(({ role, identifiedBy }) => [kind, role, identifiedBy?.name]),
    );
  expect(usesAt({ type: "string" })).toEqual([["collection", "get", "at"]]);
  expect(usesAt(object({ x: { type: "integer" } }))).toEqual([["singleton", "get", undefined]]);
  expect(usesAt(listOf({ type: "string" }))).toEqual([["singleton", "get", undefined]]);
});
