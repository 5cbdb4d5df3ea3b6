/** An API whose names are those that JavaScript objects inherit, or that need quotes, in every place of a document. */
import type { OpenApiDocument } from "@metadata-service/spec-tools";

/** Names that every object, function or promise has in JavaScript, and names that are no identifiers. */
export const NAMES = [
  ...["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "toLocaleString", "__defineGetter__"],
  ...["prototype", "then", "toJSON", "length", "name", "Object", "A", "a"],
  ...["0", "a b", "a.b", "a[b]", "$ref$", "a-b", "größe", "a/b~c", 'q"\\', "limit", "signal", "body", "options"],
];

/** Names that the client and the command use themselves. */
export const OPTIONS = [
  ...[
    "signal",
    "timeout",
    "retry",
    "headers",
    "body",
    "query",
    "path",
    "options",
    "parameters",
    "concurrency",
    "drift",
  ],
  ...[
    "since",
    "until",
    "checkpoint",
    "overlap",
    "json",
    "help",
    "to",
    "format",
    "table",
    "page-size",
    "quiet",
    "verbose",
  ],
  ...["profile", "base-url", "api-key-file", "from", "rejects", "state", "param-to", "q", "h", "id"],
];

type Place = "query" | "header" | "path" | "cookie";
type Operation = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const time = { type: "string", format: "date-time" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ok = (schema: object) => ({ 200: { description: "OK.", ...json(schema) } });
const done = { 204: { description: "Done." } };
/** `entries` may hold `__proto__`, which an object literal would treat as the prototype. */
const keyed = <T>(names: readonly string[], value: (name: string, index: number) => T): Record<string, T> =>
  Object.fromEntries(names.map((name, index) => [name, value(name, index)]));

/** Component names are limited to these characters by OpenAPI, header names by RFC 9110, path parameters by routers. */
const isToken = (name: string) => /^[\w$.-]+$/.test(name);
const isComponent = (name: string) => /^[\w.-]+$/.test(name);

/** The names that a place of the document can have. */
export const namesIn = {
  query: NAMES,
  header: NAMES.filter(isToken).filter((name) => name !== "a"),
  cookie: NAMES.filter(isToken),
  path: NAMES.filter(isComponent),
  schema: NAMES.filter(isComponent).filter((name) => !["a", "a-b"].includes(name)),
};

const parameter = (place: Place) => (name: string) => ({
  name,
  in: place,
  schema: text,
  ...(place === "path" && { required: true }),
});

/** One operation for each name. */
const each = (names: readonly string[], operation: (name: string, index: number) => [path: string, item: Operation]) =>
  Object.fromEntries(names.map(operation));

export const document = {
  openapi: "3.1.1",
  info: { title: "Names", version: "1.0.0" },
  security: [],
  tags: NAMES.map((name) => ({ name })),
  servers: [{ url: "https://{constructor}.example.com", variables: keyed(["constructor"], () => ({ default: "$&" })) }],
  "x-constructor": keyed(["constructor", "valueOf"], (name) => name),
  webhooks: keyed(["constructor"], () => ({ post: { operationId: "onEvent", responses: done } })),
  paths: {
    // All at once, and none.
    "/query": {
      get: { operationId: "sendQuery", parameters: namesIn.query.map(parameter("query")), responses: done },
    },
    "/header": {
      get: { operationId: "sendHeader", parameters: namesIn.header.map(parameter("header")), responses: done },
    },
    "/cookie": {
      get: { operationId: "sendCookie", parameters: namesIn.cookie.map(parameter("cookie")), responses: done },
    },
    "/deep": {
      get: {
        operationId: "sendDeep",
        parameters: [
          { name: "deep", in: "query", style: "deepObject", explode: true, schema: ref("All") },
          { name: "spread", in: "query", schema: { type: "object", properties: keyed(["toString", "x"], () => text) } },
          { name: "inline", in: "header", schema: ref("All") },
        ],
        responses: done,
      },
    },
    "/json": {
      post: {
        operationId: "sendJson",
        requestBody: { required: true, ...json(ref("All")) },
        responses: ok(ref("All")),
      },
    },
    "/union": {
      post: {
        operationId: "sendUnion",
        requestBody: { required: true, ...json(ref("Union")) },
        callbacks: keyed(["constructor"], () => ({ "{$request.body#/url}": { post: { responses: done } } })),
        responses: ok(ref("Union")),
      },
    },
    "/form": {
      post: {
        operationId: "sendForm",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: ref("All"),
              encoding: keyed(["constructor"], () => ({ style: "form", explode: true })),
            },
          },
        },
        responses: done,
      },
    },
    "/multipart": {
      post: {
        operationId: "sendMultipart",
        requestBody: { required: true, content: { "multipart/form-data": { schema: ref("All") } } },
        responses: done,
      },
    },
    ...each(namesIn.path, (name, i) => [
      `/path${i}/{${name}}`,
      { get: { operationId: `sendPath${i}`, parameters: [parameter("path")(name)], responses: done } },
    ]),
    ...each(namesIn.schema, (name, i) => [
      `/schemas${i}`,
      {
        get: {
          operationId: `getSchema${i}`,
          tags: [name],
          responses: {
            200: {
              description: "OK.",
              headers: keyed([name], () => ({ schema: text })),
              content: {
                "application/json": {
                  schema: ref(name),
                  examples: keyed([name], () => ({ value: { ...keyed([name], () => "x"), kind: name } })),
                },
              },
            },
          },
        },
      },
    ]),
    ...each(namesIn.schema, (name, i) => [
      `/secure${i}`,
      { get: { operationId: `getSecure${i}`, security: [{ [name]: [] }], responses: done } },
    ]),
    // The same names in the query, in headers, in cookies, as a path parameter and as fields of the body.
    "/settings/{id}": {
      post: {
        operationId: "sendSettings",
        parameters: [
          parameter("path")("id"),
          ...OPTIONS.map(parameter("query")),
          ...OPTIONS.map(parameter("header")),
          ...OPTIONS.map(parameter("cookie")),
        ],
        requestBody: { required: true, ...json(ref("Options")) },
        responses: ok(ref("Options")),
      },
    },
    "/settings": {
      get: {
        operationId: "listSettings",
        parameters: [
          ...["limit", "offset"].map((name) => ({
            name,
            in: "query",
            schema: { type: "integer", minimum: 0, maximum: 50, default: 10 },
          })),
          ...["changed_from", "changed_to"].map((name) => ({ name, in: "query", schema: time })),
          ...OPTIONS.map(parameter("query")),
          ...["limit", "offset", "changed_from"].map(parameter("header")),
        ],
        "x-pagination": {
          shape: "array",
          identity: "id",
          createdAt: "createdAt",
          updatedAt: "updatedAt",
          updatedFrom: "changed_from",
          updatedTo: "changed_to",
        },
        responses: ok({ type: "array", items: ref("Options") }),
      },
    },
    // Resources: a list, a creation and a record for each name, which is also a part of the path and the identity.
    ...each(namesIn.schema, (name, i) => [
      `/${name}`,
      {
        get: {
          operationId: `listThings${i}`,
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 10 } },
            { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } },
            ...(["limit", "offset"].includes(name) ? [] : [parameter("query")(name)]),
          ],
          "x-pagination": {
            shape: "standard",
            records: "data",
            total: "total",
            identity: name,
            createdAt: "createdAt",
            updatedAt: "updatedAt",
          },
          responses: ok({
            type: "object",
            required: ["data", "limit", "offset", "total"],
            properties: {
              data: { type: "array", items: ref(`Record${i}`) },
              limit: { type: "integer" },
              offset: { type: "integer" },
              total: { type: "integer" },
            },
          }),
        },
        post: {
          operationId: `createThing${i}`,
          requestBody: { required: true, ...json(ref(`New${i}`)) },
          responses: { 201: { description: "Created.", ...json(ref(`Record${i}`)) } },
        },
      },
    ]),
    ...each(namesIn.schema, (name, i) => [
      `/${name}/{${name}}`,
      { get: { operationId: `getThing${i}`, parameters: [parameter("path")(name)], responses: ok(ref(`Record${i}`)) } },
    ]),
  },
  components: {
    securitySchemes: keyed(namesIn.schema, (name) => ({ type: "apiKey", in: "header", name: `X-${name}` })),
    schemas: {
      All: { type: "object", properties: keyed(NAMES, () => text) },
      Options: {
        type: "object",
        required: ["id", "createdAt", "updatedAt"],
        properties: { ...keyed(OPTIONS, () => text), createdAt: time, updatedAt: time },
      },
      Union: {
        oneOf: namesIn.schema.map((_, i) => ref(`Branch${i}`)),
        discriminator: {
          propertyName: "constructor",
          mapping: keyed(namesIn.schema, (_, i) => `#/components/schemas/Branch${i}`),
        },
      },
      ...Object.fromEntries(
        namesIn.schema.map((name, i) => [
          `Branch${i}`,
          {
            type: "object",
            required: ["constructor", "format"],
            properties: {
              ...keyed(["constructor"], () => ({ type: "string", const: name })),
              format: { type: "string", format: "constructor" },
            },
          },
        ]),
      ),
      ...keyed(namesIn.schema, (name) => ({
        type: "object",
        required: ["kind"],
        properties: { kind: { enum: NAMES }, ...keyed([name], () => text) },
      })),
      ...Object.fromEntries(
        namesIn.schema.map((name, i) => [
          `New${i}`,
          {
            type: "object",
            required: [name],
            properties: { ...keyed([name], () => ({ type: "string", minLength: 1 })), extra: text },
          },
        ]),
      ),
      ...Object.fromEntries(
        namesIn.schema.map((name, i) => [
          `Record${i}`,
          {
            type: "object",
            required: [name, "createdAt", "updatedAt"],
            properties: {
              ...keyed([name], () => ({ type: "string", minLength: 1 })),
              createdAt: time,
              updatedAt: time,
              extra: text,
            },
          },
        ]),
      ),
    },
  },
} as unknown as OpenApiDocument;
