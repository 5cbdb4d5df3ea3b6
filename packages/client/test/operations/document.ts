/**
 * An API with features that this project's API does not use today: every parameter location, every type of body, and
 * several security schemes.
 */
import type { OpenApiDocument } from "@metadata-service/spec-tools";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { type: "string" };
const strings = { type: "array", items: text };
const parameter = (where: string, name: string, schema: object, more: object = {}) => ({
  name,
  in: where,
  schema,
  ...(where === "path" && { required: true }),
  ...more,
});
const done = { 204: { description: "Done." } };
const ok = (content: object) => ({ 200: { description: "OK.", ...content } });
const petId = parameter("path", "petId", { type: "integer", minimum: 1 });
const binary = { content: { "application/octet-stream": {} } };

export const document = {
  openapi: "3.1.1",
  info: { title: "Pets", version: "1.0.0" },
  security: [{ token: [] }],
  paths: {
    "/pets": {
      get: {
        operationId: "searchPets",
        parameters: [
          parameter("query", "tags", strings, { explode: false }),
          parameter(
            "query",
            "ids",
            { type: "array", items: { type: "integer" } },
            { style: "spaceDelimited", explode: false },
          ),
          parameter("query", "colors", strings, { style: "pipeDelimited", explode: false }),
          parameter("query", "names", strings),
          parameter("query", "filter", ref("Filter"), { style: "deepObject", explode: true }),
          parameter("query", "size", {
            type: "object",
            properties: { min: { type: "number" }, max: { type: "number" } },
          }),
          parameter("query", "path", text, { allowReserved: true }),
          { name: "where", in: "query", ...json(ref("Filter")) },
        ],
        responses: ok(json({ type: "array", items: ref("Pet") })),
      },
      post: {
        operationId: "createPet",
        requestBody: { required: true, ...json(ref("Pet")) },
        responses: { 201: { description: "Created.", ...json(ref("Pet")) }, 409: { description: "It exists." } },
      },
    },
    "/pets/{petId}": {
      parameters: [petId],
      get: {
        operationId: "getPet",
        parameters: [
          parameter("header", "X-Trace", text, { required: true, example: "t-1" }),
          parameter("header", "X-Fields", strings),
          parameter("cookie", "session", text),
          parameter("query", "X-Trace", { type: "boolean" }),
        ],
        responses: { ...ok(json(ref("Pet"))), 404: { description: "None." } },
      },
      put: {
        operationId: "replacePet",
        requestBody: json(ref("Pet")),
        responses: { ...ok(json(ref("Pet"))), 204: { description: "Kept." } },
      },
      patch: {
        operationId: "updatePet",
        requestBody: { required: true, content: { "application/merge-patch+json": { schema: ref("Pet") } } },
        responses: ok(json(ref("Pet"))),
      },
      delete: { operationId: "deletePet", responses: done },
    },
    "/pets/{petId}/photo": {
      parameters: [petId],
      post: {
        operationId: "addPhoto",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["photo", "about"],
                properties: {
                  photo: { contentMediaType: "image/png" },
                  about: ref("Filter"),
                  tags: strings,
                  rank: { type: "integer" },
                  more: { type: "array", items: { type: "string", format: "binary" } },
                },
              },
            },
          },
        },
        responses: {
          201: { description: "Stored.", ...json({ type: "object", properties: { id: text }, required: ["id"] }) },
        },
      },
      put: { operationId: "setPhoto", requestBody: { required: true, ...binary }, responses: done },
      get: { operationId: "getPhoto", responses: ok(binary) },
    },
    "/pets/{petId}/note": {
      parameters: [petId],
      get: { operationId: "getNote", responses: ok({ content: { "text/plain": { schema: text } } }) },
      put: {
        operationId: "setNote",
        requestBody: { required: true, content: { "text/plain": { schema: text } } },
        responses: done,
      },
    },
    "/places/{label}/{matrix}/{list}": {
      get: {
        operationId: "getPlace",
        parameters: [
          parameter("path", "label", strings, { style: "label", explode: true }),
          parameter(
            "path",
            "matrix",
            { type: "object", additionalProperties: text },
            { style: "matrix", explode: true },
          ),
          parameter("path", "list", strings),
        ],
        responses: done,
      },
    },
    "/sessions": {
      post: {
        operationId: "logIn",
        security: [],
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                required: ["user"],
                properties: { user: text, scopes: strings, hints: ref("Filter") },
              },
            },
          },
        },
        responses: ok(json({ type: "object", properties: { token: text } })),
      },
      get: { operationId: "getSession", security: [{ login: [] }], responses: done },
      delete: { operationId: "logOut", security: [{ cookie: [] }, {}], responses: done },
    },
    "/reports": {
      get: { operationId: "getReport", security: [{ queryKey: [], partner: [] }, { login: [] }], responses: done },
    },
    "/anything": {
      get: { operationId: "getAnything", security: [], responses: ok({ content: { "*/*": { schema: ref("Pet") } } }) },
      post: {
        operationId: "sendAnything",
        security: [],
        requestBody: { required: true, content: { "*/*": { schema: ref("Filter") } } },
        responses: ok({ content: { "application/*": { schema: { type: "array", items: ref("Pet") } } } }),
      },
      put: {
        operationId: "sendText",
        security: [],
        requestBody: { required: true, content: { "*/*": { schema: text } } },
        responses: ok({ content: { "*/*": { schema: { oneOf: [{ type: "integer" }, { type: "null" }] } } } }),
      },
      patch: {
        operationId: "sendFile",
        security: [],
        requestBody: { required: true, content: { "*/*": { schema: { type: "string", format: "binary" } } } },
        responses: ok({ content: { "*/*": {} } }),
      },
    },
    "/tagged-reports": {
      get: {
        operationId: "findReports",
        security: [{ queryKey: [] }, { cookie: [] }],
        parameters: [
          parameter("query", "ids", { type: "array", items: { type: "integer" } }, { explode: false }),
          parameter("query", "colors", strings, { style: "pipeDelimited", explode: false }),
          parameter("query", "names", strings, { style: "spaceDelimited", explode: false }),
          parameter("query", "filter", ref("Filter"), { style: "deepObject", explode: true }),
          parameter("query", "path", text, { allowReserved: true }),
          parameter("query", "text", text),
          parameter("query", "key", text),
          parameter("cookie", "sid", text),
        ],
        responses: done,
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      login: { type: "http", scheme: "basic" },
      queryKey: { type: "apiKey", in: "query", name: "key" },
      partner: { type: "apiKey", in: "header", name: "X-Partner" },
      cookie: { type: "apiKey", in: "cookie", name: "sid" },
    },
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "kind"],
        properties: {
          id: { type: "integer" },
          kind: { enum: ["cat", "dog"] },
          owner: { oneOf: [ref("Person"), { type: "null" }] },
          "born-at": { type: ["string", "null"] },
          children: { type: "array", items: ref("Pet") },
          place: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false },
          extra: { type: "object", additionalProperties: { type: "integer" } },
          labels: { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
        },
      },
      Person: { allOf: [ref("Named"), { type: "object", properties: { mail: text } }] },
      Named: { type: "object", required: ["name"], properties: { name: text } },
      Filter: { type: "object", properties: { name: text, tags: strings } },
    },
  },
} as unknown as OpenApiDocument;
