import type { Verdict } from "../../src/change.js";
import type { Node, Spec } from "../../src/compare/node.js";
import { at } from "./base.js";

/** An edit of the full document, and the worst verdict that it must get. */
export interface DocumentEdit {
  name: string;
  edit(spec: Spec): void;
  /** `text` is a compatible change that only affects the documentation. */
  verdict: Verdict | "text";
  why: string;
}

const row = (
  name: string,
  verdict: DocumentEdit["verdict"],
  edit: (spec: Spec) => void,
  why: string,
): DocumentEdit => ({ name, edit, verdict, why });

const THING = ["paths", "/things/{id}"];
const GET = [...THING, "get"];
const CREATE = ["paths", "/things", "post"];
const FORM = [...CREATE, "requestBody", "content", "multipart/form-data"];
const LOGIN = ["components", "securitySchemes", "login", "flows"];
const DONE = [...CREATE, "callbacks", "done", "{$request.body#/url}", "post"];
const HOOK = ["webhooks", "changed", "post"];
const HEARD = ["requestBody", "content", "application/json", "schema"];

const set = (path: (string | number)[], fields: Node) => (spec: Spec) => void Object.assign(at(spec, ...path), fields);
const drop = (path: (string | number)[], field: string) => (spec: Spec) => void delete at(spec, ...path)[field];
const rename = (path: (string | number)[], from: string, to: string) => (spec: Spec) => {
  const node = at(spec, ...path);
  node[to] = node[from];
  delete node[from];
};
const parameter = (i: number) => [...GET, "parameters", i];
const all =
  (...edits: ((spec: Spec) => void)[]) =>
  (spec: Spec) => {
    for (const edit of edits) edit(spec);
  };

const DOCUMENT = [
  row("openapi: a patch version", "text", set([], { openapi: "3.1.1" }), "clarifications only"),
  row("openapi: a minor version", "not judged", set([], { openapi: "3.2.0" }), "keywords may mean something else"),
  row("jsonSchemaDialect: removed", "text", drop([], "jsonSchemaDialect"), "the default means the same"),
  row(
    "jsonSchemaDialect: an older draft",
    "not judged",
    set([], { jsonSchemaDialect: "http://json-schema.org/draft-07/schema#" }),
    "keywords mean something else",
  ),
  row("info: title", "text", set(["info"], { title: "Other" }), "for readers"),
  row("info: description", "text", set(["info"], { description: "Other." }), "for readers"),
  row("info: contact", "text", set(["info"], { contact: { name: "Them" } }), "for readers"),
  row("info: license", "text", set(["info"], { license: { name: "ISC" } }), "for readers"),
  row("info: summary", "text", set(["info"], { summary: "Short." }), "for readers"),
  row("info: termsOfService", "text", set(["info"], { termsOfService: "https://example.com" }), "for readers"),
  row("info: an unknown field", "not judged", set(["info"], { audience: "all" }), "there is no rule for it"),
  row("externalDocs of the document", "text", drop([], "externalDocs"), "for readers"),
  row("tags: one more", "text", set([], { tags: [{ name: "things" }, { name: "more" }] }), "for readers"),
  row("tags: a description", "text", set([], { tags: [{ name: "things", description: "A text." }] }), "for readers"),
  row(
    "an extension of the document",
    "not judged",
    set([], { "x-audience": "all" }),
    "only its author knows what it means",
  ),
  row("an unknown field of the document", "not judged", set([], { path: {} }), "there is no rule for it"),
  row("components: an unknown section", "not judged", set(["components"], { models: {} }), "there is no rule for it"),
  row(
    "components: an unused schema changed",
    "text",
    set(["components", "schemas", "Unused"], { maxLength: 3 }),
    "nothing uses it",
  ),
  row("components: an unused schema removed", "text", drop(["components", "schemas"], "Unused"), "nothing uses it"),
  row(
    "components: a schema renamed",
    "text",
    all(rename(["components", "schemas"], "Thing", "Item"), (spec) => {
      const text = JSON.stringify(spec).replaceAll("#/components/schemas/Thing", "#/components/schemas/Item");
      Object.assign(spec, JSON.parse(text));
    }),
    "the name is not sent",
  ),
];

const SERVERS = [
  row("servers: one removed", "breaking", (spec) => void (spec["servers"] as unknown[]).pop(), "clients call it"),
  row(
    "servers: one added",
    "compatible",
    (spec) => void (spec["servers"] as unknown[]).push({ url: "https://new.example.com" }),
    "nobody calls it yet",
  ),
  row(
    "servers: another base path",
    "breaking",
    set(["servers", 1], { url: "https://old.example.com/v2" }),
    "clients call the old path",
  ),
  row(
    "servers: a slash at the end",
    "text",
    set(["servers", 1], { url: "https://old.example.com/" }),
    "the same address",
  ),
  row("servers: a description", "text", set(["servers", 0], { description: "A text." }), "for readers"),
  row(
    "servers: another one first",
    "breaking",
    (spec) => void (spec["servers"] as unknown[]).reverse(),
    "generated clients call the first one",
  ),
  row(
    "servers: another default of a variable",
    "breaking",
    set(["servers", 0, "variables", "region"], { default: "us" }),
    "clients call another host",
  ),
  row(
    "servers: a value of a variable removed",
    "breaking",
    set(["servers", 0, "variables", "region"], { enum: ["eu"] }),
    "clients that chose it fail",
  ),
  row(
    "servers: a value of a variable added",
    "compatible",
    set(["servers", 0, "variables", "region"], { enum: ["eu", "us", "ap"] }),
    "one more to choose from",
  ),
  row(
    "servers: a description of a variable",
    "text",
    set(["servers", 0, "variables", "region"], { description: "A text." }),
    "for readers",
  ),
  row("servers: an unknown field", "not judged", set(["servers", 0], { weight: 3 }), "there is no rule for it"),
  row("servers of a path: removed", "breaking", drop(["paths", "/things"], "servers"), "those of the document apply"),
  row(
    "servers of a path: another address",
    "breaking",
    set(["paths", "/things", "servers", 0], { url: "https://other.example.com" }),
    "clients call the old one",
  ),
  row(
    "servers of an operation: added",
    "breaking",
    set(GET, { servers: [{ url: "https://read.example.com" }] }),
    "those of the document no longer apply",
  ),
  row(
    "servers of a path: written at the operation",
    "text",
    all(set(CREATE, { servers: [{ url: "https://write.example.com" }] }), drop(["paths", "/things"], "servers")),
    "the same address",
  ),
];

const SECURITY = [
  row("security: the default removed", "compatible", drop([], "security"), "no credentials are required"),
  row("security: another scheme", "breaking", set([], { security: [{ token: [] }] }), "the key is no longer enough"),
  row(
    "security: an alternative added",
    "compatible",
    set([], { security: [{ key: [] }, { token: [] }] }),
    "the key is still enough",
  ),
  row(
    "security: two schemes together",
    "breaking",
    set([], { security: [{ key: [], token: [] }] }),
    "the key alone is not enough",
  ),
  row(
    "security: an alternative removed",
    "breaking",
    set(CREATE, { security: [{ key: [] }] }),
    "the login is not enough",
  ),
  row(
    "security: a scope more",
    "breaking",
    set([...THING, "delete"], { security: [{ login: ["write", "read"] }] }),
    "a token with one scope is not enough",
  ),
  row(
    "security: a scope less",
    "compatible",
    set(CREATE, { security: [{ key: [] }, { login: ["read"] }] }),
    "fewer scopes are required",
  ),
  row(
    "security: alternatives reordered",
    "text",
    set(CREATE, { security: [{ login: ["write", "read"] }, { key: [] }] }),
    "the order has no meaning",
  ),
  row(
    "a scheme: renamed only",
    "text",
    all(
      rename(["components", "securitySchemes"], "key", "apiKey"),
      set([], { security: [{ apiKey: [] }] }),
      set(CREATE, { security: [{ apiKey: [] }, { login: ["read", "write"] }] }),
    ),
    "the name is not sent",
  ),
  row(
    "a scheme: another header",
    "breaking",
    set(["components", "securitySchemes", "key"], { name: "X-Key" }),
    "the key is sent elsewhere",
  ),
  row(
    "a scheme: in the query",
    "breaking",
    set(["components", "securitySchemes", "key"], { in: "query" }),
    "the key is sent elsewhere",
  ),
  row(
    "a scheme: basic instead of bearer",
    "breaking",
    set(["components", "securitySchemes", "token"], { scheme: "basic" }),
    "other credentials",
  ),
  row(
    "a scheme: bearerFormat",
    "text",
    set(["components", "securitySchemes", "token"], { bearerFormat: "opaque" }),
    "a hint for readers",
  ),
  row(
    "a scheme: description",
    "text",
    set(["components", "securitySchemes", "token"], { description: "A text." }),
    "for readers",
  ),
  row(
    "a scheme: another openIdConnectUrl",
    "breaking",
    set(["components", "securitySchemes", "open"], { openIdConnectUrl: "https://other.example.com" }),
    "tokens come from elsewhere",
  ),
  row(
    "a scheme: added",
    "compatible",
    set(["components", "securitySchemes"], { more: { type: "http", scheme: "basic" } }),
    "nothing requires it",
  ),
  row(
    "a scheme: an unknown field",
    "not judged",
    set(["components", "securitySchemes", "token"], { realm: "a" }),
    "there is no rule for it",
  ),
  row("OAuth 2: a flow removed", "breaking", drop(LOGIN, "authorizationCode"), "clients that used it cannot log in"),
  row(
    "OAuth 2: a flow added",
    "compatible",
    set(LOGIN, { implicit: { authorizationUrl: "https://login.example.com/auth", scopes: {} } }),
    "one more way",
  ),
  row(
    "OAuth 2: tokenUrl",
    "breaking",
    set([...LOGIN, "clientCredentials"], { tokenUrl: "https://other.example.com" }),
    "tokens come from elsewhere",
  ),
  row(
    "OAuth 2: authorizationUrl",
    "breaking",
    set([...LOGIN, "authorizationCode"], { authorizationUrl: "https://other.example.com" }),
    "users log in elsewhere",
  ),
  row(
    "OAuth 2: refreshUrl added",
    "breaking",
    set([...LOGIN, "authorizationCode"], { refreshUrl: "https://other.example.com" }),
    "tokens are refreshed elsewhere",
  ),
  row(
    "OAuth 2: a scope removed",
    "breaking",
    drop([...LOGIN, "clientCredentials", "scopes"], "write"),
    "clients ask for it",
  ),
  row(
    "OAuth 2: a scope added",
    "compatible",
    set([...LOGIN, "clientCredentials", "scopes"], { all: "All." }),
    "no client requests it yet",
  ),
  row(
    "OAuth 2: the description of a scope",
    "text",
    set([...LOGIN, "clientCredentials", "scopes"], { read: "Only read." }),
    "for readers",
  ),
];

const OPERATIONS = [
  row("a path: removed", "breaking", drop(["paths"], "/things"), "clients call it"),
  row("a path: renamed", "breaking", rename(["paths"], "/things", "/items"), "clients call the old one"),
  row(
    "a path: its parameter renamed",
    "text",
    all(
      rename(["paths"], "/things/{id}", "/things/{uid}"),
      set(["paths", "/things/{uid}", "parameters", 0], { name: "uid" }),
    ),
    "the name is not sent",
  ),
  row("a path: summary", "text", set(THING, { summary: "Other" }), "for readers"),
  row("a path: an unknown field", "not judged", set(THING, { methods: [] }), "there is no rule for it"),
  row("an operation: removed", "breaking", drop(THING, "delete"), "clients call it"),
  row(
    "an operation: added",
    "compatible",
    set(THING, { trace: { operationId: "traceThing", responses: {} } }),
    "nobody calls it yet",
  ),
  row(
    "an operation: another method",
    "breaking",
    rename(["paths", "/things"], "post", "put"),
    "clients send the old one",
  ),
  row(
    "an operation: operationId",
    "breaking",
    set(GET, { operationId: "readThing" }),
    "methods of generated clients are named after it",
  ),
  row("an operation: summary", "text", set(GET, { summary: "Other" }), "for readers"),
  row("an operation: description", "text", set(GET, { description: "Other." }), "for readers"),
  row("an operation: tags", "text", set(GET, { tags: ["more"] }), "for readers"),
  row("an operation: externalDocs", "text", set(GET, { externalDocs: { url: "https://example.com" } }), "for readers"),
  row("an operation: deprecated", "text", set(GET, { deprecated: true }), "a warning; it still works"),
  row("an operation: an extension", "not judged", set(GET, { "x-cost": 3 }), "only its author knows what it means"),
  row("an operation: an unknown field", "not judged", set(GET, { response: {} }), "there is no rule for it"),
  row(
    "an operation: x-pagination",
    "breaking",
    set(GET, { "x-pagination": { shape: "array" } }),
    "the method returns another type",
  ),
];

const PARAMETERS = [
  row(
    "a parameter: removed",
    "breaking",
    (spec) => void (at(spec, ...GET)["parameters"] as unknown[]).shift(),
    "requests that have it are refused",
  ),
  row(
    "a parameter: an optional one added",
    "compatible",
    (spec) => void (at(spec, ...GET)["parameters"] as unknown[]).push({ name: "more", in: "query", schema: {} }),
    "nobody sends it yet",
  ),
  row(
    "a parameter: a required one added",
    "breaking",
    (spec) =>
      void (at(spec, ...GET)["parameters"] as unknown[]).push({
        name: "more",
        in: "query",
        required: true,
        schema: {},
      }),
    "nobody sends it yet",
  ),
  row("a parameter: required", "breaking", set(parameter(0), { required: true }), "requests without it are refused"),
  row("a parameter: optional", "compatible", set(parameter(1), { required: false }), "requests with it still work"),
  row(
    "a parameter: from query to header",
    "breaking",
    set(parameter(0), { in: "header", style: "simple" }),
    "it is sent elsewhere",
  ),
  row("a parameter: a cookie to the query", "breaking", set(parameter(2), { in: "query" }), "it is sent elsewhere"),
  row(
    "a parameter: a header in another case",
    "text",
    set(parameter(1), { name: "x-trace" }),
    "header names are case-insensitive",
  ),
  row(
    "a parameter: reordered",
    "text",
    (spec) => void (at(spec, ...GET)["parameters"] as unknown[]).reverse(),
    "the order has no meaning",
  ),
  row("a parameter: style", "breaking", set(parameter(0), { style: "spaceDelimited" }), "it is serialized differently"),
  row("a parameter: explode", "breaking", set(parameter(0), { explode: false }), "it is serialized differently"),
  row("a parameter: explode as its default", "text", drop(parameter(0), "explode"), "true is the default of form"),
  row(
    "a parameter: allowReserved",
    "compatible",
    set(parameter(0), { allowReserved: true }),
    "encoded characters are still understood",
  ),
  row(
    "a parameter: allowEmptyValue removed",
    "breaking",
    drop(parameter(0), "allowEmptyValue"),
    "an empty value is refused",
  ),
  row(
    "a parameter: allowEmptyValue added",
    "compatible",
    set(parameter(2), { allowEmptyValue: true }),
    "an empty value is accepted, too",
  ),
  row(
    "a parameter: from schema to content",
    "breaking",
    (spec) => {
      const node = at(spec, ...parameter(0));
      node["content"] = { "application/json": { schema: node["schema"] } };
      delete node["schema"];
    },
    "it is written as JSON",
  ),
  row(
    "a parameter: another media type",
    "breaking",
    rename([...parameter(3), "content"], "application/json", "application/xml"),
    "it is serialized differently",
  ),
  row(
    "a parameter: its content narrowed",
    "breaking",
    set([...parameter(3), "content", "application/json", "schema"], { required: ["a"] }),
    "fewer values are valid",
  ),
  row("a parameter: description", "text", set(parameter(0), { description: "A text." }), "for readers"),
  row("a parameter: example", "text", set(parameter(0), { example: ["a"] }), "for readers"),
  row("a parameter: deprecated", "text", set(parameter(0), { deprecated: true }), "a warning; it still works"),
  row(
    "a parameter: an unknown field",
    "not judged",
    set(parameter(0), { collectionFormat: "csv" }),
    "there is no rule for it",
  ),
  row(
    "a parameter of a path: narrowed",
    "breaking",
    set([...THING, "parameters", 0, "schema"], { maxLength: 3 }),
    "fewer values are valid",
  ),
  row(
    "a parameter of a path: written at the operations",
    "text",
    (spec) => {
      const item = at(spec, ...THING);
      for (const method of ["get", "delete"]) {
        const operation = at(item, method);
        operation["parameters"] = [
          ...(item["parameters"] as unknown[]),
          ...((operation["parameters"] as unknown[]) ?? []),
        ];
      }
      delete item["parameters"];
    },
    "the same parameters",
  ),
];

const BODIES = [
  row("a request body: removed", "breaking", drop(CREATE, "requestBody"), "clients send it"),
  row(
    "a request body: an optional one added",
    "compatible",
    set([...THING, "delete"], { requestBody: { content: { "application/json": {} } } }),
    "nobody sends it yet",
  ),
  row(
    "a request body: a required one added",
    "breaking",
    set([...THING, "delete"], { requestBody: { required: true, content: { "application/json": {} } } }),
    "nobody sends it yet",
  ),
  row(
    "a request body: optional",
    "compatible",
    set([...CREATE, "requestBody"], { required: false }),
    "requests with it still work",
  ),
  row(
    "a request body: description",
    "text",
    set([...CREATE, "requestBody"], { description: "A text." }),
    "for readers",
  ),
  row(
    "a request body: an unknown field",
    "not judged",
    set([...CREATE, "requestBody"], { schema: {} }),
    "there is no rule for it",
  ),
  row(
    "a media type of a request: removed",
    "breaking",
    drop([...CREATE, "requestBody", "content"], "multipart/form-data"),
    "clients send it",
  ),
  row(
    "a media type of a request: added",
    "compatible",
    set([...CREATE, "requestBody", "content"], { "text/csv": {} }),
    "nobody sends it yet",
  ),
  row(
    "a media type: a charset of JSON",
    "text",
    rename([...CREATE, "requestBody", "content"], "application/json", "application/json; charset=utf-8"),
    "JSON is UTF-8 anyway",
  ),
  row(
    "a media type: in another case",
    "text",
    rename([...CREATE, "requestBody", "content"], "application/json", "Application/JSON"),
    "media types are case-insensitive",
  ),
  row(
    "a media type of a response: a range that covers it",
    "breaking",
    rename([...GET, "responses", "404", "content"], "application/json", "application/*"),
    "the range promises other types, too",
  ),
  row(
    "a media type: an example",
    "text",
    set([...CREATE, "requestBody", "content", "application/json"], { example: { id: "2" } }),
    "for readers",
  ),
  row(
    "a media type: an unknown field",
    "not judged",
    set([...CREATE, "requestBody", "content", "application/json"], { charset: "utf-8" }),
    "there is no rule for it",
  ),
  row(
    "a security scheme: the case of the name of its header",
    "text",
    set(["components", "securitySchemes", "key"], { name: "APIKEY" }),
    "names of headers ignore case",
  ),
  row(
    "a security scheme: the case of its HTTP scheme",
    "text",
    set(["components", "securitySchemes", "token"], { scheme: "Bearer" }),
    "names of schemes ignore case",
  ),
  row(
    "encoding: the content type that is the default",
    "text",
    set([...FORM, "encoding", "note"], { contentType: "text/plain" }),
    "a text without a content type is text/plain",
  ),
  row(
    "encoding: a content type less",
    "breaking",
    set([...FORM, "encoding", "file"], { contentType: "image/png" }),
    "JPEG is refused",
  ),
  row(
    "encoding: a content type more",
    "compatible",
    set([...FORM, "encoding", "file"], { contentType: "image/png, image/jpeg, image/gif" }),
    "GIF is accepted, too",
  ),
  row(
    "encoding: explode",
    "text",
    set([...FORM, "encoding", "note"], { explode: false }),
    "a single value is written the same",
  ),
  row(
    "encoding: a header required",
    "breaking",
    set([...FORM, "encoding", "file", "headers", "X-Size"], { required: true }),
    "parts without it are refused",
  ),
  row(
    "encoding: a header narrowed",
    "breaking",
    set([...FORM, "encoding", "file", "headers", "X-Size", "schema"], { maximum: 9 }),
    "fewer values are valid",
  ),
  row(
    "encoding: an unknown field",
    "not judged",
    set([...FORM, "encoding", "file"], { gzip: true }),
    "there is no rule for it",
  ),
  row(
    "XML: another name",
    "breaking",
    set([...CREATE, "requestBody", "content", "application/xml", "schema", "properties", "a"], { xml: { name: "B" } }),
    "the element has another name",
  ),
];

const RESPONSES = [
  row(
    "a response: a status of success removed",
    "breaking",
    drop([...THING, "delete", "responses"], "204"),
    "clients wait for it",
  ),
  row(
    "a response: a status of success replaced",
    "breaking",
    rename([...THING, "delete", "responses"], "204", "200"),
    "clients wait for the old one",
  ),
  row(
    "a response: a status of error removed",
    "breaking",
    drop([...CREATE, "responses"], "4XX"),
    "clients handle it by its body",
  ),
  row(
    "a response: a status that the default covers removed",
    "breaking",
    drop([...GET, "responses"], "404"),
    "the default has another media type",
  ),
  row(
    "a response: a status that a range covers added",
    "compatible",
    set([...CREATE, "responses"], {
      "409": { description: "Taken.", content: { "application/json": { schema: { type: "object" } } } },
    }),
    "clients know its body from the range",
  ),
  row(
    "a response: a status with another body than its range",
    "breaking",
    set([...CREATE, "responses"], {
      "409": { description: "Taken.", content: { "application/json": { schema: { type: "array" } } } },
    }),
    "clients read it as the range says",
  ),
  row("a response: description", "text", set([...GET, "responses", "200"], { description: "Other." }), "for readers"),
  row(
    "a response: an unknown field",
    "not judged",
    set([...GET, "responses", "200"], { schema: {} }),
    "there is no rule for it",
  ),
  row(
    "a response: a media type removed",
    "breaking",
    rename([...GET, "responses", "200", "content"], "application/json", "text/plain"),
    "clients read JSON",
  ),
  row(
    "a response: a media type added",
    "compatible",
    set([...GET, "responses", "200", "content"], { "text/csv": {} }),
    "clients request the media types that they read",
  ),
  row("a response: no body any more", "breaking", drop([...GET, "responses", "200"], "content"), "clients read it"),
  row(
    "a response: an example",
    "text",
    set([...GET, "responses", "200", "content", "application/json"], { example: { id: "2" } }),
    "for readers",
  ),
  row("a header: removed", "breaking", drop([...GET, "responses", "200", "headers"], "ETag"), "clients read it"),
  row(
    "a header: optional",
    "breaking",
    set([...GET, "responses", "200", "headers", "ETag"], { required: false }),
    "clients rely on it",
  ),
  row(
    "a header: added",
    "compatible",
    set([...GET, "responses", "200", "headers"], { Age: { schema: { type: "integer" } } }),
    "nobody reads it yet",
  ),
  row(
    "a header: another type",
    "breaking",
    set([...GET, "responses", "200", "headers", "ETag", "schema"], { type: "integer" }),
    "clients read a string",
  ),
  row(
    "a header: explode",
    "text",
    set([...GET, "responses", "200", "headers", "ETag"], { explode: true }),
    "a single value is written the same",
  ),
  row(
    "a header: description",
    "text",
    set([...GET, "responses", "200", "headers", "ETag"], { description: "A text." }),
    "for readers",
  ),
  row(
    "a header: in another case",
    "text",
    rename([...GET, "responses", "200", "headers"], "ETag", "etag"),
    "header names are case-insensitive",
  ),
  row("a link: removed", "breaking", drop([...GET, "responses", "200", "links"], "remove"), "clients follow it"),
  row(
    "a link: another operation",
    "breaking",
    set([...GET, "responses", "200", "links", "remove"], { operationId: "getThing" }),
    "clients follow it elsewhere",
  ),
  row(
    "a link: description",
    "text",
    set([...GET, "responses", "200", "links", "remove"], { description: "A text." }),
    "for readers",
  ),
  row(
    "a link: added",
    "compatible",
    set([...GET, "responses", "200", "links"], { self: { operationId: "getThing" } }),
    "nobody follows it yet",
  ),
];

const THING_SCHEMA = ["components", "schemas", "Thing"];
const ANIMAL = ["components", "schemas", "Animal"];
const SCHEMAS = [
  row(
    "readOnly: added",
    "breaking",
    set([...THING_SCHEMA, "properties", "note"], { readOnly: true }),
    "it can no longer be sent",
  ),
  row(
    "writeOnly: added",
    "breaking",
    set([...THING_SCHEMA, "properties", "secret"], { writeOnly: true }),
    "it is no longer returned",
  ),
  row("a property: removed", "breaking", drop([...THING_SCHEMA, "properties"], "note"), "clients send and read it"),
  row(
    "a property: an optional one added",
    "compatible",
    set([...THING_SCHEMA, "properties"], { more: { type: "string" } }),
    "clients ignore unknown properties",
  ),
  row(
    "a property: a required one added",
    "breaking",
    all(
      set([...THING_SCHEMA, "properties"], { more: { type: "string" } }),
      set(THING_SCHEMA, { required: ["id", "more"] }),
    ),
    "existing requests do not have it",
  ),
  row(
    "a reference: to another schema",
    "breaking",
    set([...CREATE, "requestBody", "content", "application/json"], { schema: { $ref: "#/components/schemas/Cat" } }),
    "another body",
  ),
  row(
    "a reference: written in place",
    "text",
    (spec) => {
      at(spec, ...CREATE, "requestBody", "content", "application/json")["schema"] = structuredClone(
        at(spec, ...THING_SCHEMA),
      );
    },
    "the same schema",
  ),
  row(
    "discriminator: removed from a response",
    "breaking",
    drop(ANIMAL, "discriminator"),
    "generated clients cannot choose a class",
  ),
  row(
    "discriminator: another property",
    "breaking",
    set([...ANIMAL, "discriminator"], { propertyName: "lives" }),
    "clients look at the old one",
  ),
  row(
    "discriminator: its mapping moved",
    "breaking",
    set([...ANIMAL, "discriminator", "mapping"], { cat: "#/components/schemas/Dog" }),
    "a cat is read as a dog",
  ),
  row(
    "discriminator: a value of the mapping removed",
    "breaking",
    drop([...ANIMAL, "discriminator", "mapping"], "cat"),
    "clients read that value",
  ),
  row(
    "discriminator: a value of the mapping added",
    "compatible",
    set([...ANIMAL, "discriminator", "mapping"], { puppy: "#/components/schemas/Dog" }),
    "the branch was there before",
  ),
  row(
    "discriminator: names instead of pointers",
    "text",
    set([...ANIMAL, "discriminator"], { mapping: { cat: "Cat", dog: "Dog" } }),
    "the same schemas",
  ),
  row(
    "discriminator: an unknown field",
    "not judged",
    set([...ANIMAL, "discriminator"], { default: "cat" }),
    "there is no rule for it",
  ),
];

const CALLBACKS = [
  row("a callback: removed", "breaking", drop(CREATE, "callbacks"), "clients wait for it"),
  row("a callback: added", "compatible", set([...CREATE, "callbacks"], { failed: {} }), "nobody waits for it yet"),
  row(
    "a callback: another expression",
    "breaking",
    rename([...CREATE, "callbacks", "done"], "{$request.body#/url}", "{$request.body#/callback}"),
    "the address is taken from elsewhere",
  ),
  row(
    "a callback: a property of its request removed",
    "breaking",
    drop([...DONE, ...HEARD, "properties"], "at"),
    "clients read it",
  ),
  row(
    "a callback: a property of its request required",
    "compatible",
    set([...DONE, ...HEARD], { required: ["id", "at"] }),
    "clients can rely on it",
  ),
  row(
    "a callback: a property of its request optional",
    "breaking",
    set([...DONE, ...HEARD], { required: [] }),
    "clients rely on it",
  ),
  row(
    "a callback: a property of its response required",
    "breaking",
    set([...DONE, "responses", "200", "content", "application/json", "schema"], { required: ["ok"] }),
    "clients do not write it",
  ),
  row(
    "a callback: a status of its response added",
    "compatible",
    set([...DONE, "responses"], { "202": { description: "Later." } }),
    "clients may also respond with it",
  ),
  row("a webhook: removed", "breaking", drop(["webhooks"], "changed"), "clients wait for it"),
  row(
    "a webhook: added",
    "compatible",
    set(["webhooks"], { added: { post: { operationId: "onAdded", responses: {} } } }),
    "nobody waits for it yet",
  ),
  row(
    "a webhook: its request narrowed",
    "compatible",
    set([...HOOK, ...HEARD, "properties", "id"], { maxLength: 9 }),
    "clients read fewer values",
  ),
  row(
    "a webhook: its request widened",
    "breaking",
    set([...HOOK, ...HEARD, "properties", "id"], { type: ["string", "null"] }),
    "clients read null",
  ),
  row(
    "a webhook: its body optional",
    "breaking",
    set([...HOOK, "requestBody"], { required: false }),
    "clients rely on it",
  ),
  row("a webhook: description", "text", set(HOOK, { description: "A text." }), "for readers"),
  row(
    "a webhook: a parameter added",
    "compatible",
    set(HOOK, { parameters: [{ name: "X-Signature", in: "header", required: true, schema: { type: "string" } }] }),
    "clients may ignore it",
  ),
  row(
    "a webhook: security",
    "not judged",
    set(HOOK, { security: [{ token: [] }] }),
    "how a client protects its own address is not in the document",
  ),
];

export const DOCUMENT_EDITS: readonly DocumentEdit[] = [
  ...DOCUMENT,
  ...SERVERS,
  ...SECURITY,
  ...OPERATIONS,
  ...PARAMETERS,
  ...BODIES,
  ...RESPONSES,
  ...SCHEMAS,
  ...CALLBACKS,
];
