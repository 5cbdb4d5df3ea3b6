import type { OpenApiDocument, SchemaObject } from "../../document/open-api-document.js";
import { docComment, typeName } from "../../languages/typescript.js";
import type { ApiModel } from "../../model/api-model.js";
import { schemaTags, schemaText } from "./schema-text.js";
import { indented, membersOf, schemaType } from "./schema-type.js";

/**
 * Writes a type with the same name for each schema. Objects become interfaces, because editors show an interface by its
 * name and an alias by everything that it contains.
 */
export function models(document: OpenApiDocument, { schemas }: ApiModel): string {
  const context = { document, used: new Set<string>() };
  const declarations = schemas.map(({ name, node: schema }) => {
    const comment = docComment([schemaText(schema), ...schemaTags({ deprecated: schema.deprecated === true })]);
    return isInterface(schema)
      ? `${comment}export interface ${typeName(name)} {\n${indented(membersOf(schema, context))}}\n`
      : `${comment}export type ${typeName(name)} = ${schemaType(schema, context)};\n`;
  });
  // A file without exports would not be a module.
  return declarations.length > 0 ? declarations.join("\n") : "export {};\n";
}

const isInterface = ({ $ref, type, oneOf, anyOf, allOf, properties, ...schema }: SchemaObject) =>
  type === "object" && properties && !$ref && !oneOf && !anyOf && !allOf && !schema.enum && schema.const === undefined;
