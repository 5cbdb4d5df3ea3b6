import { exactJson } from "@metadata-service/spec-tools/json";
import { typeOf } from "../inclusion/values.js";
import { list, type Node, show, without } from "./node.js";
import type { SchemaPair } from "./pair.js";

const ALL_TYPES = ["string", "number", "boolean", "array", "object", "null"];

/** The type of a value as the keyword `type` names it. */
const nameOfType = (value: unknown): string => {
  const type = typeOf(value);
  return type === "fraction" ? "number" : type;
};

const isWithin = (type: string, types: string[]) =>
  types.includes(type) || (type === "integer" && types.includes("number"));

/** The types that a value can have: the named ones, those of the constant or the enum, or all. */
export function typesOf(node: Node): string[] {
  const named = node["type"] === undefined ? ALL_TYPES : ([node["type"]].flat() as string[]);
  const values = constantsOf(node);
  if (values === undefined) return named;
  return [...new Set(values.map(nameOfType))].filter((type) => isWithin(type, named));
}

function constantsOf(node: Node): unknown[] | undefined {
  return "const" in node ? [node["const"]] : Array.isArray(node["enum"]) ? list(node["enum"]) : undefined;
}

/** The values that `const` and `enum` allow, without those of another type; undefined if any value is allowed. */
function valuesOf(node: Node): unknown[] | undefined {
  const values = constantsOf(node) ?? (node["type"] === "boolean" ? [true, false] : undefined);
  if (values === undefined || node["type"] === undefined) return values;
  const named = [node["type"]].flat() as string[];
  return values.filter((value) => isWithin(nameOfType(value), named));
}

export function diffTypes(pair: SchemaPair): void {
  const [old, now] = [typesOf(pair.old.node), typesOf(pair.now.node)];
  const gone = old.filter((type) => !isWithin(type, now));
  const come = now.filter((type) => !isWithin(type, old));
  if (gone.length + come.length === 0) {
    pair.sameMeaning(["type"]);
    return;
  }
  // diffValues compares two lists of values, and names the values instead of their types.
  if (constantsOf(pair.old.node) && constantsOf(pair.now.node)) {
    pair.examined("type");
    return;
  }
  if (come.join() === "null") pair.widened("became-nullable", "type", "can be null now");
  else if (come.length > 0) pair.widened("type-widened", "type", `can be ${come.join(" or ")} now`);
  if (gone.join() === "null") pair.narrowed("no-longer-nullable", "type", "can no longer be null");
  else if (gone.length > 0) pair.narrowed("type-narrowed", "type", `can no longer be ${gone.join(" or ")}`);
}

export function diffValues(pair: SchemaPair): void {
  const [old, now] = [valuesOf(pair.old.node), valuesOf(pair.now.node)];
  if (old === undefined && now === undefined) return;
  const differing = ["const", "enum"].filter((keyword) => pair.differs(keyword));
  // If the list is the same, the type excludes some of its values.
  const keyword = differing.find((one) => one in pair.now.node) ?? differing[0] ?? "type";
  pair.examined(...differing);
  if (old === undefined) pair.narrowed("values-restricted", keyword, `must be one of ${show(now)} now`);
  else if (now === undefined) pair.widened("values-opened", keyword, `can be any value now, not only ${show(old)}`);
  else {
    for (const value of without(old, now))
      pair.narrowed("value-removed", keyword, `can no longer be ${exactJson(value)}`);
    for (const value of without(now, old)) pair.widened("value-added", keyword, `can be ${exactJson(value)} now`);
  }
}
