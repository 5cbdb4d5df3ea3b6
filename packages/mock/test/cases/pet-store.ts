const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const returns = (status: string, schema: object) => ({ [status]: { description: "Done.", content: json(schema) } });
const problem = { description: "Wrong.", content: { "application/problem+json": { schema: ref("Problem") } } };
const errors = { "400": problem, "401": problem, "404": problem };
const query = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });
const petId = { name: "petId", in: "path", required: true, schema: { type: "integer" } };
const pet = { "200": returns("200", ref("Pet"))["200"], ...errors };
const secure = (id: string, security: object[]) => ({
  get: { operationId: id, security, responses: { ...returns("200", { type: "object", properties: {} }), ...errors } },
});

/** A pet store with forms and uploads, a to-do list, settings, and every type of credential. */
export const petStore = {
  openapi: "3.1.1",
  info: { title: "Pets", version: "1.0.0" },
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  security: [{ key: [] }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 100, default: 10 }),
          query("offset", { type: "integer", minimum: 0, default: 0 }),
          query("status", { enum: ["free", "sold"] }),
          query("sort", { type: "string" }),
          query("mood", { type: "string" }),
          query("id", { type: "array", items: { type: "integer" } }, { explode: false }),
          query(
            "filter",
            { type: "object", properties: { status: { enum: ["free", "sold"] }, min_price: { type: "number" } } },
            { style: "deepObject", explode: true },
          ),
        ],
        responses: { ...returns("200", ref("PetPage")), ...errors },
      },
      post: {
        operationId: "createPet",
        requestBody: { required: true, content: json(ref("PetInput")) },
        responses: { ...returns("201", ref("Pet")), ...errors },
      },
    },
    "/pets/{petId}": {
      parameters: [petId],
      get: { operationId: "getPet", responses: pet },
      put: {
        operationId: "replacePet",
        requestBody: { required: true, content: json(ref("PetInput")) },
        responses: pet,
      },
      patch: {
        operationId: "updatePet",
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: pet,
      },
      delete: { operationId: "deletePet", responses: { "204": { description: "Gone." }, ...errors } },
    },
    "/pets/{petId}/photos": {
      post: {
        operationId: "addPhoto",
        parameters: [petId],
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["caption", "file"],
                properties: {
                  caption: { type: "string" },
                  file: { type: "string", contentMediaType: "application/octet-stream" },
                },
              },
            },
          },
        },
        responses: {
          ...returns("200", {
            type: "object",
            required: ["caption"],
            properties: { caption: { type: "string", examples: ["A cat"] } },
          }),
          ...errors,
        },
      },
    },
    "/pets/{petId}/picture": {
      get: {
        operationId: "getPicture",
        parameters: [petId],
        responses: { "200": { description: "It.", content: { "image/png": {} } }, ...errors },
      },
    },
    "/pets/{petId}/note": {
      parameters: [petId],
      get: {
        operationId: "getNote",
        responses: {
          "200": {
            description: "It.",
            content: { "text/plain": { schema: { type: "string" }, example: "Likes fish." } },
          },
          ...errors,
        },
      },
      put: {
        operationId: "putNote",
        requestBody: { required: true, content: { "text/plain": { schema: { type: "string" } } } },
        responses: { "204": { description: "Kept." }, ...errors },
      },
    },
    "/owners": {
      post: {
        operationId: "createOwner",
        requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: ref("Owner") } } },
        responses: { ...returns("201", ref("Owner")), ...errors },
      },
    },
    "/owners/{ownerId}": {
      get: {
        operationId: "getOwner",
        parameters: [{ name: "ownerId", in: "path", required: true, schema: { type: "integer" } }],
        responses: { ...returns("200", ref("Owner")), ...errors },
      },
    },
    "/todos": {
      get: {
        operationId: "listTodos",
        security: [],
        responses: {
          ...returns("200", {
            type: "array",
            items: {
              type: "object",
              required: ["id", "title"],
              properties: { id: { type: "string" }, title: { type: "string" } },
            },
          }),
          ...errors,
        },
      },
    },
    "/settings": {
      get: { operationId: "getSettings", responses: { ...returns("200", ref("Settings")), ...errors } },
      put: {
        operationId: "replaceSettings",
        requestBody: { required: true, content: json(ref("Settings")) },
        responses: { ...returns("200", ref("Settings")), ...errors },
      },
    },
    "/secure/query": secure("byQuery", [{ inQuery: [] }]),
    "/secure/cookie": secure("byCookie", [{ inCookie: [] }]),
    "/secure/bearer": secure("byBearer", [{ bearer: [] }]),
    "/secure/basic": secure("byBasic", [{ basic: [] }]),
    "/secure/either": secure("byEither", [{ bearer: [] }, { key: [] }]),
    "/secure/both": secure("byBoth", [{ bearer: [], key: [] }]),
  },
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      inQuery: { type: "apiKey", in: "query", name: "api_key" },
      inCookie: { type: "apiKey", in: "cookie", name: "session" },
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
    },
    schemas: {
      PetInput: {
        type: "object",
        required: ["name", "status"],
        properties: {
          name: { type: "string", minLength: 1 },
          status: { enum: ["free", "sold"] },
          price: { type: "number", minimum: 0, maximum: 100 },
          owner: { type: "object", properties: { city: { type: "string" }, street: { type: "string" } } },
        },
      },
      Pet: {
        type: "object",
        required: ["id", "name", "status"],
        properties: {
          id: { type: "integer" },
          name: { type: "string", minLength: 1 },
          status: { enum: ["free", "sold"] },
          price: { type: "number", minimum: 0, maximum: 100 },
          owner: { type: "object", properties: { city: { type: "string" }, street: { type: "string" } } },
        },
      },
      PetPage: {
        type: "object",
        required: ["data", "total"],
        properties: { data: { type: "array", items: ref("Pet") }, total: { type: "integer" } },
      },
      Owner: {
        type: "object",
        required: ["name"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string" },
          age: { type: "integer" },
          tags: { type: "array", items: { type: "string" } },
        },
      },
      Settings: { type: "object", required: ["theme"], properties: { theme: { enum: ["light", "dark"] } } },
      Problem: {
        type: "object",
        required: ["title", "status"],
        properties: { title: { type: "string" }, status: { type: "integer" }, detail: { type: "string" } },
        examples: [{ title: "Wrong", status: 400, detail: "This is wrong." }],
      },
    },
  },
};
