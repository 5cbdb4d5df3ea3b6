import { dereference } from "../../document/dereference.js";
import type { SchemaObject } from "../../document/open-api-document.js";
import { declaration, docComment, json, modelName } from "../../languages/typescript.js";
import { own } from "../../own.js";
import { schemaTags, schemaText } from "./schema-text.js";

/** What is needed to write a type. */
export interface TypeContext {
  /** The document, to resolve references to anything but a named schema. */
  readonly document: object;
  /** Collects the names of the models that the type refers to. */
  readonly used: Set<string>;
  /** How deeply types without a name are nested. */
  readonly depth?: number;
}

/** Keywords of JSON Schema that do not affect a type; tools write them beside a reference. */
const BESIDE = new Set(["$ref", "description", "title", "summary", "deprecated", "examples", "example", "default"]);
/** A reference that leads back to itself without a named schema in between would be an infinite type. */
const MAX_DEPTH = 12;

/** Writes the TypeScript type of a schema. Named schemas are referred to by name. */
export function schemaType(schema: unknown, context: TypeContext): string {
  if (schema === false) return "never";
  if (typeof schema !== "object" || schema === null || (context.depth ?? 0) > MAX_DEPTH) return "unknown";
  const node = schema as SchemaObject;
  const inner = { ...context, depth: (context.depth ?? 0) + 1 };
  const parts = [referenceType(node, inner), ...combinedTypes(node, inner)].filter((part) => part !== undefined);
  const isOnlyCombined = parts.length > 0 && !hasOwnType(node);
  const types = isOnlyCombined ? parts : [...parts, ownType(node, inner)];
  return types.length === 1 ? `${types[0]}` : types.map(grouped).join(" & ");
}

/** The name of the schema that a reference leads to, if it has one. */
function referenceType({ $ref }: SchemaObject, context: TypeContext): string | undefined {
  if ($ref === undefined) return undefined;
  const name = modelName({ $ref });
  if (!name) return schemaType(dereference(context.document, { $ref }).node, context);
  context.used.add(name);
  return name;
}

/** The types that `allOf`, `oneOf` and `anyOf` add. */
function combinedTypes({ allOf, oneOf, anyOf }: SchemaObject, context: TypeContext): string[] {
  const union = (parts: readonly SchemaObject[]) =>
    [...new Set(parts.map((part) => schemaType(part, context)))].map(grouped).join(" | ") || "never";
  return [
    ...(allOf ?? []).map((part) => schemaType(part, context)),
    ...(oneOf ? [union(oneOf)] : []),
    ...(anyOf ? [union(anyOf)] : []),
  ];
}

/** Whether a schema describes a type itself, besides its references and combinations. */
const hasOwnType = (node: SchemaObject): boolean =>
  node.const !== undefined ||
  node.enum !== undefined ||
  node.properties !== undefined ||
  node.items !== undefined ||
  // Beside a combination, `type: object` alone is redundant.
  (node.type !== undefined && node.type !== "object" && !Object.keys(node).every((keyword) => BESIDE.has(keyword)));

type OpenSchema = SchemaObject & { readonly patternProperties?: Readonly<Record<string, SchemaObject>> };

function ownType(node: SchemaObject, context: TypeContext): string {
  if (node.const !== undefined) return literal(node.const);
  if (node.enum) return node.enum.map(literal).join(" | ") || "never";
  const types = [node.type ?? impliedTypes(node)].flat();
  return types.map((type) => typeOf(type, node, context)).join(" | ") || "unknown";
}

const impliedTypes = ({ properties, items, additionalProperties, patternProperties }: OpenSchema): string[] => {
  if (properties || patternProperties || typeof additionalProperties === "object") return ["object"];
  return items ? ["array"] : [];
};

const literal = (value: unknown): string => (typeof value === "object" && value !== null ? "unknown" : json(value));

/**
 * Formats with different types in TypeScript: the identifier of a file, which is sent, and its URL, which is returned.
 */
const FORMATS: Readonly<Record<string, string>> = {
  // The return type of `crypto.randomUUID()`.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the type that is written.
  uuid: "`${string}-${string}-${string}-${string}-${string}`",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the type that is written.
  uri: "`${string}://${string}`",
};

function typeOf(type: string, node: SchemaObject, context: TypeContext): string {
  switch (type) {
    case "string":
      return own(FORMATS, node.format ?? "") ?? "string";
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayType(node, context);
    case "object":
      return objectType(node, context);
    default:
      return type;
  }
}

function arrayType(node: SchemaObject, context: TypeContext): string {
  const rest = node.items as unknown;
  if (!node.prefixItems) return `${grouped(schemaType(rest ?? true, context))}[]`;
  // An array with fewer elements is valid too.
  const first = node.prefixItems.map((part) => `${grouped(schemaType(part, context))}?`);
  return `[${[...first, ...(rest === false ? [] : [`...${grouped(schemaType(rest ?? true, context))}[]`])].join(", ")}]`;
}

function objectType(node: OpenSchema, context: TypeContext): string {
  if (Object.keys(node.properties ?? {}).length > 0) return `{\n${indented(membersOf(node, context))}}`;
  const types = otherTypes(node, context);
  // Without a word about other fields, they are allowed.
  if (node.additionalProperties === undefined) types.push("unknown");
  return types.length === 0 ? "Record<string, never>" : `{ ${indexSignature(types)} }`;
}

/** The types of fields that a schema does not list but describes. */
function otherTypes({ additionalProperties: others, patternProperties = {} }: OpenSchema, context: TypeContext) {
  // TypeScript cannot match names with a pattern, so any name may have any of the types.
  const types = Object.values(patternProperties).map((part) => schemaType(part, context));
  if (others) types.push(schemaType(others, context));
  return types;
}

const indexSignature = (types: readonly string[]): string =>
  `[name: string]: ${types.includes("unknown") ? "unknown" : [...new Set(types)].map(grouped).join(" | ")}`;

/**
 * The fields of an object type, one per line, with their doc comments. If there may be others, too, an index signature
 * follows, whose type includes those of all fields: TypeScript demands it.
 */
export function membersOf(schema: OpenSchema, context: TypeContext): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, property]) => {
    const { node } = dereference<SchemaObject>(context.document, property);
    const type = schemaType(property, context);
    return {
      name,
      type,
      isRequired: required.includes(name),
      comment: docComment([schemaText(node), ...schemaTags(node)]),
    };
  });
  const lines = fields.map(({ name, type, isRequired, comment }) => {
    return `${comment}${declaration(name, isRequired, type)};\n`;
  });
  const others = otherTypes(schema, context);
  if (others.length === 0) return lines.join("");
  const optional = fields.every(({ isRequired }) => isRequired) ? [] : ["undefined"];
  return `${lines.join("")}${indexSignature([...fields.map(({ type }) => type), ...others, ...optional])};\n`;
}

export const indented = (lines: string): string => lines.replace(/^(?=.)/gm, "  ");

/** Puts parentheses around a type that needs them inside another one. */
const grouped = (type: string): string => (/ [|&] /.test(outline(type)) ? `(${type})` : type);

/** A type without its string literals and comments, and without anything in brackets. */
function outline(type: string): string {
  const plain = type.replace(/\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"/g, "");
  const shorter = plain.replace(/\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]/g, "");
  return shorter === type ? type : outline(shorter);
}
