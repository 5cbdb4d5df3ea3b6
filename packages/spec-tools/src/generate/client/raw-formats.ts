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

/** The template literal type of a string with such a format, for `client.raw`; undefined for all other schemas. */
export function rawFormats(schema: { type?: unknown; format?: string }): TypeNode | undefined {
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
