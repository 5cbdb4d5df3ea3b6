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
  expect(output).toContain("npm run generate accepts it.");
  expect(output).toContain(
    "not carried over: collectionFormat: tsv (#/paths/~1pets/get/parameters/1): 3.1 has no such list.",
  );
  expect(output).toContain("not carried over: x-nullable (#/components/schemas/Pet)");
  const { document } = await loadDocument(join(folder, "two.3.1.json"));
  expect(document).toMatchObject({
    openapi: "3.1.1",
    servers: [{ url: "https://pets.example/v1" }],
    paths: { "/pets": { get: { parameters: [{ name: "a", explode: false }, { name: "b" }] } } },
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
        Other: { allOf: [{ $ref: "#/components/schemas/Pet" }], nullable: true },
      },
    },
  });
  expect(output).toContain("not carried over: nullable (#/components/schemas/Other)");
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
