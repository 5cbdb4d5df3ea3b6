import type { OpenApiDocument } from "../../document/open-api-document.js";
import { jsdoc } from "./jsdoc.js";
import { schemaType } from "./schema-type.js";
import { identifier, modelName } from "./typescript-names.js";

/** A builder for each type of item, named after it: `string-array` -> `stringArray`. */
export function itemBuilders(document: OpenApiDocument): string {
  const schemas = document.components?.schemas ?? {};
  const context = { document, used: new Set<string>() };
  const kinds = Object.entries(schemas["MetadataItemInput"]?.discriminator?.mapping ?? {});
  const builders = kinds.map(([kind, $ref]) => {
    const name = modelName({ $ref }) as string;
    context.used.add(name);
    const value = schemaType(schemas[name]?.properties?.["value"] ?? true, context);
    return `${jsdoc([schemas[name]?.description], "  ")}  ${identifier(kind)}(key: string, value: ${value}): ${name};\n`;
  });
  const imports = context.used.size
    ? `import type { ${[...context.used].sort().join(", ")} } from "./models.js";\n\n`
    : "";
  return `${imports}/** The types of items. */
export const itemKinds = ${JSON.stringify(kinds.map(([kind]) => kind))};

/** A builder for each of them. */
export interface ItemBuilders {
${builders.join("")}}
`;
}
