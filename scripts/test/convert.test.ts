/** `npm run spec -- convert`, for what is easy to lose. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { afterAll, expect, test } from "vitest";
import { root } from "../lib/repo.js";

const folder = mkdtempSync(join(tmpdir(), "convert-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function convert(name: string, document: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(document));
  const program = ["--import", "tsx", join(root, "scripts/spec/convert.ts"), file];
  return execFileSync(process.execPath, program, { encoding: "utf8", cwd: root });
}

const pet = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } };
const ok = { description: "Done." };

test("a document of OpenAPI 2.0 is one of 3.1, and what was lost is listed", async () => {
  const output = convert("two.json", {
    swagger: "2.0",
    info: { title: "Pets", version: "1" },
    host: "pets.example",
    basePath: "/v1",
    schemes: ["https"],
    paths: {
      "/pets": {
        get: {
          operationId: "list-pets",
          produces: ["application/json"],
          parameters: [
            { name: "a", in: "query", type: "array", items: { type: "string" } },
            { name: "b", in: "query", type: "array", items: { type: "string" }, collectionFormat: "tsv" },
          ],
          responses: { 200: { ...ok, schema: { type: "array", items: { $ref: "#/definitions/Pet" } } } },
        },
      },
    },
    definitions: { Pet: { ...pet, "x-nullable": true } },
  });
  expect(output).toContain("The tools accept it.");
  expect(output).toContain(
    "not carried over: collectionFormat: tsv (#/paths/~1pets/get/parameters/1): 3.1 has no such list.",
  );
  const { document } = await loadDocument(join(folder, "two.3.1.json"));
  expect(document).toMatchObject({
    openapi: "3.1.1",
    servers: [{ url: "https://pets.example/v1" }],
    paths: { "/pets": { get: { parameters: [{ name: "a", explode: false }, { name: "b" }] } } },
    components: { schemas: { Pet: { type: ["object", "null"], required: ["id"] } } },
  });
});

test.each(["json", "yaml"])("a number that a 64-bit float would change stays as it is, in %s", (ending) => {
  const file = join(folder, `big.${ending}`);
  // JSON is YAML, too.
  const schema = '{"type":"number","minimum":9007199254740993,"exclusiveMinimum":true,"maximum":1e400}';
  writeFileSync(
    file,
    `{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"Big":${schema}}}}`,
  );
  execFileSync(process.execPath, ["--import", "tsx", join(root, "scripts/spec/convert.ts"), file], { cwd: root });
  const written = readFileSync(join(folder, `big.3.1.${ending}`), "utf8");
  expect(written).toMatch(/"?exclusiveMinimum"?: 9007199254740993\b/);
  expect(written).toMatch(/"?maximum"?: 1e400\b/);
});

test("a document of OpenAPI 3.0 is one of 3.1", () => {
  const output = convert("three.json", {
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    paths: { "/pets": { get: { responses: { 200: ok } } } },
    components: {
      schemas: {
        Pet: { ...pet, properties: { age: { type: "integer", nullable: true, minimum: 0, exclusiveMinimum: true } } },
      },
    },
  });
  expect(output).toContain("The tools accept it.");
  const { components } = JSON.parse(readFileSync(join(folder, "three.3.1.json"), "utf8"));
  expect(components.schemas.Pet.properties.age).toEqual({ type: ["integer", "null"], exclusiveMinimum: 0 });
});

test("a document of another version is refused", () => {
  expect(() => convert("one.json", { openapi: "3.1.0", paths: {} })).toThrow("only 2.0 and 3.0 are converted");
});

test("a document of aliases of aliases is refused with its line", () => {
  const aliases = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (i) =>
      `x-a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(", ")}]`,
  );
  const file = join(folder, "aliases.yaml");
  writeFileSync(
    file,
    `openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\nx-a0: &a0 [a, a]\n${aliases.join("\n")}\n`,
  );
  const program = ["--max-old-space-size=256", "--import", "tsx", join(root, "scripts/spec/convert.ts"), file];
  const { status, stderr } = spawnSync(process.execPath, program, { encoding: "utf8", cwd: root });
  expect(status).toBe(1);
  expect(stderr).toMatch(/aliases\.yaml:11:\d+: This has more than 3,000,000 values/);
});

test("nullable allows null where there is no type, too, and stays a name where it is one", () => {
  const reference = { $ref: "#/components/schemas/Pet" };
  const schemas = {
    Pet: pet,
    Beside: { ...reference, nullable: true },
    All: { description: "One.", allOf: [reference], nullable: true },
    Any: { anyOf: [reference, { type: "string" }], nullable: true },
    One: { oneOf: [reference], nullable: true, discriminator: { propertyName: "name" } },
    Values: { enum: ["a", "b"], nullable: true },
    Typed: { type: "string", enum: ["a"], nullable: true },
    Not: { allOf: [reference], nullable: false },
    Anything: { description: "Any.", nullable: true },
    Names: { type: "object", properties: { nullable: { type: "boolean" }, default: { ...reference, nullable: true } } },
    Data: { type: "object", example: { nullable: true } },
    default: { allOf: [reference], nullable: true },
  };
  const content = { "application/json": { schema: { allOf: [reference], nullable: true } } };
  const paths = { "/pets": { get: { responses: { default: { ...ok, content } } } } };
  const document = { openapi: "3.0.3", info: { title: "T", version: "1" }, paths, components: { schemas } };
  expect(convert("null.json", document)).not.toContain("not carried over");
  const nothing = { type: "null" };
  const { components, paths: written } = JSON.parse(readFileSync(join(folder, "null.3.1.json"), "utf8"));
  expect(written["/pets"].get.responses.default.content["application/json"].schema).toEqual({
    anyOf: [{ allOf: [reference] }, nothing],
  });
  expect(components.schemas).toMatchObject({
    Beside: { anyOf: [reference, nothing] },
    All: { description: "One.", anyOf: [{ allOf: [reference] }, nothing] },
    Any: { anyOf: [reference, { type: "string" }, nothing] },
    One: { anyOf: [{ oneOf: [reference], discriminator: { propertyName: "name" } }, nothing] },
    Values: { anyOf: [{ enum: ["a", "b"] }, nothing] },
    Not: { allOf: [reference] },
    default: { anyOf: [{ allOf: [reference] }, nothing] },
    Anything: { description: "Any." },
    Names: { properties: { nullable: { type: "boolean" }, default: { anyOf: [reference, nothing] } } },
    Data: { examples: [{ nullable: true }] },
  });
  expect(JSON.stringify(components.schemas.Typed)).toContain("null");
});

test("a name of the author is no keyword, and a value is no schema", () => {
  const names = [
    "example",
    "examples",
    "nullable",
    "x-webhooks",
    "type",
    "format",
    "content",
    "schema",
    "exclusiveMinimum",
  ];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "integer", example: 1 }]));
  const value = { type: "string", format: "byte", nullable: true, example: 2, exclusiveMinimum: true };
  const ok200 = {
    ...ok,
    content: { "application/json": { schema: { type: "object", example: value }, example: value } },
  };
  const bytes = { type: "string", format: "byte", maxLength: 8 };
  const document = {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    security: [{ example: [] }],
    paths: {
      "/petSchema": { get: { responses: { 200: ok200 } } },
      "/raw": {
        put: { requestBody: { content: { "application/octet-stream": { schema: bytes } } }, responses: { 200: ok } },
      },
    },
    components: {
      schemas: { All: { type: "object", properties, default: value }, example: { type: "string", enum: ["a"] } },
      securitySchemes: {
        example: {
          type: "oauth2",
          flows: { implicit: { authorizationUrl: "https://a.example", scopes: { example: "All" } } },
        },
      },
    },
  };
  expect(convert("names.json", document)).not.toContain("not carried over");
  const written = JSON.parse(readFileSync(join(folder, "names.3.1.json"), "utf8"));
  const { schemas, securitySchemes } = written.components;
  expect(Object.keys(schemas.All.properties)).toEqual(names);
  expect(schemas.All.properties.example).toEqual({ type: "integer", examples: [1] });
  expect(schemas.All.default).toEqual(value);
  expect(schemas.example).toEqual({ type: "string", enum: ["a"] });
  expect(securitySchemes.example.flows.implicit.scopes).toEqual({ example: "All" });
  expect(written.security).toEqual([{ example: [] }]);
  const { schema, examples } = written.paths["/petSchema"].get.responses[200].content["application/json"];
  expect([schema.examples, examples]).toEqual([[value], { default: { value } }]);
  expect(written.paths["/raw"].put.requestBody.content["application/octet-stream"].schema).toEqual({
    ...{ type: "string", contentEncoding: "base64", maxLength: 8 },
  });
});

test("a form, a shared body and the media types of an operation of OpenAPI 2.0 are carried over", () => {
  const list = { type: "array", items: { type: "string", enum: ["a", "b"] } };
  const document = {
    swagger: "2.0",
    info: { title: "T", version: "1" },
    produces: ["application/json"],
    consumes: ["application/json"],
    parameters: { Body: { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } } },
    responses: { Pet: { ...ok, schema: { $ref: "#/definitions/Pet" } } },
    paths: {
      "/form": {
        post: {
          produces: ["text/csv"],
          parameters: [
            { name: "size", in: "formData", type: "integer", minimum: 1, default: 2, required: true },
            { name: "multi", in: "formData", ...list, collectionFormat: "multi" },
            { name: "commas", in: "formData", ...list },
          ],
          responses: { 200: { ...ok, schema: { type: "string" } } },
        },
      },
      "/pets": {
        post: { schemes: ["wss"], responses: { 200: { $ref: "#/responses/Pet" } } },
        parameters: [{ $ref: "#/parameters/Body" }],
      },
    },
    definitions: { Pet: { ...pet, discriminator: "name" } },
    securityDefinitions: { o: { type: "oauth2", flow: "implicit", authorizationUrl: "https://a.example" } },
  };
  const output = convert("form.json", document);
  expect(output).toContain("collectionFormat (#/paths/~1form/post/requestBody/");
  expect(output).toContain("schemes (#/paths/~1pets/post): write servers beside the operation");
  const { paths, components } = JSON.parse(readFileSync(join(folder, "form.3.1.json"), "utf8"));
  expect(paths["/form"].post.requestBody).toEqual({
    required: true,
    content: {
      "application/x-www-form-urlencoded": {
        schema: {
          type: "object",
          required: ["size"],
          properties: {
            size: { type: "integer", minimum: 1, default: 2 },
            multi: list,
            commas: { ...list, collectionFormat: "csv" },
          },
        },
      },
    },
  });
  expect(Object.keys(paths["/form"].post.responses[200].content)).toEqual(["text/csv"]);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  expect(paths["/pets"].post).toEqual({
    requestBody: { required: true, content },
    responses: { 200: { $ref: "#/components/responses/Pet" } },
  });
  expect(components.responses.Pet.content).toEqual(content);
  expect(components.schemas.Pet.discriminator).toEqual({ propertyName: "name" });
  expect(components.securitySchemes.o.flows.implicit.scopes).toEqual({});
});

test("several items are those of a tuple, and alternatives where nothing is an array", () => {
  const items = [{ type: "string" }, { type: "integer" }];
  const output = convert("items.json", {
    swagger: "2.0",
    info: { title: "T", version: "1" },
    paths: {},
    definitions: {
      Pair: { type: "array", items },
      Either: { title: "E", items },
      List: { type: "array", items: items[0] },
    },
  });
  expect(output).toContain("The tools accept it.");
  const { components } = JSON.parse(readFileSync(join(folder, "items.3.1.json"), "utf8"));
  expect(components.schemas).toEqual({
    Pair: { type: "array", prefixItems: items },
    Either: { title: "E", anyOf: items },
    List: { type: "array", items: items[0] },
  });
});

test("a schema that says that it is required itself loses that, and a line says where", async () => {
  const output = convert("required.json", {
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        post: {
          parameters: [{ name: "a", in: "query", required: true, schema: { type: "string" } }],
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
          responses: { 200: ok },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          ...pet,
          properties: {
            name: { type: "string", required: true },
            owner: { $ref: "#/components/schemas/Owner", required: true },
            age: { type: "integer", required: false },
          },
        },
        Owner: { type: "string" },
      },
    },
  });
  expect(output).toContain("The tools accept it.");
  expect(output).toContain(
    "not carried over: required: true (#/components/schemas/Pet/properties/name and 1 more): a schema lists the names",
  );
  const { document } = await loadDocument(join(folder, "required.3.1.json"));
  expect(document).toMatchObject({
    paths: { "/pets": { post: { parameters: [{ required: true }], requestBody: { required: true } } } },
    components: { schemas: { Pet: { required: ["id"], properties: { name: { type: "string" } } } } },
  });
});

test("a document in several files becomes one", async () => {
  writeFileSync(
    join(folder, "parts.json"),
    JSON.stringify({ Pet: { type: "object", properties: { name: { type: "string", nullable: true } } } }),
  );
  const content = { "application/json": { schema: { $ref: "parts.json#/Pet" } } };
  const output = convert("several.json", {
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    paths: { "/pet": { get: { responses: { 200: { ...ok, content } } } } },
  });
  expect(output).toContain("The tools accept it.");
  expect(output).not.toContain("not carried over");
  const { document, files } = await loadDocument(join(folder, "several.3.1.json"));
  expect(files).toHaveLength(1);
  expect(document).toMatchObject({
    components: { schemas: { Pet: { properties: { name: { type: ["string", "null"] } } } } },
  });
});

test("a document of OpenAPI 2.0 without a host has no schemes", async () => {
  const info = { title: "Pets", version: "1" };
  const paths = { "/pet": { get: { responses: { 200: ok } } } };
  convert("no-host.json", { swagger: "2.0", info, basePath: "/v1", schemes: ["https"], paths });
  const { document } = await loadDocument(join(folder, "no-host.3.1.json"), { isTolerant: true });
  expect(document).toMatchObject({ servers: [{ url: "/v1" }] });
  expect(document).not.toHaveProperty("schemes");
});

test("the ending of the output says whether it is JSON", () => {
  const file = join(folder, "source.yaml");
  writeFileSync(file, "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths: {}\n");
  const target = join(folder, "target.json");
  const program = ["--import", "tsx", join(root, "scripts/spec/convert.ts"), file, target];
  execFileSync(process.execPath, program, { encoding: "utf8", cwd: root });
  expect(JSON.parse(readFileSync(target, "utf8"))).toMatchObject({ openapi: "3.1.1" });
});
