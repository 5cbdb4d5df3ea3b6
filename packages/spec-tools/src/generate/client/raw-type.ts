import type { TypeNode } from "typescript";
import { own } from "../../own.js";
import { factory, SyntaxKind } from "./openapi-typescript.js";

/**
 * Formats with different types in TypeScript: the identifier of a file, which is sent, and its URL, which is returned.
 * A UUID has the return type of `crypto.randomUUID()`.
 */
const TEMPLATES: Record<string, string[]> = {
  uuid: ["-", "-", "-", "-"],
  uri: ["://"],
};

/** What `client.raw` needs of a schema. */
interface RawSchema {
  type?: unknown;
  format?: string;
  properties?: object;
  additionalProperties?: unknown;
  patternProperties?: object;
}

const hasEntries = (value: unknown) => Object.keys(Object(value)).length > 0;

/**
 * Allows fields of any type beside the listed ones if a schema allows some. openapi-typescript writes an intersection
 * with an index signature, and no object has the listed fields and only fields of another type.
 */
function openFields(schema: RawSchema): void {
  const hasOthers = hasEntries(schema.additionalProperties) || hasEntries(schema.patternProperties);
  if (hasOthers && hasEntries(schema.properties)) schema.additionalProperties = true;
}

/** The type of a schema for `client.raw`, if openapi-typescript cannot write it; changes the schema if it can. */
export function rawType(schema: RawSchema): TypeNode | undefined {
  openFields(schema);
  return rawFormats(schema);
}

/** The template literal type of a string with such a format, for `client.raw`; undefined for all other schemas. */
function rawFormats(schema: RawSchema): TypeNode | undefined {
  const separators = own(TEMPLATES, schema.format ?? "");
  if (!separators || ![schema.type].flat().includes("string")) return undefined;
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const parts = [
    ...separators.map((separator) =>
      factory.createTemplateLiteralTypeSpan(text, factory.createTemplateMiddle(separator)),
    ),
    factory.createTemplateLiteralTypeSpan(text, factory.createTemplateTail("")),
  ];
  const literal = factory.createTemplateLiteralType(factory.createTemplateHead(""), parts);
  const isNullable = [schema.type].flat().includes("null");
  return isNullable
    ? factory.createUnionTypeNode([literal, factory.createLiteralTypeNode(factory.createNull())])
    : literal;
}
