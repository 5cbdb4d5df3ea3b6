import { memberKey, type RecordView } from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import type { Generate, ValueMaker } from "../values/value.js";

/** Identifies a field across the operations that return it, possibly under different names; see `memberKey`. */
export type MemberKey = string;

/** A field of a collection's records, shared by all operations that return it (decision 0010). */
export interface RecordMember {
  readonly key: MemberKey;
  readonly schema: SchemaObject;
  readonly generate: Generate;
  /** Whether its value is unique to each record. */
  readonly isUnique: boolean;
  /** Whether a value satisfies its schema. */
  fits(value: unknown): boolean;
}

/** Where the identity of a record is used besides the record: parameters of operations. */
export interface IdentityPlaces {
  /** Whether a value can be written in all of these places. */
  fits(value: unknown): boolean;
  /** Generates values for each place. */
  readonly generators: readonly Generate[];
}

/**
 * Returns the fields of a collection. If several views have the same field, the schema of the first one is used, but an
 * identity satisfies all of them, and the parameters that contain it.
 */
export function recordMembers(
  maker: ValueMaker,
  views: readonly RecordView[],
  places: IdentityPlaces = { fits: () => true, generators: [] },
): RecordMember[] {
  const members = new Map<MemberKey, RecordMember>();
  for (const view of views) {
    for (const [name, { node: schema, pointer }] of view.members) {
      const key = memberKey(view, name);
      if (members.has(key)) continue;
      const fits = (value: unknown) => maker.fits(pointer, value);
      const isUnique = key === "@identity" || name === view.listedBy;
      members.set(key, { key, schema, generate: maker.at(pointer, schema), isUnique, fits });
    }
  }
  const identity = members.get("@identity");
  if (identity) members.set("@identity", identityMember(maker, views, places, identity));
  return [...members.values()];
}

function identityMember(
  maker: ValueMaker,
  views: readonly RecordView[],
  places: IdentityPlaces,
  identity: RecordMember,
): RecordMember {
  const all = views.flatMap(({ members, identity: name }) => (name === undefined ? [] : (members.get(name) ?? [])));
  const pointers = [...new Set(all.map(({ pointer }) => pointer))];
  const fits = (value: unknown) => pointers.every((pointer) => maker.fits(pointer, value)) && places.fits(value);
  const { pattern } = identity.schema;
  const generators = [
    // An example whose digits cannot vary would be the identity of all records.
    ...(pattern === undefined ? [] : [maker.forPattern(pattern)]),
    identity.generate,
    ...all.map(({ node, pointer }) => maker.at(pointer, node)),
    ...places.generators,
  ];
  return {
    ...identity,
    fits,
    generate(row) {
      const made = generators.map((generate) => generate(row)).filter((value) => value !== undefined);
      // A number in a path may be a text in the record.
      return [...made, ...made.map(String)].find(fits) ?? made[0];
    },
  };
}
