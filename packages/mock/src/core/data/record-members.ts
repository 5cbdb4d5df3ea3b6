import { memberKey } from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import type { Generate, ValueMaker } from "../values/value.js";
import type { RecordView } from "./record-view.js";

/** What makes fields of two operations the same one; see `memberKey`. */
export type MemberKey = string;

/** A field of the records of a collection, once for all the operations that show it (decision 0010). */
export interface RecordMember {
  readonly key: MemberKey;
  readonly schema: SchemaObject;
  readonly generate: Generate;
  /** Whether a value satisfies its schema. */
  fits(value: unknown): boolean;
}

/** The fields of a collection: those of every view of it, the first view that has one deciding. */
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
