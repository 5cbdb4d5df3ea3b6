import type { Located } from "../../document/dereference.js";
import type { SchemaObject } from "../../document/open-api-document.js";
import { pointerTo } from "../../document/pointer.js";
import { itemsOf, propertiesOf, schemaAt, typesOf } from "../../model/schema-at.js";
import { type ValueType, valueType } from "./columns.js";

/** The value of a typed item: one of a type, or a list of that type. */
export interface ItemValue {
  readonly type: ValueType;
  readonly repeated?: true;
}

/**
 * How a body holds typed key/value pairs, so that a command line can accept them as `key:type=value`: an array of
 * objects that each name their type.
 */
export function itemsBody(document: object, body: Located<SchemaObject>) {
  for (const [field, property] of propertiesOf(document, body)) {
    if (typesOf(property.node)[0] !== "array") continue;
    const item = itemsOf(document, property);
    const type = item.node.discriminator?.propertyName;
    const branches = (item.node.oneOf ?? []).map((branch, index) =>
      propertiesOf(document, schemaAt(document, branch, pointerTo(item.pointer, "oneOf", index))),
    );
    if (type === undefined || branches.length === 0) continue;
    const key = pairKey(branches, type);
    const types = branches.map((branch) => [branch.get(type)?.node.const, branch.get("value")] as const);
    if (key === undefined || types.some(([name, value]) => typeof name !== "string" || !value)) continue;
    const values = types.map(([name, value]) => [name as string, itemValue(document, value as Located<SchemaObject>)]);
    return { field, key, type, value: "value", types: Object.fromEntries(values) as Record<string, ItemValue> };
  }
  return undefined;
}

/** The third field, which all branches have besides their type and their value. */
function pairKey(branches: readonly Map<string, unknown>[], type: string): string | undefined {
  const others = branches.map((branch) => [...branch.keys()].filter((name) => name !== type && name !== "value"));
  const [key] = others[0] ?? [];
  return others.every(([name, ...more]) => name === key && more.length === 0) ? key : undefined;
}

function itemValue(document: object, value: Located<SchemaObject>): ItemValue {
  const isArray = typesOf(value.node)[0] === "array";
  const type = valueType(document, isArray ? itemsOf(document, value) : value);
  // A list of objects is passed as one JSON text.
  return isArray && type !== "json" ? { type, repeated: true } : { type };
}
