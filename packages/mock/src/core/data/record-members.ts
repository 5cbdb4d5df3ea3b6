import { memberKey } from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import type { Generate, ValueMaker } from "../values/value.js";
import type { RecordView } from "./record-view.js";

/** Identifies a field across the operations that return it, possibly under different names; see `memberKey`. */
export type MemberKey = string;

/** A field of a collection's records, shared by all operations that return it (decision 0010). */
export interface RecordMember {
  readonly key: MemberKey;
  readonly schema: SchemaObject;
  readonly generate: Generate;
  /** Whether a value satisfies its schema. */
  fits(value: unknown): boolean;
}

/** Returns the fields of a collection. If several views have the same field, the schema of the first one is used. */
export function recordMembers(maker: ValueMaker, views: readonly RecordView[]): RecordMember[] {
  const members = new Map<MemberKey, RecordMember>();
  for (const view of views) {
    for (const [name, { node: schema, pointer }] of view.members) {
      const key = memberKey(view, name);
      if (members.has(key)) continue;
      const fits = (value: unknown) => maker.fits(pointer, value);
      members.set(key, { key, schema, generate: maker.at(pointer, schema), fits });
    }
  }
  return [...members.values()];
}
