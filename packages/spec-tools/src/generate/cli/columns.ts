import type { Located } from "../../document/dereference.js";
import type { SchemaObject } from "../../document/open-api-document.js";
import { pointerTo } from "../../document/pointer.js";
import { typeOfJson } from "../../json/type-of.js";
import { describedProperties, schemaAt, typesOf } from "../../model/schema-at.js";
import { plainText, withDeprecation } from "./plain-text.js";

/** A field of a record, as a column of a table. */
export interface ColumnShape {
  readonly name: string;
  readonly type: ValueType;
  readonly description?: string;
}

/** The types of columns and flags. Everything else is `json`. */
export type ValueType = "text" | "integer" | "number" | "boolean" | "date" | "timestamp" | "json";

/** Returns the columns of a table of records: one for each documented field, the identity first. */
export function columnsOf(document: object, record: Located<SchemaObject>, identity?: string): ColumnShape[] {
  const columns = [...describedProperties(document, record)].map(([name, schemas]) =>
    columnOf(document, name, schemas),
  );
  const isKey = ({ name }: ColumnShape) => name === identity;
  const [key = identity === undefined ? undefined : { name: identity, type: "text" as const }] = columns.filter(isKey);
  return [...(key ? [key] : []), ...columns.filter((column) => !isKey(column))];
}

function columnOf(document: object, name: string, schemas: readonly Located<SchemaObject>[]): ColumnShape {
  const types = new Set(schemas.map((schema) => valueType(document, schema)));
  const [type = "json"] = types;
  const node = schemas[0]?.node;
  const description = withDeprecation(plainText(node?.description), node?.deprecated);
  return { name, type: types.size > 1 ? "json" : type, ...(description && { description }) };
}

/** The type of the values that a schema allows, ignoring `null`. */
export function valueType(document: object, { node, pointer }: Located<SchemaObject>): ValueType {
  const single = [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])];
  // Some authors wrap a reference in an `allOf` with one schema to add a description to it.
  if (single.length === 1 && node.type === undefined && node.properties === undefined)
    return valueType(document, schemaAt(document, single[0], pointerTo(pointer, "allOf", 0)));
  if (single.length > 0) return "json";
  const named = typesOf(node);
  const types = named.length > 0 ? named : typesOfEnum(node.enum);
  if (types.length === 1) return singleType(types[0], node.format);
  return types.length > 1 && types.every(isNumeric) ? "number" : "json";
}

function singleType(type: string | undefined, format: string | undefined): ValueType {
  if (type === "string") return format === "date-time" ? "timestamp" : format === "date" ? "date" : "text";
  return type === "integer" || type === "number" || type === "boolean" ? type : "json";
}

const isNumeric = (type: string) => type === "integer" || type === "number";

const typesOfEnum = (values: readonly unknown[] = []) => [
  ...new Set(values.filter((value) => value !== null).map(typeOfJson)),
];
