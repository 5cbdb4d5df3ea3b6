import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { validate as validateSpec } from "@apidevtools/swagger-parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";

interface Media {
  schema: object;
  examples?: Record<string, { $ref: string } | { value: unknown } | { externalValue: string }>;
}

const bundle = JSON.parse(await readFile(new URL("../generated/openapi.json", import.meta.url), "utf8"));
const { schemas = {}, examples = {} } = bundle.components as Record<"schemas" | "examples", Record<string, object>>;

// Lint finds keywords that do nothing, and demands the examples; here a separate validator checks that they are valid.
const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, multipleOfPrecision: 5 });
formats.default(ajv);
for (const word of ["components", "discriminator"]) ajv.addKeyword(word);
ajv.addSchema({ $id: "bundle", components: bundle.components });
const compile = (schema: object) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"bundle#/components/')));

describe("every schema compiles, and its examples are valid", () => {
  test.each(Object.keys(schemas))("%s", (name) => {
    const validate = compile({ $ref: `#/components/schemas/${name}` });
    const { examples: values = [] } = schemas[name] as { examples?: unknown[] };
    for (const value of values) expect(validate(value) || validate.errors).toBe(true);
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

describe("the examples of every body are valid, formats included", () => {
  test.each(bodies())("%s", (_, media) => {
    const validate = compile(media.schema);
    for (const shown of Object.values(media.examples ?? {})) {
      const example = "$ref" in shown ? (examples[shown.$ref.split("/").pop() ?? ""] as { value?: unknown }) : shown;
      // What is elsewhere is only shown.
      if ("value" in example) expect(validate(example.value) || validate.errors).toBe(true);
    }
  });
});

test("swagger-parser, which many tools use to read a spec, accepts the bundle", async () => {
  const path = fileURLToPath(new URL("../generated/openapi.json", import.meta.url));
  expect(await validateSpec(path)).toMatchObject({ openapi: bundle.openapi });
});
