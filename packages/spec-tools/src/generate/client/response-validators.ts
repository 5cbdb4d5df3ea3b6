import { _, type Format } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { build } from "esbuild";
import { branchesForAjv, isDiscriminator } from "../../document/branches-by-tag.js";
import type { OpenApiDocument, SchemaObject } from "../../document/open-api-document.js";
import { withoutRemarks } from "../../document/schemas.js";
import { MULTIPLE_OF_PRECISION, namesInherited } from "../../document/validation-options.js";
import { withoutCode } from "../../document/without-code.js";
import { inRepo } from "../../in-repo.js";
import { escapeHidden } from "../../languages/escape-hidden.js";
import { modelName, propertyName } from "../../languages/typescript.js";
import { withFloats } from "../../load/exact-numbers.js";
import type { OperationShape } from "./operation-shape.js";
import { date, dateTime, uri, uuid } from "./response-runtime.js";

const ID = "https://metadata-service.invalid/responses.json";
const OWN: Record<string, Format> = { date, "date-time": dateTime, uri, uuid };
/** The formats of `OWN` in the generated code, where Ajv inlines the regular expressions. */
const OWN_CODE = 'const formats = { date: runtime.date, "date-time": runtime.dateTime };';
/** For other formats: all of ajv-formats, since they cannot be imported separately. */
const ALL_CODE = `import { fullFormats } from "ajv-formats/dist/formats.js";\n${OWN_CODE.replace("{", "{ ...fullFormats,")}`;

const STRING = /"(?:[^"\\]|\\.)*"/.source;

/** Parts of Ajv's code that are not used here: a tenth of its size. */
const UNREAD = [
  `schemaPath:${STRING},`,
  `,parentData(?::\\w+)?,parentDataProperty(?::(?:${STRING}|\\w+))?,rootData`,
  ", parentData, parentDataProperty, rootData=data",
].join("|");

/** Texts of the spec, which stay as they are, names that `UNREAD` should have removed, and what it removes. */
const PARTS = RegExp(
  `(?<removed>${UNREAD})|(?<kept>${STRING}|^const formats\\d+ = /.*$)|\\b(?<left>schemaPath|parentData|parentDataProperty|rootData)\\b`,
  "gm",
);

/** The types of the module, which is JavaScript: to read its megabytes would take most of the compiler's time and memory. */
export const VALIDATOR_TYPES = `import type { ResponseValidator } from "../descriptors.js";

export declare const responseValidators: Readonly<Record<string, ResponseValidator>>;
`;

/**
 * Writes the validators of all success responses as a module without imports. Ajv compiles them in advance,
 * so nothing is compiled or evaluated from a string where they run.
 *
 * @param head the text at the start of the module
 */
export async function responseValidators(
  document: OpenApiDocument,
  shapes: readonly OperationShape[],
  head: string,
): Promise<string> {
  const operations = withoutRemarks(successSchemas(shapes), true);
  const components = withoutRemarks({ schemas: document.components?.schemas ?? {} });
  const schemas = withFloats(prepare(document, { $id: ID, components, operations }));
  const text = JSON.stringify(schemas);
  const ajv = new Ajv2020({
    discriminator: true,
    strict: false,
    // 1e400 is valid JSON, but is parsed as Infinity.
    strictNumbers: true,
    ownProperties: namesInherited(schemas),
    multipleOfPrecision: MULTIPLE_OF_PRECISION,
    validateSchema: false,
    messages: false,
    inlineRefs: false,
    logger: false,
    code: { source: true, esm: true, lines: true, formats: _`formats`, process: withoutCode },
  });
  // Both add code to every function, and the constructor always turns them on.
  ajv.opts.unevaluated = text.includes('"unevaluated');
  ajv.opts.dynamicRef = text.includes('"$dynamicRef"');
  for (const [name, format] of Object.entries({ ...fullFormats, ...OWN })) ajv.addFormat(name, format);
  ajv.addSchema(schemas);

  const ids = Object.keys(operations);
  // The name of a method may be a reserved word, such as delete, or not be written in ASCII.
  const pointers = Object.fromEntries(
    ids.map((id, i) => [`response${i}`, `${ID}#/operations/${encodeURIComponent(id)}`]),
  );
  let code = standalone.default(ajv, pointers).replaceAll(/^export /gm, "");
  code = withoutUnread(code);
  code = code.replaceAll('require("ajv/dist/runtime/ucs2length").default', "runtime.length");
  return `${head}${await bundled(`${code}\nexport const responseValidators = { ${ids.map((id, i) => `${propertyName(id)}: response${i}`).join(", ")} };`)}`;
}

/** Removes `UNREAD` from Ajv's code, but not from strings in it. */
const withoutUnread = (code: string): string =>
  code.replace(PARTS, (...match) => {
    const { removed, kept, left } = match.at(-1) as { removed?: string; kept?: string; left?: string };
    // After a dot, it is the name of a field.
    if (left !== undefined && code[(match.at(-3) as number) - 1] !== ".")
      throw new Error(
        `Ajv uses ${left} in code that UNREAD does not match; adapt it in packages/spec-tools/src/generate/client/response-validators.ts.`,
      );
    return removed === undefined ? (kept ?? left ?? "") : "";
  });

/** The schemas of the success responses of each operation. An operation that documents no JSON has no entry. */
function successSchemas(shapes: readonly OperationShape[]): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const { name, success } of shapes) {
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
 * Copies a schema in the form that Ajv accepts. Ajv rejects `discriminator.mapping`, which only repeats the `const` of
 * each branch, and wants a union with a discriminator to have `type: object`. A discriminator that is only a hint is
 * removed. Descriptions are removed too, since Ajv copies whole schemas into its code; under `properties`, the same
 * names have schemas as values and are kept.
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
  if (!branchesForAjv(document, node as SchemaObject)) return others as T;
  return { type: "object", ...copy, discriminator: { propertyName: discriminator?.propertyName } };
}

/** Bundles the code with everything that it calls into one module. Unused code is left out. */
async function bundled(code: string): Promise<string> {
  const formats = [...code.matchAll(/= formats(?:\.(\w+)|\["([^"]+)"\]);/g)].map(([, name, quoted]) => name ?? quoted);
  const foreign = formats.some((name) => name && !Object.hasOwn(OWN, name));
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as runtime from "./response-runtime.ts";\n${foreign ? ALL_CODE : OWN_CODE}\n${code}`,
      // The source, whether this generator runs from its source or compiled.
      resolveDir: inRepo("packages/spec-tools/src/generate/client"),
      sourcefile: inRepo("openapi/generated/openapi.json"),
    },
    // Makes the paths in esbuild's comments relative to the repository.
    absWorkingDir: inRepo(""),
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    write: false,
  });
  const [declared, ending] = ["var responseValidators = {", "export {\n  responseValidators\n};\n"];
  // In strings only: names of the code come from Ajv and from `identifier`.
  const text = escapeHidden(outputFiles[0]?.text ?? "");
  if (!text.includes(declared) || !text.endsWith(ending))
    throw new Error("The code that esbuild writes has changed; adapt `bundled` in response-validators.ts.");
  return text.slice(0, -ending.length).replace(declared, "export const responseValidators = {");
}
