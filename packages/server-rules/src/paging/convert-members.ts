import type { PaginationRules } from "./pagination-rules.js";

/**
 * Makes a function that shows the records of one list operation in the member names of another one of the same
 * collection (decision 0010): members correspond by their role in `x-pagination`, the rest by name, as `po_number` and
 * `poNumber` do. A member that neither schema knows is named in the style of the target, too. Only the record's own
 * members are renamed, not what is inside them; their order stays. Of two members that would share a name the last one
 * stays: who takes records in checks that the number of members is the same.
 *
 * @param from the operation whose member names the records have
 * @param to the operation whose member names are wanted
 * @example convertMembers(v3, v1)({ uid: "po-1", po_number: "7", created_at: t }) // { uid, poNumber, createdDate }
 */
export function convertMembers(from: PaginationRules, to: PaginationRules) {
  const wanted = Object.keys(to.record.node.properties ?? {});
  const style = wanted.some((name) => name.includes("_")) ? snakeCase : camelCase;
  const known = new Map(Object.keys(from.record.node.properties ?? {}).map((name) => [name, style(name)]));
  known.set(from.identity, to.identity).set(from.createdAt, to.createdAt).set(from.updatedAt, to.updatedAt);

  return (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [known.get(name) ?? style(name), value]));
}

function camelCase(name: string): string {
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)
    ? name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    : name;
}

function snakeCase(name: string): string {
  return /^[a-z][a-zA-Z0-9]*$/.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}
