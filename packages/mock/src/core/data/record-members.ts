import { memberKey, type OperationRules, type Rules } from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import { type Generate, generateValue } from "./generate-value.js";

/** What makes members of two operations the same one; see `memberKey`. */
export type MemberKey = string;

/** A member of the records of a collection, once for all the operations that show it (decision 0010). */
export interface RecordMember {
  readonly key: MemberKey;
  readonly schema: SchemaObject;
  readonly generate: Generate;
}

/** The members of a collection: those of every operation that lists it, the first operation that has one deciding. */
export function recordMembers(rules: Rules, operations: readonly OperationRules[]): RecordMember[] {
  const members = new Map<MemberKey, RecordMember>();
  for (const { pagination } of operations) {
    if (!pagination) continue;
    for (const [name, { node: schema, pointer }] of pagination.members) {
      const key = memberKey(pagination, name);
      if (members.has(key)) continue;
      const check = rules.schemas.at(pointer, name);
      const fits = (value: unknown) => check(value) === undefined;
      members.set(key, { key, schema, generate: generateValue(rules.document, schema, fits) });
    }
  }
  return [...members.values()];
}
