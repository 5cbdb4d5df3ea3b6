/**
 * `npm run spec -- convert FILE [OUTPUT]`: writes a document of OpenAPI 2.0 or 3.0 as one of 3.1, and lists what was not
 * carried over. A document in several files becomes one file.
 */
import { writeFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { withNumbers } from "@metadata-service/spec-tools/json";
import {
  loadDocument,
  mapNodes,
  parseFile,
  readDocument,
  type Schema,
  visitNodes,
} from "@metadata-service/spec-tools/load-document";
import { run, UsageError } from "@metadata-service/spec-tools/run";
import { stringifyYaml } from "@redocly/openapi-core";
import { upgrade } from "@scalar/openapi-upgrader";
import { readArguments } from "../lib/arguments.js";
import { readHelp } from "../lib/help.cjs";
import { simplified } from "./convert/from-two.js";
import { hideNames, restoreNames } from "./convert/hidden-names.js";

/** Fields that only older versions have, and what to write in their place. */
const OLD: Readonly<Record<string, string>> = {
  collectionFormat: "write style and explode",
};

/** What is left out, and what to do. */
const LOST: Readonly<Record<string, string>> = {
  "collectionFormat: tsv": "3.1 has no such list.",
  schemes: "write servers beside the operation, if it has other ones.",
  "required: true": "a schema lists the names of what must be present: write required: [name] beside the properties.",
};

/** What says something about a schema and nothing about its values. */
const ANNOTATION = /^(title|description|deprecated|readOnly|writeOnly|default|examples?|externalDocs|xml|x-.*)$/;

/** Says in older versions that null is a value. */
const NULLABLE = /^(x-)?nullable$/;

await run(async () => {
  const { words } = readArguments({ command: "spec-convert", words: "any" });
  const [file, output, ...others] = words;
  if (file === undefined || others.length > 0)
    throw new UsageError(`Expected one file, or two, but got ${words.length}.\n\n${readHelp("spec-convert")}`);
  const before = await whole(file);
  const version = String(before["openapi"] ?? before["swagger"]);
  if (!/^(2|3\.0)(\.|$)/.test(version))
    throw new Error(
      `${file} is ${version === "undefined" ? "no OpenAPI document" : `OpenAPI ${version}`}; only 2.0 and 3.0 are converted.`,
    );
  // The converter changes what it gets, which is a copy.
  const hidden = hideNames(version.startsWith("2") ? simplified(before) : before) as object;
  const after = mapNodes(restoreNames(upgrade(hidden, "3.1")), "#", (node) => withNull(corrected(node))) as object;
  const target = output ?? file.replace(/(\.[^.]*)?$/, (end) => `.3.1${end}`);
  const isJson = extname(target) === ".json";
  const text = isJson ? `${JSON.stringify(after, null, 2)}\n` : stringifyYaml(after, { noRefs: true, lineWidth: 120 });
  await writeFile(target, withNumbers(text));
  console.log(`${target} is OpenAPI 3.1.`);
  for (const line of notCarried(before, after)) console.log(`  not carried over: ${line}`);
  const problem = await loadDocument(target).then(
    () => undefined,
    (error: Error) => error.message,
  );
  console.log(
    problem === undefined
      ? "The tools accept it. npm run generate also applies the rules in openapi/redocly.yaml; openapi/README.md says how to use fewer."
      : `npm run generate rejects it:\n${problem}`,
  );
});

/** Reads a file with all that it refers to; one that refers to no other stays as it is. */
async function whole(file: string): Promise<Record<string, unknown>> {
  const document = await parseFile(file);
  if (typeof document !== "object" || document === null) throw new Error(`${file} is no object.`);
  let hasOthers = false;
  visitNodes(document, "#", ({ $ref }) => {
    hasOthers ||= typeof $ref === "string" && !$ref.startsWith("#");
  });
  const read = hasOthers ? (await readDocument({ root: resolve(file), isExact: true })).document : document;
  return read as Record<string, unknown>;
}

/** Lists what the result still has of the older version, and what it lost, one line each. */
function notCarried(before: object, after: object): string[] {
  const [left, lost] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (found: Map<string, string[]>, what: string, at: string) =>
    found.set(what, [...(found.get(what) ?? []), at]);
  visitNodes(after, "#", (node, at) => {
    for (const name of Object.keys(OLD)) if (Object.hasOwn(node, name) && node[name] !== false) add(left, name, at);
  });
  visitNodes(before, "#", (node, at) => {
    if (node["collectionFormat"] === "tsv") add(lost, "collectionFormat: tsv", at);
    if (Array.isArray(node["schemes"]) && at !== "#") add(lost, "schemes", at);
    if (node["required"] === true && isOnlySchema(node)) add(lost, "required: true", at);
  });
  return [
    ...[...left].map(([name, places]) => `${name} (${shown(places)}): ${OLD[name]}.`),
    ...[...lost].map(([name, places]) => `${name} (${shown(places)}): ${LOST[name]}`),
  ];
}

function shown([first = "", ...more]: readonly string[]): string {
  return more.length > 0 ? `${first} and ${more.length} more` : first;
}

/** Corrects what the converter takes over unchanged from 2.0, or concludes from the media type around a text in Base64. */
function corrected(node: Schema): Schema {
  const { contentMediaType: _, ...rest } = node;
  const decoded = withoutItemLists(node["contentEncoding"] === "base64" ? rest : node);
  const { required, ...optional } = decoded;
  const schema = typeof required === "boolean" && isOnlySchema(node) ? optional : decoded;
  const { discriminator } = schema;
  return typeof discriminator === "string" ? { ...schema, discriminator: { propertyName: discriminator } } : schema;
}

/** Whether an object is a schema or a reference: parameters, headers and bodies, which can be required, have a schema or content. */
function isOnlySchema(node: Schema): boolean {
  return !["in", "schema", "content"].some((name) => Object.hasOwn(node, name));
}

/**
 * Several `items` are those of a tuple in the drafts of JSON Schema before 2020-12. Where nothing is an array, they are the
 * alternatives that 2.0 has no keyword for.
 */
function withoutItemLists(schema: Schema): Schema {
  const { items, type, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  if (type === "array") return { ...rest, type, prefixItems: items };
  return { ...rest, anyOf: items };
}

/**
 * Allows null in a schema in which the converter left `nullable`, or `x-nullable` of 2.0. OpenAPI 3.0.3 gives this no meaning
 * where there is no type, but whoever writes it beside a `$ref` or `anyOf` means null.
 */
function withNull(node: Schema): Schema {
  const isFlag = (name: string) => NULLABLE.test(name) && typeof node[name] === "boolean";
  const flags = Object.keys(node).filter(isFlag);
  if (flags.length === 0) return node;
  const schema = Object.fromEntries(Object.entries(node).filter(([name]) => !isFlag(name)));
  if (!flags.some((name) => node[name])) return schema;
  const [annotations, assertions] = [true, false].map((isAnnotation) =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => ANNOTATION.test(name) === isAnnotation)),
  ) as [Record<string, unknown>, Record<string, unknown>];
  const { type, anyOf, enum: values } = assertions;
  if (Object.keys(assertions).length === 0) return schema;
  if (type !== undefined && values === undefined) return { ...schema, type: [...new Set([type, "null"].flat())] };
  const isUnion = Array.isArray(anyOf) && Object.keys(assertions).length === 1;
  return { ...annotations, anyOf: [...(isUnion ? anyOf : [assertions]), { type: "null" }] };
}
