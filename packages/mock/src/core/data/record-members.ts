import {
  locate,
  type OpenApiDocument,
  type OperationRules,
  type PaginationRules,
  pointerTo,
  type Rules,
  type SchemaObject,
} from "@metadata-service/server-rules";
import { type Generate, generateValue } from "./generate-value.js";

/**
 * What makes members of two operations the same one: `@identity`, `@createdAt` or `@updatedAt` for the part that it plays in
 * paging, else its name with case and separators taken off, so that `poNumber` is `po_number`.
 */
export type MemberKey = string;

/** A member of the records of a collection, once for all the operations that show it (decision 0010). */
export interface RecordMember {
  readonly key: MemberKey;
  readonly schema: SchemaObject;
  readonly generate: Generate;
}

/** The key of a member of an operation's records. */
export function memberKey(pagination: PaginationRules, name: string): MemberKey {
  if (name === pagination.identity) return "@identity";
  if (name === pagination.createdAt) return "@createdAt";
  if (name === pagination.updatedAt) return "@updatedAt";
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The properties of a record of an operation, those of `allOf` included, each with its schema, in order. */
export function propertiesOf(
  document: OpenApiDocument,
  schema: SchemaObject,
  pointer: string,
): Map<string, { schema: SchemaObject; pointer: string }> {
  const properties = new Map<string, { schema: SchemaObject; pointer: string }>();
  for (const [index, part] of (schema.allOf ?? []).entries()) {
    const { node, pointer: at } = locate<SchemaObject>(document, part, pointerTo(pointer, "allOf", index));
    for (const [name, property] of propertiesOf(document, node, at)) properties.set(name, property);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at = pointerTo(pointer, "properties", name);
    const target = locate<SchemaObject>(document, property, at).node;
    properties.set(name, { schema: { ...target, ...property }, pointer: at });
  }
  return properties;
}

/** The members of a collection: those of every operation that lists it, the first operation that has one deciding. */
export function recordMembers(rules: Rules, operations: readonly OperationRules[]): RecordMember[] {
  const members = new Map<MemberKey, RecordMember>();
  for (const { pagination } of operations) {
    if (!pagination) continue;
    const { node, pointer } = pagination.record;
    for (const [name, { schema, pointer: at }] of propertiesOf(rules.document, node, pointer)) {
      const key = memberKey(pagination, name);
      if (members.has(key)) continue;
      const check = rules.schemas.at(at, name);
      const fits = (value: unknown) => check(value) === undefined;
      members.set(key, { key, schema, generate: generateValue(rules.document, schema, fits) });
    }
  }
  return [...members.values()];
}
