import type { PaginationRules } from "./pagination-rules.js";

/** The fields of a record, and which of them are its identity and timestamps. */
export type MemberNames = Pick<PaginationRules, "members"> &
  Partial<Pick<PaginationRules, "identity" | "createdAt" | "updatedAt">>;

/**
 * Returns the key by which fields of two operations are the same: `@identity`, `@createdAt` or `@updatedAt` for fields
 * with a role in paging, otherwise the name without case and separators. `po2Number`, `po2_number` and `po_2_number`
 * have the same key
 * (decision 0010). Fields of one schema whose names differ only in case and separators keep their names.
 */
export function memberKey(pagination: MemberNames, name: string): string {
  if (name === pagination.identity) return "@identity";
  if (name === pagination.createdAt) return "@createdAt";
  if (name === pagination.updatedAt) return "@updatedAt";
  const folded = fold(name);
  return (countsOf(pagination).get(folded) ?? 0) > 1 ? name : folded;
}

/** How many fields of a schema have the same name without case and separators. */
const counts = new WeakMap<MemberNames["members"], ReadonlyMap<string, number>>();

function countsOf({ members }: MemberNames): ReadonlyMap<string, number> {
  const known = counts.get(members);
  if (known) return known;
  const made = new Map<string, number>();
  for (const name of members.keys()) made.set(fold(name), (made.get(fold(name)) ?? 0) + 1);
  counts.set(members, made);
  return made;
}

/** Converts records of one list operation to the field names of another operation on the same collection. */
export interface MemberConverter {
  convert(record: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Returns the first two fields of a record that would get the same name; undefined if there are none. */
  clash(record: Readonly<Record<string, unknown>>): readonly [name: string, other: string] | undefined;
}

/**
 * Converts between two list operations of a collection (decision 0010). Fields that both schemas declare correspond by
 * their key. Any other field is renamed to the style of the target (`style_code` or `styleCode`) if the renaming is
 * reversible; otherwise it keeps its name. Only top-level fields are renamed. Their order is kept.
 *
 * @param from the operation whose field names the records have
 * @param to the operation whose field names are wanted
 * @example convertMembers(v3, v1).convert({ uid: "po-1", po_number: "7", created_at: t }) // { uid, poNumber,
 *   createdDate }
 */
export function convertMembers(from: MemberNames, to: MemberNames): MemberConverter {
  const targets = new Map([...to.members.keys()].map((name) => [memberKey(to, name), name]));
  const pairs = [...from.members.keys()].flatMap((name) => {
    const target = targets.get(memberKey(from, name));
    return target === undefined ? [] : [[name, target] as const];
  });
  const known = new Map(pairs);
  /** The names in the target that belong to a field of both schemas, each with its name in the source. */
  const taken = new Map(pairs.map(([name, target]) => [target, name]));
  const [style, undo] = [styleOf(to), styleOf(from)];
  const targetOf = remembering((name: string) => {
    const restyled = style(name);
    const canBeUndone = undo(restyled) === name && !taken.has(restyled);
    return known.get(name) ?? (canBeUndone ? restyled : name);
  });

  return {
    convert(record) {
      const converted: Record<string, unknown> = {};
      for (const name of Object.keys(record)) {
        const target = targetOf(name);
        // Assigning to `__proto__` would change the prototype of the object.
        if (target === "__proto__") return withAnyNames(record, targetOf);
        converted[target] = record[name];
      }
      return converted;
    },
    clash(record) {
      /** The names in the target that no schema declares. */
      let owners: Map<string, string> | undefined;
      for (const name of Object.keys(record)) {
        const target = targetOf(name);
        const owner = taken.get(target) ?? owners?.get(target) ?? name;
        if (owner !== name) return [name, owner];
        if (taken.has(target)) continue;
        owners ??= new Map();
        owners.set(target, name);
      }
      return undefined;
    },
  };
}

function withAnyNames(record: Readonly<Record<string, unknown>>, targetOf: (name: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [targetOf(name), value]));
}

/** Records usually share a few field names, but an imported file may contain any number of them. */
const MOST_REMEMBERED = 1_000;

function remembering(targetOf: (name: string) => string): (name: string) => string {
  const remembered = new Map<string, string>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const target = targetOf(name);
    if (remembered.size < MOST_REMEMBERED) remembered.set(name, target);
    return target;
  };
}

function styleOf({ members }: MemberNames): (name: string) => string {
  return [...members.keys()].some((name) => name.includes("_")) ? snakeCase : camelCase;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "") || name;
}

function camelCase(name: string): string {
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)
    ? name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    : name;
}

function snakeCase(name: string): string {
  return /^[a-z][a-zA-Z0-9]*$/.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}
