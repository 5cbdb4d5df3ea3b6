import { fileURLToPath } from "node:url";
import { _, type Format } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { build } from "esbuild";
import { branchesByTag, isDiscriminator } from "../../document/branches-by-tag.js";
import type { OpenApiDocument, SchemaObject } from "../../document/open-api-document.js";
import { MULTIPLE_OF_PRECISION, namesInherited } from "../../document/validation-options.js";
import { inRepo } from "../../in-repo.js";
import { readApi } from "../../model/read-api.js";
import { operationShapes } from "./operation-shape.js";
import { date, dateTime, uri, uuid } from "./response-runtime.js";
import { modelName } from "./typescript-names.js";

const ID = "https://metadata-service.invalid/responses.json";
const OWN: Record<string, Format> = { date, "date-time": dateTime, uri, uuid };
/** The same for the code that Ajv writes; it contains formats that are expressions. */
const OWN_CODE = 'const formats = { date: runtime.date, "date-time": runtime.dateTime };';
/** For other formats: all of ajv-formats, since they cannot be imported separately. */
const ALL_CODE = `import { fullFormats } from "ajv-formats/dist/formats.js";\n${OWN_CODE.replace("{", "{ ...fullFormats,")}`;

/** Parts of Ajv's code that are not used here: a tenth of its size. */
const UNREAD = [
  /schemaPath:"(?:[^"\\]|\\.)*",/g,
  /,parentData(?::\w+)?,parentDataProperty(?::(?:"(?:[^"\\]|\\.)*"|\w+))?,rootData/g,
  /, parentData, parentDataProperty, rootData=data/g,
];

/**
 * The validators of the successes of all operations, as the text of a module without an import at run time: functions
 * that Ajv compiled, so that nothing is compiled, or evaluated from a string, where they run.
 *
 * @param head the text above it
 */
export async function responseValidators(document: OpenApiDocument, head: string): Promise<string> {
  const operations = successSchemas(document);
  const schemas = prepare(document, {
    $id: ID,
    components: { schemas: document.components?.schemas ?? {} },
    operations,
  });
  const text = JSON.stringify(schemas);
  const ajv = new Ajv2020({
    discriminator: true,
    strict: false,
    // 1e400 is JSON, and Infinity once it is parsed.
    strictNumbers: true,
    ownProperties: namesInherited(schemas),
    multipleOfPrecision: MULTIPLE_OF_PRECISION,
    validateSchema: false,
    messages: false,
    inlineRefs: false,
    logger: false,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  // Both cost code in every function, and the constructor insists on them.
  ajv.opts.unevaluated = text.includes('"unevaluated');
  ajv.opts.dynamicRef = text.includes('"$dynamicRef"');
  for (const [name, format] of Object.entries({ ...fullFormats, ...OWN })) ajv.addFormat(name, format);
  ajv.addSchema(schemas);

  const ids = Object.keys(operations);
  // An operationId may be a keyword, such as delete.
  const pointers = Object.fromEntries(ids.map((id) => [`${id}Response`, `${ID}#/operations/${id}`]));
  let code = standalone.default(ajv, pointers).replaceAll(/^export /gm, "");
  for (const unread of UNREAD) code = code.replaceAll(unread, "");
  // What is left of them, that is no field of a schema.
  const read = /(?<![\w.$"/])(schemaPath|parentData|parentDataProperty|rootData)\b/.exec(code);
  if (read)
    throw new Error(
      `Ajv writes ${read[0]} in another way than packages/spec-tools/src/generate/client/response-validators.ts knows.`,
    );
  code = code.replaceAll('require("ajv/dist/runtime/ucs2length").default', "runtime.length");
  return `${head}// @ts-nocheck
import type { ResponseValidator } from "../descriptors.js";

${await bundled(`${code}\nexport const responseValidators = { ${ids.map((id) => `${id}: ${id}Response`).join(", ")} };`)}`;
}

/** What the successes of each operation have to be; an operation that promises no JSON has no entry. */
function successSchemas(document: OpenApiDocument): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const { name, success } of operationShapes(readApi(document))) {
    if (success.kind !== "json") continue;
    const successes = success.content.flatMap(({ schema }) => {
      if (!schema) return [];
      return modelName({ $ref: schema.pointer }) ? { $ref: schema.pointer } : schema.node;
    });
    const [first] = successes;
    if (first) schemas[name] = successes.length > 1 ? { anyOf: successes } : first;
  }
  return schemas;
}

/**
 * A copy in the form that Ajv takes: it refuses `discriminator.mapping`, and the `const` of each branch says the same; and
 * its discriminator looks at objects alone, so that the union has to say that it is of objects. A discriminator that only
 * hints at a branch is left out. Without what describes, since Ajv copies whole schemas into its code; a field of that
 * name has a schema, not a text or a list.
 */
function prepare<T>(document: object, node: T): T {
  if (Array.isArray(node)) return node.map((element) => prepare(document, element)) as T;
  if (!node || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(
    ([name, value]) =>
      !(name === "description" && typeof value === "string") && !(name === "examples" && Array.isArray(value)),
  );
  const copy = Object.fromEntries(
    kept.map(([name, value]) => [name, name === "const" || name === "enum" ? value : prepare(document, value)]),
  ) as T;
  const { discriminator, ...others } = copy as SchemaObject;
  if (!isDiscriminator(discriminator)) return copy;
  if (!branchesByTag(document, node as SchemaObject)) return others as T;
  return { type: "object", ...copy, discriminator: { propertyName: discriminator?.propertyName } };
}

/** One module with the code and everything that it calls. Unused code is left out. */
async function bundled(code: string): Promise<string> {
  const formats = [...code.matchAll(/= formats(?:\.(\w+)|\["([^"]+)"\]);/g)].map(([, name, quoted]) => name ?? quoted);
  const foreign = formats.some((name) => name && !(name in OWN));
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as runtime from "./response-runtime.ts";\n${foreign ? ALL_CODE : OWN_CODE}\n${code}`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      sourcefile: inRepo("openapi/generated/openapi.json"),
    },
    // The paths in its comments are from here.
    absWorkingDir: inRepo(""),
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    write: false,
  });
  const [declared, ending] = ["var responseValidators = {", "export {\n  responseValidators\n};\n"];
  const text = outputFiles[0]?.text ?? "";
  if (!text.includes(declared) || !text.endsWith(ending)) throw new Error("esbuild writes other code than it did.");
  return text
    .slice(0, -ending.length)
    .replace(declared, "export const responseValidators: Readonly<Record<string, ResponseValidator>> = {");
}
