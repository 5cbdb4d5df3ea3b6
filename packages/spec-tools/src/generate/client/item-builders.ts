import type { OpenApiDocument } from "../../document/open-api-document.js";
import { docComment, identifier, json, modelName, propertyName } from "../../languages/typescript.js";
import type { ItemsModel } from "../../model/items-model.js";
import { schemaType } from "./schema-type.js";

/** What stands for typed items if the spec has none. */
const NO_ITEMS = { key: "key", type: "type", value: "value", types: [] } as const;

/**
 * Writes a builder for each type of item, named after it (`string-array` -> `stringArray`). Writes none if the spec
 * has no items.
 */
export function itemBuilders(document: OpenApiDocument, items: ItemsModel | undefined): string {
  const context = { document, used: new Set<string>() };
  const { key, type, value, types } = items ?? NO_ITEMS;
  const builders = types.map(({ name, item, schema }) => {
    const built = schemaType({ $ref: item.pointer }, context);
    const isModel = modelName({ $ref: schema.pointer }) !== undefined;
    const of = schemaType(isModel ? { $ref: schema.pointer } : schema.node, context);
    return `${docComment([item.node.description], "  ")}  ${identifier(name)}(key: string, value: ${of}): ${built};\n`;
  });
  const unions = items ? [...new Set([items.response.pointer, items.request.pointer])] : [];
  const union = unions.map(($ref) => schemaType({ $ref }, context)).join(" | ");
  const any = `{ ${[key, type].map((name) => `${propertyName(name)}: string`).join("; ")}; ${propertyName(value)}: unknown }`;
  const pairs = Object.entries({ key, type, value });
  const names = pairs.map(([part, name]) => `${propertyName(name)}: ${part}`).join(", ");
  const nested = types.flatMap(({ name, returned }) =>
    returned.startsWith("item") ? [[name, returned === "item-arrays"]] : [],
  );
  const imports = context.used.size
    ? `import type { ${[...context.used].sort().join(", ")} } from "./models.js";\n\n`
    : "";
  return `${imports}/** An item, as it is sent or as it is returned. */
export type Item = ${union || any};

/** Makes an item, and returns its parts. */
export const builderOf = (type: string) => (key: string, value: unknown) => ({ ${names} });
export const partsOf = ({ ${names} }: Item) => [key, type, value] as const;

/** The types of items; of those that contain items, whether a response has each of them in an array. */
export const itemKinds: readonly string[] = ${json(types.map(({ name }) => name))};
export const nestedKinds: ReadonlyMap<string, boolean> = new Map(${json(nested)});

/** A builder for each of them. */
export interface ItemBuilders {
${builders.join("")}}
`;
}
