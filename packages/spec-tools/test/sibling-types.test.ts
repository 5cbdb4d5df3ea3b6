/** The types of the client allow every value that a `$ref` and the keywords beside it allow. */
import { instances } from "@metadata-service/test-kit/schemas/instances";
import { Random } from "@metadata-service/test-kit/schemas/random";
import type { Schema } from "@metadata-service/test-kit/schemas/random-schema";
import { POSITIONS, SIBLINGS } from "@metadata-service/test-kit/schemas/siblings";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import ts from "typescript";
import { expect, it } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { prepareDocument } from "../src/document/prepare-document.js";
import { models } from "../src/generate/client/models.js";
import { readApi } from "../src/model/read-api.js";

/** The positions that are compiled. The client writes a type for a schema in the same way wherever it is. */
const SAMPLE = ["itself", "properties of a required field", "additionalProperties", "allOf"];
/** Without a type, `items` allows any value that is no array; the client takes it as an array nevertheless. */
const TYPED = SIBLINGS.filter(({ target, beside }) => target !== true || !Object.hasOwn(beside, "items"));

const to = (name: string) => `#/components/schemas/${name}`;

function errorsIn(text: string): string[] {
  const file = "siblings.ts";
  const options = {
    strict: true,
    noEmit: true,
    types: [],
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile.call(host, name, version);
  const program = ts.createProgram([file], options, host);
  const lines = text.split("\n");
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start = 0, messageText, code }) => {
    const line = source ? ts.getLineAndCharacterOfPosition(source, start).line : -1;
    return `${code} ${lines[line]}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

it("every valid value has the type of a reference with keywords beside it", () => {
  const schemas: Record<string, Schema> = {};
  const all = POSITIONS.filter(({ name }) => SAMPLE.includes(name)).flatMap((position, p) =>
    TYPED.map((siblings, i) => ({ position, siblings, target: `Target${i}`, name: `Own${p}x${i}` })),
  );
  for (const { position, siblings, target, name } of all) {
    schemas[target] = siblings.target;
    schemas[name] = position.around({ $ref: to(target), ...siblings.beside }, to(name));
  }
  const document = { openapi: "3.1.1", info: { title: "x", version: "1" }, paths: {}, components: { schemas } };
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, formats: fullFormats });
  ajv.addSchema({ $id: "bundle", ...document });
  const lines = all.flatMap(({ position, siblings, name }, i) => {
    const fits = ajv.compile({ $ref: `bundle${to(name)}` });
    const values = instances(new Random(i), 20, [siblings.target, siblings.beside]);
    const valid = [...values, ...values.map(position.value)].filter((one) => fits(one)).slice(0, 8);
    return valid.map((one) => `is<${name}>()(${JSON.stringify(one)});`);
  });
  const prepared = prepareDocument(document).document as OpenApiDocument;
  const head = models(prepared, readApi(prepared));
  const text = `${head}\ndeclare function is<T>(): <const V extends T>(value: V) => void;\n${lines.join("\n")}\n`;
  expect(lines.length).toBeGreaterThan(1000);
  expect(errorsIn(text)).toEqual([]);
  expect(errorsIn(text.replace(/;\n$/, ";\nis<Own0x0>()(1);\n"))).toHaveLength(1);
});
