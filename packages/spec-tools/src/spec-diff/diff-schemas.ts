import { isDeepStrictEqual } from "node:util";
import { pointerTo } from "../document/pointer.js";
import type { Changes } from "./change.js";
import { diffKeywords } from "./diff-keywords.js";
import { diffMembers } from "./diff-members.js";
import { diffUnions } from "./diff-unions.js";
import { dereference, isNode, list, type Node, type Spec } from "./spec.js";

/** What is the same all the way down from an operation to the leaves of its schemas. */
export interface Walk {
  changes: Changes;
  before: Spec;
  after: Spec;
  /** Clients write requests and read answers, so the same change can break one side and not the other. */
  direction: "request" | "response";
  /** Pairs of schemas that were compared already: a schema may hold itself. */
  seen: Set<string>;
}

/** A schema as it stands in its document, its reference not yet followed. */
export interface Place {
  value: unknown;
  at: string;
}

/** How the set of valid values moved: fewer, more, or neither is sure. */
export type Move = "narrowed" | "widened" | "changed";

/**
 * A request breaks where fewer values are accepted than before, an answer where more can come than before. What cannot
 * be compared is taken for the worse.
 */
export function report(walk: Walk, move: Move, rule: string, at: string, text: string): void {
  const harmless = walk.direction === "request" ? "widened" : "narrowed";
  walk.changes.add(move !== harmless, walk.direction, `${walk.direction}-${rule}`, at, text);
}

/** The differences between two versions of one schema. */
export function diffSchemas(walk: Walk, was: Place, is: Place, what: string): void {
  const old = flat(walk.before, was);
  const now = flat(walk.after, is);
  const pair = `${old.at}\n${now.at}`;
  if (walk.seen.has(pair)) return;
  const inner = { ...walk, seen: new Set([...walk.seen, pair]) };
  if (diffUnions(inner, { ...was, ...old }, { ...is, ...now }, what)) return;
  diffTypes(inner, old.node, now.node, now.at, what);
  diffValues(inner, old.node, now.node, now.at, what);
  diffKeywords(inner, old.node, now.node, now.at, what);
  diffMembers(inner, old, now, what);
  diffItems(inner, old, now, what);
  diffWords(inner, old.node, now.node, now.at, what);
}

/** The schema with its reference followed and its `allOf` laid into it. */
export function flat(spec: Spec, { value, at }: Place): { node: Node; at: string; name?: string } {
  if (value === false) return { node: { not: {} }, at };
  const found = dereference(spec, value, at);
  const parts = list(found.node["allOf"]);
  if (parts.length === 0) return found;
  const { allOf: _, ...own } = found.node;
  let node: Node = own;
  for (const [i, part] of parts.entries())
    node = merged(node, flat(spec, { value: part, at: pointerTo(found.at, "allOf", i) }).node);
  return { ...found, node };
}

function merged(a: Node, b: Node): Node {
  const properties = { ...(a["properties"] as Node | undefined), ...(b["properties"] as Node | undefined) };
  const required = [...new Set([...list(a["required"]), ...list(b["required"])])];
  return { ...a, ...b, properties, required };
}

const ALL_TYPES = ["string", "number", "boolean", "array", "object", "null"];

/** The types of a schema, one by one; every one where it names none. An integer is a number, too. */
function typesOf(node: Node): string[] {
  if (node["type"] === undefined) return "const" in node || node["enum"] ? [] : ALL_TYPES;
  return [node["type"]].flat() as string[];
}

function diffTypes(walk: Walk, old: Node, now: Node, at: string, what: string): void {
  const [before, after] = [typesOf(old), typesOf(now)];
  if (before.length === 0 || after.length === 0) return;
  const within = (type: string, types: string[]) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const gone = before.filter((type) => !within(type, after));
  const come = after.filter((type) => !within(type, before));
  const place = pointerTo(at, "type");
  if (come.length === 1 && come[0] === "null")
    report(walk, "widened", "became-nullable", place, `${what} can be null now`);
  else if (come.length > 0) report(walk, "widened", "type-widened", place, `${what} can be ${come.join(" or ")} now`);
  if (gone.length === 1 && gone[0] === "null")
    report(walk, "narrowed", "no-longer-nullable", place, `${what} cannot be null any more`);
  else if (gone.length > 0)
    report(walk, "narrowed", "type-narrowed", place, `${what} cannot be ${gone.join(" or ")} any more`);
}

/** `enum` and `const` alike: the set of values, undefined for any. */
function diffValues(walk: Walk, old: Node, now: Node, at: string, what: string): void {
  const of = (node: Node) => ("const" in node ? [node["const"]] : (node["enum"] as unknown[] | undefined));
  const [before, after] = [of(old), of(now)];
  const place = pointerTo(at, "const" in now ? "const" : "enum");
  if (before === undefined && after === undefined) return;
  if (before === undefined) {
    report(walk, "narrowed", "values-restricted", place, `${what} is one of ${JSON.stringify(after)} now`);
    return;
  }
  if (after === undefined) {
    report(walk, "widened", "values-opened", place, `${what} can be any value now, not only ${JSON.stringify(before)}`);
    return;
  }
  const missing = (from: unknown[], values: unknown[]) =>
    values.filter((value) => !from.some((other) => isDeepStrictEqual(other, value)));
  for (const value of missing(after, before))
    report(walk, "narrowed", "value-removed", place, `${what} cannot be ${JSON.stringify(value)} any more`);
  for (const value of missing(before, after))
    report(walk, "widened", "value-added", place, `${what} can be ${JSON.stringify(value)} now`);
}

function diffItems(walk: Walk, old: { node: Node; at: string }, now: { node: Node; at: string }, what: string): void {
  const [before, after] = [old.node["items"], now.node["items"]];
  const place = pointerTo(now.at, "items");
  if (before === undefined && after === undefined) return;
  if (before === undefined) {
    report(walk, "narrowed", "items-restricted", place, `the elements of ${what} have a schema now`);
    return;
  }
  if (after === undefined) {
    report(walk, "widened", "items-opened", place, `the elements of ${what} can be anything now`);
    return;
  }
  diffSchemas(
    walk,
    { value: before, at: pointerTo(old.at, "items") },
    { value: after, at: place },
    `${what}, its elements`,
  );
}

/** What readers see: texts and examples. A default is more than that, for whoever leaves the value out. */
function diffWords(walk: Walk, old: Node, now: Node, at: string, what: string): void {
  const { changes } = walk;
  if (!isDeepStrictEqual(old["default"], now["default"])) {
    const text = `the default of ${what} is ${JSON.stringify(now["default"]) ?? "gone"} in place of ${JSON.stringify(old["default"]) ?? "none"}`;
    changes.add(
      walk.direction === "request" && old["default"] !== undefined,
      walk.direction,
      `${walk.direction}-default-changed`,
      pointerTo(at, "default"),
      text,
    );
  }
  for (const member of ["title", "description", "examples", "example", "$comment"])
    if (!isDeepStrictEqual(old[member], now[member]))
      changes.add(
        false,
        "documentation",
        `${member}-changed`,
        pointerTo(at, member),
        `${what}: ${member} reads differently`,
      );
  if (old["deprecated"] !== now["deprecated"])
    changes.add(
      false,
      "documentation",
      "deprecated",
      pointerTo(at, "deprecated"),
      `${what} ${now["deprecated"] ? "is deprecated" : "is no longer deprecated"}`,
    );
  if (!isDeepStrictEqual(textOf(old["discriminator"]), textOf(now["discriminator"])))
    changes.add(
      true,
      walk.direction,
      `${walk.direction}-discriminator-changed`,
      pointerTo(at, "discriminator"),
      `${what}: the member that tells the branches apart is another`,
    );
}

/** Only the name counts: the mapping repeats what the branches say. */
const textOf = (discriminator: unknown) => (isNode(discriminator) ? discriminator["propertyName"] : undefined);
