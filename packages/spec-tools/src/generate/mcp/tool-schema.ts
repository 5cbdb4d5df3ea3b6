import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Located } from "../../document/dereference.js";
import { mergeSchemas } from "../../document/merge-schemas.js";
import type { SchemaObject } from "../../document/open-api-document.js";
import type { Schema } from "../../document/schemas.js";
import { withoutCode } from "../../document/without-code.js";
import { withoutMark } from "../../json/exact-number.js";
import { typeOfJson } from "../../json/type-of.js";
import { withFloats } from "../../load/exact-numbers.js";
import { schemaAt, typesOf } from "../../model/schema-at.js";
import { shownText, withDeprecation } from "../cli/plain-text.js";

/** The most characters of one schema; models read all of it, so a larger one is described less deeply. */
const LARGEST = 12_000;
const DEEPEST = 9;

/** The schema of an argument or of a body. */
export const inputSchema = (document: object, schema: Located<SchemaObject>, description: string): object =>
  withDescription(toolSchema(document, schema, false), description);

/**
 * The schema of what a tool returns. It describes the shape and restricts little, so that a value that the service added
 * later does not make a result invalid.
 */
export const outputSchema = (document: object, schema: Located<SchemaObject>): object =>
  toolSchema(document, schema, true);

const withDescription = (schema: object, description: string) => (description ? { ...schema, description } : schema);

/**
 * Writes a schema in the part of JSON Schema that clients of the protocol and strict validators take: without
 * references, so without recursion; with keywords only beside the `type` that they restrict. What does not fit is left
 * out, so the result accepts everything that the schema accepts. The service still checks every request.
 */
function toolSchema(document: object, schema: Located<SchemaObject>, isOutput: boolean): object {
  for (let depth = DEEPEST; depth > 0; depth--) {
    const writer = { document, isOutput, left: LARGEST / 8 };
    const written = write(schema.node, depth, [schema.pointer], writer);
    const text = writer.left > 0 ? JSON.stringify(written) : undefined;
    if (text === undefined || text.length > LARGEST) continue;
    // The other keywords of results are always valid, and to compile a schema takes longer than to write it.
    if ((isOutput && !BRANCHES.test(text)) || isValid(written)) return written;
  }
  return {};
}

const BRANCHES = /"(?:all|any)Of":/;

let strict: Ajv2020 | undefined;

/** Whether a strict validator accepts a schema. */
function isValid(schema: object): boolean {
  // One for all schemas, because it compiles the meta-schema first.
  const code = { optimize: false, process: withoutCode };
  strict ??= addFormats.default(new Ajv2020({ strict: true, logger: false, addUsedSchema: false, code }));
  try {
    strict.compile(withFloats(schema));
    return true;
  } catch {
    return false;
  }
}

interface Writer {
  readonly document: object;
  readonly isOutput: boolean;
  /** How many more schemas may be written; without a limit, one with many references could grow exponentially. */
  left: number;
}

/** Writes a schema that may be a reference. */
function writeAt(node: unknown, depth: number, within: readonly string[], writer: Writer): Schema {
  if (writer.left <= 0) return {};
  const located = schemaAt(writer.document, node, "");
  const isInside = located.pointer !== "" && within.includes(located.pointer);
  return write(located.node, isInside ? 0 : depth, [...within, located.pointer], writer);
}

function write(given: SchemaObject, depth: number, within: readonly string[], writer: Writer): Schema {
  writer.left--;
  const node = joined(given, writer.document);
  const [type, ...others] = typesOf(node);
  const about = annotationsOf(node, writer);
  const isNull = node.type === undefined ? namesNull(node) : [node.type].flat().includes("null");
  if (type === undefined)
    return { ...about, ...(isNull && { type: "null" }), ...branchesOf(node, depth, within, writer) };
  // Several types are alternatives, because a keyword must stand beside the one type that it restricts.
  if (others.length > 0) {
    const each = [type, ...others, ...(isNull ? ["null"] : [])].map((one) => ({ ...withoutNotes(node), type: one }));
    return { ...about, anyOf: each.map((one) => write(one as SchemaObject, depth, within, writer)) };
  }
  const own = keywordsOf(node, type, depth, within, writer);
  const branches = branchesOf(node, depth, within, writer);
  const isTypedByBranches = Object.keys(branches).length > 0 && Object.keys(own).length === 0;
  return { ...about, ...(!isTypedByBranches && { type: isNull ? [type, "null"] : type }), ...own, ...branches };
}

const namesNull = ({ const: constant, enum: values }: SchemaObject) =>
  constant === null || values?.includes(null) === true;

/** Joins a schema with the parts of its `allOf`, as far as one simple schema can say the same. */
function joined(node: SchemaObject, document: object, within: readonly string[] = []): SchemaObject {
  const { allOf, ...own } = node;
  if (!allOf) return node;
  let all: Schema = own;
  const rest: unknown[] = [];
  for (const part of allOf) {
    const { node: target, pointer } = schemaAt(document, part, "");
    if (pointer !== "" && within.includes(pointer)) continue;
    const merged = mergeSchemas(joined(target, document, [...within, pointer]) as Schema, all);
    if (merged) all = merged;
    else rest.push(part);
  }
  return (rest.length > 0 ? { ...all, allOf: rest } : all) as SchemaObject;
}

const NOTES: readonly string[] = ["description", "title", "deprecated", "default", "enum", "const"];
const withoutNotes = (node: SchemaObject) =>
  Object.fromEntries(Object.entries(node).filter(([keyword]) => !NOTES.includes(keyword))) as SchemaObject;

function annotationsOf(
  { description, title, deprecated, default: otherwise, ...node }: SchemaObject,
  { isOutput }: Writer,
): Schema {
  const text = withDeprecation(shownText(description ?? title), deprecated);
  const values = [...new Set((node.enum ?? []).map((value) => JSON.stringify(value)))].map((one) => JSON.parse(one));
  return {
    ...(text && { description: text }),
    ...(otherwise !== undefined && !isOutput && { default: otherwise }),
    ...(values.length > 0 && !isOutput && { enum: values }),
    ...(node.const !== undefined && !isOutput && { const: node.const }),
  };
}

const FORMATS = ["date-time", "date", "time", "duration", "email", "uri", "uuid", "ipv4", "ipv6", "hostname"];

/** The keywords that restrict values of a type. */
function keywordsOf(
  node: SchemaObject,
  type: string,
  depth: number,
  within: readonly string[],
  writer: Writer,
): Schema {
  const take = (...names: string[]) =>
    Object.fromEntries(
      Object.entries(node).filter(([name, value]) => !writer.isOutput && names.includes(name) && isBound(name, value)),
    );
  if (type === "object")
    return { ...(depth > 0 && objectKeywords(node, depth, within, writer)), ...take("minProperties", "maxProperties") };
  if (type === "array") {
    const { items, prefixItems } = node as Schema;
    const one = depth > 0 && items !== undefined && prefixItems === undefined;
    return {
      ...(one && { items: writeAt(items, depth - 1, within, writer) }),
      ...take("minItems", "maxItems", "uniqueItems"),
    };
  }
  if (type === "string") return take("minLength", "maxLength", "pattern", "format");
  return take("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");
}

/** Whether a keyword has a value with which every validator can compile it. */
function isBound(name: string, value: unknown): boolean {
  if (name === "format") return FORMATS.includes(String(value));
  if (name === "uniqueItems") return typeof value === "boolean";
  // Validators of clients divide floats: to them, 0.29 is no multiple of 0.01. The server judges it.
  if (name === "multipleOf") return Number.isInteger(value);
  if (name !== "pattern") return typeOfJson(value) === "number" && Number.isFinite(Number(withoutMark(value)));
  try {
    return typeof value === "string" && new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function objectKeywords(node: SchemaObject, depth: number, within: readonly string[], writer: Writer): Schema {
  const {
    properties = {},
    required = [],
    additionalProperties: others,
    patternProperties,
  } = node as SchemaObject & Schema;
  const hidden = writer.isOutput ? "writeOnly" : "readOnly";
  const shown = Object.entries(properties).filter(([, each]) => Object(each)[hidden] !== true);
  const fields = shown.map(([name, each]) => [name, writeAt(each, depth - 1, within, writer)] as const);
  const documented = new Set(fields.map(([name]) => name));
  const needed = [...new Set(required)].filter((name) => documented.has(name) || !Object.hasOwn(properties, name));
  const undocumented = needed.filter((name) => !documented.has(name)).map((name) => [name, {}] as const);
  const all = Object.fromEntries([...fields, ...(writer.isOutput ? [] : undocumented)]);
  const isMap = typeof others === "object" && others !== null;
  return {
    ...(Object.keys(all).length > 0 && { properties: all }),
    ...(needed.length > 0 && !writer.isOutput && { required: needed }),
    ...(isMap && { additionalProperties: writeAt(others, depth - 1, within, writer) }),
    ...(others === false && !writer.isOutput && patternProperties === undefined && { additionalProperties: false }),
  };
}

/** Alternatives. Since their schemas accept more than those of the document, several may apply where only one did. */
function branchesOf(
  { oneOf, anyOf, allOf }: SchemaObject,
  depth: number,
  within: readonly string[],
  writer: Writer,
): Schema {
  if (depth === 0) return {};
  const all = (list: readonly unknown[]) => list.map((branch) => writeAt(branch, depth - 1, within, writer));
  const [options] = [oneOf, anyOf].filter((list) => list?.length);
  return { ...(options && { anyOf: all(options) }), ...(allOf?.length && { allOf: all(allOf) }) };
}
