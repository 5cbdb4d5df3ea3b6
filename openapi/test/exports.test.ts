import { readFile } from "node:fs/promises";
import { validate as validateSpec } from "@apidevtools/swagger-parser";
import flat from "@metadata-service/openapi/openapi.dereferenced.json" with { type: "json" };
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { parseYaml } from "@redocly/openapi-core";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, expectTypeOf, test } from "vitest";

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
for (const word of ["components", "discriminator", "x-items"]) ajv.addKeyword(word);
ajv.addSchema({ $id: "bundle", components: document.components });
const compile = (schema: unknown) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"bundle#/components/')));

test.each(["openapi", "openapi.dereferenced"])("%s is the same in JSON and YAML", async (name) => {
  const read = (file: string) => readFile(new URL(import.meta.resolve(`@metadata-service/openapi/${file}`)), "utf8");
  expect(parseYaml(await read(`${name}.yaml`))).toEqual(JSON.parse(await read(`${name}.json`)));
});

test("the types of the bundle are those of its values", () => {
  expectTypeOf(document.paths["/api/v1/reports"].get.operationId).toEqualTypeOf<"listReports">();
  expect(document.paths["/api/v1/reports"].get.operationId).toBe("listReports");
  expectTypeOf(flat.openapi).toEqualTypeOf<"3.1.1">();
  expect(flat.openapi).toBe("3.1.1");
});

describe("the bundle without references", () => {
  const paths = flat.paths as unknown as Record<string, Record<string, Operation>>;
  interface Media {
    content: { "application/json": { schema: unknown } };
  }
  interface Operation {
    requestBody: Media;
    responses: Record<string, Media>;
  }

  test("is a valid document without a $ref", async () => {
    const text = JSON.stringify(flat);
    expect(text).not.toContain('"$ref"');
    await validateSpec(JSON.parse(text));
  });

  test("keeps every operation, and only the security schemes of the components", () => {
    const operations = (spec: { paths: object }) =>
      Object.entries(spec.paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    expect(operations(flat)).toEqual(operations(document));
    expect(flat.components).toEqual({ securitySchemes: document.components.securitySchemes });
  });

  const create = paths["/api/v2/metadata/{namespace}"]?.["post"];
  const nested = (levels: number, leaf: object): object =>
    levels === 1 ? leaf : { key: "k", type: "object", value: [nested(levels - 1, leaf)] };
  const record = (item: object) => ({ uid: "u", items: [item] });
  const both = (): [ValidateFunction, ValidateFunction] => [
    compile({ $ref: "#/components/schemas/MetadataInput" }),
    compile(create?.requestBody.content["application/json"].schema),
  ];

  test("accepts every example of createMetadata", () => {
    const [, validate] = both();
    const { CreateMetadataAllKinds, CreateMetadataMinimal } = document.components.examples;
    for (const { value } of [CreateMetadataAllKinds, CreateMetadataMinimal])
      expect(validate(value) || validate.errors).toBe(true);
    const created = compile(create?.responses["201"]?.content["application/json"].schema);
    expect(created(document.components.examples.CreatedMetadataAllKinds.value) || created.errors).toBe(true);
  });

  test.each([1, 2, 3])("rejects at level %i what the bundle rejects", (level) => {
    for (const validate of both()) {
      expect(validate(record(nested(level, { key: "k", type: "string", value: "text" })))).toBe(true);
      expect(validate(record(nested(level, { key: "k", type: "string", value: 1 })))).toBe(false);
      expect(validate(record(nested(level, { key: "k", type: "string", value: "text", more: 1 })))).toBe(false);
      expect(validate(record(nested(level, { key: "k", type: "money", value: "text" })))).toBe(false);
    }
  });

  test("accepts anything below its last level, even what the bundle rejects", () => {
    for (const validate of both())
      expect(validate(record(nested(8, { key: "k", type: "number", value: 1 })))).toBe(true);
    const [bundled, flattened] = both();
    const wrong = record(nested(4, { key: "k", type: "number", value: "text" }));
    expect([bundled(wrong), flattened(wrong)]).toEqual([false, true]);
  });
});
