import type { OpenApiDocument } from "../../document/open-api-document.js";
import { docComment, identifier, json, modelName } from "../../languages/typescript.js";
import { schemaType } from "./schema-type.js";

/** The schemas of items in responses and in requests. */
const ITEMS = ["MetadataItem", "MetadataItemInput"];

/** The type of an item if the spec has no items. */
const ANY_ITEM = "{ key: string; type: string; value: unknown }";

/**
 * Writes a builder for each type of item, named after it (`string-array` -> `stringArray`). Writes none if the spec
 * has no items.
 */
export function itemBuilders(document: OpenApiDocument): string {
  const schemas = document.components?.schemas ?? {};
  const context = { document, used: new Set<string>() };
  const kinds = Object.entries(schemas["MetadataItemInput"]?.discriminator?.mapping ?? {});
  const builders = kinds.map(([kind, $ref]) => {
    const name = modelName({ $ref }) as string;
    context.used.add(name);
    const value = schemaType(schemas[name]?.properties?.["value"] ?? true, context);
    return `${docComment([schemas[name]?.description], "  ")}  ${identifier(kind)}(key: string, value: ${value}): ${name};\n`;
  });
  const items = ITEMS.filter((name) => name in schemas);
  for (const name of items) context.used.add(name);
  const imports = context.used.size
    ? `import type { ${[...context.used].sort().join(", ")} } from "./models.js";\n\n`
    : "";
  return `${imports}/** An item, as it is sent or as it is returned. */
export type Item = ${items.join(" | ") || ANY_ITEM};

/** The types of items. */
export const itemKinds: readonly string[] = ${json(kinds.map(([kind]) => kind))};

/** A builder for each of them. */
export interface ItemBuilders {
${builders.join("")}}
`;
}
