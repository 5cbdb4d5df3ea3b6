import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Comparison, report, reportSameMeaning } from "./comparison.js";
import type { Flat } from "./flatten-schema.js";
import { equal, list, type Node, show, without } from "./node.js";

const ALL_TYPES = ["string", "number", "boolean", "array", "object", "null"];

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

const isWithin = (type: string, types: string[]) =>
  types.includes(type) || (type === "integer" && types.includes("number"));

/** The types that a value can have: the named ones, those of the constant or the enum, or all. */
export function typesOf(node: Node): string[] {
  const named = node["type"] === undefined ? ALL_TYPES : ([node["type"]].flat() as string[]);
  const values = constantsOf(node);
  if (values === undefined) return named;
  return [...new Set(values.map(typeOf))].filter((type) => isWithin(type, named));
}

function constantsOf(node: Node): unknown[] | undefined {
  return "const" in node ? [node["const"]] : Array.isArray(node["enum"]) ? list(node["enum"]) : undefined;
}

/** The values that `const` and `enum` allow, without those of another type; undefined if any value is allowed. */
function valuesOf(node: Node): unknown[] | undefined {
  const values = constantsOf(node) ?? (node["type"] === "boolean" ? [true, false] : undefined);
  if (values === undefined || node["type"] === undefined) return values;
  const named = [node["type"]].flat() as string[];
  return values.filter((value) => isWithin(typeOf(value), named));
}

export function diffTypes(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [typesOf(old.node), typesOf(now.node)];
  const gone = before.filter((type) => !isWithin(type, after));
  const come = after.filter((type) => !isWithin(type, before));
  const at = pointerTo(now.at, "type");
  if (gone.length + come.length === 0) {
    reportSameMeaning(comparison, old, now, ["type"], what);
    return;
  }
  // diffValues compares two lists of values, and names the values instead of their types.
  if (constantsOf(old.node) && constantsOf(now.node)) {
    comparison.changes.examined(at);
    return;
  }
  if (come.join() === "null") report(comparison, "widened", "became-nullable", at, `${what} can be null now`);
  else if (come.length > 0)
    report(comparison, "widened", "type-widened", at, `${what} can be ${come.join(" or ")} now`);
  if (gone.join() === "null") report(comparison, "narrowed", "no-longer-nullable", at, `${what} can no longer be null`);
  else if (gone.length > 0)
    report(comparison, "narrowed", "type-narrowed", at, `${what} can no longer be ${gone.join(" or ")}`);
}

export function diffValues(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [valuesOf(old.node), valuesOf(now.node)];
  const keywords = ["const", "enum"];
  if (before === undefined && after === undefined) return;
  const differing = keywords.filter((keyword) => !equal(old.node[keyword], now.node[keyword]));
  // If the list is the same, the type excludes some of its values.
  const at = pointerTo(now.at, differing.find((keyword) => keyword in now.node) ?? differing[0] ?? "type");
  for (const keyword of differing) comparison.changes.examined(pointerTo(now.at, keyword));
  if (before === undefined) {
    report(comparison, "narrowed", "values-restricted", at, `${what} must be one of ${show(after)} now`);
    return;
  }
  if (after === undefined) {
    report(comparison, "widened", "values-opened", at, `${what} can be any value now, not only ${show(before)}`);
    return;
  }
  const [removed, added] = [without(before, after), without(after, before)];
  for (const value of removed)
    report(comparison, "narrowed", "value-removed", at, `${what} can no longer be ${JSON.stringify(value)}`);
  for (const value of added)
    report(comparison, "widened", "value-added", at, `${what} can be ${JSON.stringify(value)} now`);
}
