import type { Located } from "../../document/dereference.js";
import type { SchemaObject } from "../../document/open-api-document.js";
import type { ItemsPlace } from "../../model/items-model.js";
import { itemsOf, propertiesOf, requiredNames, typesOf, withoutNull } from "../../model/schema-at.js";
import { type ValueType, valueType } from "./columns.js";

/** The value of a typed item: one of a type, or a list of that type. */
export interface ItemValue {
  readonly type: ValueType;
  readonly repeated?: true;
}

/**
 * How a body holds typed items, so that a command line can accept them as `key:type=value`. Undefined if it has many lists
 * of them, or the objects around them need other fields, which it could not set.
 */
export function itemsBody(document: object, body: Located<SchemaObject>, { path, items }: ItemsPlace) {
  const [field, ...within] = path.filter((step) => step !== null);
  if (field === undefined || within.length + 1 < path.length) return undefined;
  let around = body;
  for (const [i, name] of [field, ...within].entries()) {
    if (i > 0 && [...requiredNames(document, around)].some((one) => one !== name)) return undefined;
    const inner = propertiesOf(document, around).get(name);
    if (inner) around = withoutNull(document, inner);
  }
  const { key, type, value } = items;
  const types = items.types.map(({ name, schema }) => [name, itemValue(document, schema)]);
  return {
    ...{ field, ...(within.length > 0 && { within }), key, type, value },
    types: Object.fromEntries(types) as Record<string, ItemValue>,
  };
}

function itemValue(document: object, value: Located<SchemaObject>): ItemValue {
  const isArray = typesOf(value.node)[0] === "array";
  const type = valueType(document, isArray ? itemsOf(document, value) : value);
  // A list of objects is passed as one JSON text.
  return isArray && type !== "json" ? { type, repeated: true } : { type };
}
