import type { OpenApiDocument, SchemaObject } from "../../document/open-api-document.js";
import { jsdoc } from "./jsdoc.js";
import { modelName, propertyName } from "./typescript-names.js";

type Schemas = Readonly<Record<string, SchemaObject>>;

/**
 * A name for each schema. Objects are interfaces, since editors show an interface by its name and an alias of an indexed
 * access type by all of its members.
 */
export function models({ components }: OpenApiDocument): string {
  const schemas = components?.schemas ?? {};
  const declarations = Object.entries(schemas).map(([name, schema]) => {
    const comment = jsdoc([schema.description]);
    return isPlainObject(schema)
      ? `${comment}export interface ${name} extends Schema<"${name}"> {${namedProperties(schema, schemas)}}\n`
      : `${comment}export type ${name} = Schema<"${name}">;\n`;
  });
  return `import type { components } from "./schema.js";

type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

${declarations.join("\n")}`;
}

const isPlainObject = ({ type, oneOf, anyOf, allOf }: SchemaObject) => type === "object" && !oneOf && !anyOf && !allOf;

/** The properties that hold other schemas, which would be shown with all of their members otherwise. */
function namedProperties({ properties = {}, required = [] }: SchemaObject, schemas: Schemas): string {
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const one = modelName(property);
    const many = modelName(property.items);
    const model = one ?? many;
    if (!model || !isPlainObject(schemas[model] ?? {})) return [];
    const optional = required.includes(name) ? "" : "?";
    const comment = jsdoc([property.description ?? schemas[model]?.description], "  ");
    return `${comment}  ${propertyName(name)}${optional}: ${one ?? `${many}[]`};\n`;
  });
  return lines.length ? `\n${lines.join("")}` : "";
}
