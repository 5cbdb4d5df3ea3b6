import type { Located } from "../../document/dereference.js";
import type { SchemaObject } from "../../document/open-api-document.js";
import type { ItemsField } from "../../model/items-model.js";
import { itemsOf, typesOf } from "../../model/schema-at.js";
import { type ValueType, valueType } from "./columns.js";

/** The value of a typed item: one of a type, or a list of that type. */
export interface ItemValue {
  readonly type: ValueType;
  readonly repeated?: true;
}

/** How a body holds typed items, so that a command line can accept them as `key:type=value`. */
export function itemsBody(document: object, { field, items }: ItemsField) {
  const { key, type, value } = items;
  const types = items.types.map(({ name, schema }) => [name, itemValue(document, schema)]);
  return { field, key, type, value, types: Object.fromEntries(types) as Record<string, ItemValue> };
}

function itemValue(document: object, value: Located<SchemaObject>): ItemValue {
  const isArray = typesOf(value.node)[0] === "array";
  const type = valueType(document, isArray ? itemsOf(document, value) : value);
  // A list of objects is passed as one JSON text.
  return isArray && type !== "json" ? { type, repeated: true } : { type };
}
