import type { Node, Spec } from "../../src/compare/node.js";

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });

/** The places where a schema can be. */
export const PLACES = ["request body", "response body", "parameter", "response header"] as const;
export type SchemaPlace = (typeof PLACES)[number];

/** Returns a document with a schema at one place. */
export function documentWith(place: SchemaPlace, schema: unknown): Spec {
  const at = (own: SchemaPlace) => (own === place ? schema : { type: "string" });
  return {
    openapi: "3.1.0",
    info: { title: "Table", version: "1.0.0" },
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          parameters: [{ name: "filter", in: "query", schema: at("parameter") }],
          requestBody: json(at("request body")),
          responses: {
            "200": {
              description: "Done.",
              headers: { "X-Mark": { schema: at("response header") } },
              ...json(at("response body")),
            },
          },
        },
      },
    },
  };
}

/** Returns a document that uses every object of OpenAPI 3.1. */
export function fullDocument(): Spec {
  const record = { $ref: "#/components/schemas/Thing" };
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Table",
      version: "1.0.0",
      description: "A text.",
      contact: { name: "Us" },
      license: { name: "MIT" },
    },
    externalDocs: { url: "https://example.com/docs" },
    servers: [
      { url: "https://{region}.example.com/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
      { url: "https://old.example.com" },
    ],
    tags: [{ name: "things" }],
    security: [{ key: [] }],
    paths: {
      "/things/{id}": {
        summary: "A thing",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: {
          operationId: "getThing",
          tags: ["things"],
          parameters: [
            {
              name: "fields",
              in: "query",
              style: "form",
              explode: true,
              allowEmptyValue: true,
              schema: { type: "array", items: { type: "string" } },
            },
            { name: "X-Trace", in: "header", required: true, schema: { type: "string" } },
            { name: "session", in: "cookie", schema: { type: "string" } },
            { name: "where", in: "query", content: { "application/json": { schema: { type: "object" } } } },
          ],
          responses: {
            "200": {
              description: "The thing.",
              headers: { ETag: { required: true, schema: { type: "string" } } },
              content: { "application/json": { schema: record, example: { id: "1" } } },
              links: { remove: { operationId: "deleteThing", parameters: { id: "$response.body#/id" } } },
            },
            "404": { description: "There is none.", content: { "application/json": { schema: { type: "object" } } } },
            default: {
              description: "A problem.",
              content: { "application/problem+json": { schema: { type: "object" } } },
            },
          },
        },
        delete: {
          operationId: "deleteThing",
          security: [{ login: ["write"] }],
          responses: { "204": { description: "Deleted." } },
        },
      },
      "/things": {
        servers: [{ url: "https://write.example.com" }],
        post: {
          operationId: "createThing",
          security: [{ key: [] }, { login: ["read", "write"] }],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: record },
              "multipart/form-data": {
                schema: { type: "object", properties: { file: { type: "string" }, note: { type: "string" } } },
                encoding: {
                  file: {
                    contentType: "image/png, image/jpeg",
                    headers: { "X-Size": { schema: { type: "integer" } } },
                  },
                  note: { style: "form", explode: true },
                },
              },
              "application/xml": {
                schema: { type: "object", properties: { a: { type: "string", xml: { name: "A" } } } },
              },
            },
          },
          responses: {
            "201": {
              description: "Created.",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Animal" } } },
            },
            "4XX": { description: "Wrong.", content: { "application/json": { schema: { type: "object" } } } },
          },
          callbacks: {
            done: {
              "{$request.body#/url}": {
                post: {
                  operationId: "onDone",
                  requestBody: {
                    content: {
                      "application/json": {
                        schema: {
                          type: "object",
                          properties: { id: { type: "string" }, at: { type: "string" } },
                          required: ["id"],
                        },
                      },
                    },
                  },
                  responses: {
                    "200": {
                      description: "Heard.",
                      content: {
                        "application/json": { schema: { type: "object", properties: { ok: { type: "boolean" } } } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    webhooks: {
      changed: {
        post: {
          operationId: "onChanged",
          requestBody: {
            required: true,
            content: { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } },
          },
          responses: { "200": { description: "Heard." } },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: "object",
          required: ["id"],
          properties: {
            id: { type: "string" },
            note: { type: "string" },
            secret: { type: "string" },
            self: { $ref: "#/components/schemas/Thing" },
          },
        },
        Animal: {
          oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
          discriminator: {
            propertyName: "kind",
            mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
          },
        },
        Cat: {
          type: "object",
          properties: { kind: { type: "string" }, lives: { type: "integer" } },
          required: ["kind"],
        },
        Dog: { type: "object", properties: { kind: { type: "string" }, name: { type: "string" } }, required: ["kind"] },
        Unused: { type: "string" },
      },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "apiKey" },
        login: {
          type: "oauth2",
          flows: {
            clientCredentials: {
              tokenUrl: "https://login.example.com/token",
              scopes: { read: "Read.", write: "Write." },
            },
            authorizationCode: {
              authorizationUrl: "https://login.example.com/auth",
              tokenUrl: "https://login.example.com/token",
              scopes: { read: "Read.", write: "Write." },
            },
          },
        },
        open: { type: "openIdConnect", openIdConnectUrl: "https://login.example.com/.well-known/openid-configuration" },
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
    },
  };
}

/** Returns the node at a path of names. */
export const at = (spec: Node, ...path: (string | number)[]): Node =>
  path.reduce((node, name) => (node as Record<string | number, unknown>)[name] as Node, spec);
