import { isDeepStrictEqual } from "node:util";
import { pointerTo } from "../document/pointer.js";
import { type Comparison, type Descent, flat, type Place, report } from "./comparison.js";
import { diffKeywords } from "./diff-keywords.js";
import { diffMembers } from "./diff-members.js";
import { diffUnions } from "./diff-unions.js";
import { isNode, type Node } from "./spec.js";

/** The differences between two versions of one schema. */
export function diffSchemas(comparison: Comparison, was: Place, is: Place, what: string): void {
  const old = flat(comparison.before, was);
  const now = flat(comparison.after, is);
  const pair = `${old.at}\n${now.at}`;
  if (comparison.seen.has(pair)) return;
  const inner: Descent = {
    ...comparison,
    seen: new Set([...comparison.seen, pair]),
    diffSchemas: (...inside) => diffSchemas(inner, ...inside),
  };
  if (diffUnions(inner, { ...was, ...old }, { ...is, ...now }, what)) return;
  diffTypes(inner, old.node, now.node, now.at, what);
  diffValues(inner, old.node, now.node, now.at, what);
  diffKeywords(inner, old.node, now.node, now.at, what);
  diffMembers(inner, old, now, what);
  diffItems(inner, old, now, what);
  diffWords(inner, old.node, now.node, now.at, what);
}

const ALL_TYPES = ["string", "number", "boolean", "array", "object", "null"];

/** The types of a schema, one by one; every one where it names none. An integer is a number, too. */
function typesOf(node: Node): string[] {
  if (node["type"] === undefined) return "const" in node || node["enum"] ? [] : ALL_TYPES;
  return [node["type"]].flat() as string[];
}

function diffTypes(comparison: Comparison, old: Node, now: Node, at: string, what: string): void {
  const [before, after] = [typesOf(old), typesOf(now)];
  if (before.length === 0 || after.length === 0) return;
  const within = (type: string, types: string[]) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const gone = before.filter((type) => !within(type, after));
  const come = after.filter((type) => !within(type, before));
  const place = pointerTo(at, "type");
  if (come.length === 1 && come[0] === "null")
    report(comparison, "widened", "became-nullable", place, `${what} can be null now`);
  else if (come.length > 0)
    report(comparison, "widened", "type-widened", place, `${what} can be ${come.join(" or ")} now`);
  if (gone.length === 1 && gone[0] === "null")
    report(comparison, "narrowed", "no-longer-nullable", place, `${what} cannot be null any more`);
  else if (gone.length > 0)
    report(comparison, "narrowed", "type-narrowed", place, `${what} cannot be ${gone.join(" or ")} any more`);
}

/** `enum` and `const` alike: the set of values, undefined for any. */
function diffValues(comparison: Comparison, old: Node, now: Node, at: string, what: string): void {
  const of = (node: Node) => ("const" in node ? [node["const"]] : (node["enum"] as unknown[] | undefined));
  const [before, after] = [of(old), of(now)];
  const place = pointerTo(at, "const" in now ? "const" : "enum");
  if (before === undefined && after === undefined) return;
  if (before === undefined) {
    report(comparison, "narrowed", "values-restricted", place, `${what} is one of ${JSON.stringify(after)} now`);
    return;
  }
  if (after === undefined) {
    report(
      comparison,
      "widened",
      "values-opened",
      place,
      `${what} can be any value now, not only ${JSON.stringify(before)}`,
    );
    return;
  }
  const missing = (from: unknown[], values: unknown[]) =>
    values.filter((value) => !from.some((other) => isDeepStrictEqual(other, value)));
  for (const value of missing(after, before))
    report(comparison, "narrowed", "value-removed", place, `${what} cannot be ${JSON.stringify(value)} any more`);
  for (const value of missing(before, after))
    report(comparison, "widened", "value-added", place, `${what} can be ${JSON.stringify(value)} now`);
}

function diffItems(
  descent: Descent,
  old: { node: Node; at: string },
  now: { node: Node; at: string },
  what: string,
): void {
  const [before, after] = [old.node["items"], now.node["items"]];
  const place = pointerTo(now.at, "items");
  if (before === undefined && after === undefined) return;
  if (before === undefined) {
    report(descent, "narrowed", "items-restricted", place, `the elements of ${what} have a schema now`);
    return;
  }
  if (after === undefined) {
    report(descent, "widened", "items-opened", place, `the elements of ${what} can be anything now`);
    return;
  }
  descent.diffSchemas(
    { value: before, at: pointerTo(old.at, "items") },
    { value: after, at: place },
    `${what}, its elements`,
  );
}

/** What readers see: texts and examples. A default is more than that, for whoever leaves the value out. */
function diffWords(comparison: Comparison, old: Node, now: Node, at: string, what: string): void {
  const { changes } = comparison;
  if (!isDeepStrictEqual(old["default"], now["default"])) {
    const text = `the default of ${what} is ${JSON.stringify(now["default"]) ?? "gone"} in place of ${JSON.stringify(old["default"]) ?? "none"}`;
    changes.add(
      comparison.direction === "request" && old["default"] !== undefined,
      comparison.direction,
      `${comparison.direction}-default-changed`,
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
      comparison.direction,
      `${comparison.direction}-discriminator-changed`,
      pointerTo(at, "discriminator"),
      `${what}: the member that tells the branches apart is another`,
    );
}

/** Only the name counts: the mapping repeats what the branches say. */
const textOf = (discriminator: unknown) => (isNode(discriminator) ? discriminator["propertyName"] : undefined);
