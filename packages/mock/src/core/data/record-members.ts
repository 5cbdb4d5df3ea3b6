import { memberKey, type OperationRules } from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import type { Generate } from "../values/value.js";
import type { ValueMaker } from "../values/value-maker.js";

/** What makes members of two operations the same one; see `memberKey`. */
export type MemberKey = string;

/** A member of the records of a collection, once for all the operations that show it (decision 0010). */
export interface RecordMember {
  readonly key: MemberKey;
  readonly schema: SchemaObject;
  readonly generate: Generate;
}

/** The members of a collection: those of every operation that lists it, the first operation that has one deciding. */
export function recordMembers(maker: ValueMaker, operations: readonly OperationRules[]): RecordMember[] {
  const members = new Map<MemberKey, RecordMember>();
  for (const { pagination } of operations) {
    if (!pagination) continue;
    for (const [name, { node: schema, pointer }] of pagination.members) {
      const key = memberKey(pagination, name);
      if (members.has(key)) continue;
      members.set(key, { key, schema, generate: maker.at(pointer, schema) });
    }
  }
  return [...members.values()];
}
