import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { validate as validateSpec } from "@apidevtools/swagger-parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";

interface Media {
  schema: object;
  examples?: Record<string, { $ref: string }>;
}

const bundle = JSON.parse(await readFile(new URL("../generated/openapi.json", import.meta.url), "utf8"));
const { schemas, examples } = bundle.components as Record<"schemas" | "examples", Record<string, object>>;

// Strict, so that a keyword that does nothing is an error: a schema that a validator skips checks nothing.
const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
formats.default(ajv);
for (const word of ["components", "discriminator"]) ajv.addKeyword(word);
ajv.addSchema({ $id: "bundle", components: bundle.components });
const compile = (schema: object) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"bundle#/components/')));

describe("every schema compiles, and its examples are valid", () => {
  test.each(Object.keys(schemas))("%s", (name) => {
    const validate = compile({ $ref: `#/components/schemas/${name}` });
    const { examples: values } = schemas[name] as { examples?: unknown[] };
    expect(values?.length, "has an example").toBeGreaterThan(0);
    for (const value of values ?? []) expect(validate(value) || validate.errors).toBe(true);
  });
});

/** Every request and response body of the spec, by place. */
function bodies(): [place: string, media: Media][] {
  const found: [string, Media][] = [];
  const walk = (node: unknown, place: string) => {
    if (!node || typeof node !== "object") return;
    for (const [key, child] of Object.entries(node))
      if (key === "content")
        for (const [type, media] of Object.entries(child)) found.push([`${place} ${type}`, media as Media]);
      else walk(child, `${place}/${key}`);
  };
  walk(bundle.paths, "");
  walk(bundle.components.responses, "responses");
  return found;
}

describe("every body has named examples, formats included valid", () => {
  test.each(bodies())("%s", (_, media) => {
    const validate = compile(media.schema);
    const names = Object.values(media.examples ?? {}).map(({ $ref }) => $ref.split("/").pop() ?? "");
    expect(names.length, "has a named example").toBeGreaterThan(0);
    for (const name of names) {
      const { value } = examples[name] as { value: unknown };
      expect(validate(value) || validate.errors).toBe(true);
    }
  });
});

test("the examples of a create show all thirteen kinds, nested ones included", () => {
  const kinds = (bundle.components.schemas.MetadataItem.oneOf as unknown[]).length;
  const { items } = (examples["CreateMetadataAllKinds"] as { value: { items: { type: string; value: unknown }[] } })
    .value;
  expect(kinds).toBe(13);
  expect(new Set(items.map((item) => item.type)).size).toBe(13);
  const nested = items.find((item) => item.type === "object")?.value as { type: string }[];
  expect(nested.map((item) => item.type)).toEqual(expect.arrayContaining(["file", "object"]));
});

test("swagger-parser, which many tools read a spec with, accepts the bundle", async () => {
  const path = fileURLToPath(new URL("../generated/openapi.json", import.meta.url));
  expect(await validateSpec(path)).toMatchObject({ openapi: bundle.openapi });
});
