import { own } from "../own.js";
import { dereference } from "./dereference.js";
import type { SchemaObject } from "./open-api-document.js";
import { pointerTo } from "./pointer.js";
import { childrenOf, schemasOf } from "./schemas.js";

/**
 * Lists each `oneOf` with branches that allow nearly every object, one sentence each: an object with the fields of one of
 * them is valid for the others, too, so it is not valid for the `oneOf`.
 */
export function openUnions(document: object): string[] {
  const found: string[] = [];
  const visit = (schema: unknown, pointer: string): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { oneOf } = schema as SchemaObject;
    const branches = Array.isArray(oneOf) ? oneOf : [];
    const open = branches
      .map((branch, index) => dereference<SchemaObject>(document, branch, pointerTo(pointer, "oneOf", index)).node)
      .filter(isOpen);
    if (open.some((one, index) => open.slice(index + 1).some((other) => !areTold(one, other)))) found.push(pointer);
    for (const [child, at] of childrenOf(schema as Record<string, unknown>, pointer)) visit(child, at);
  };
  for (const [pointer, schema] of schemasOf(document)) visit(schema, pointer);
  return found.map(
    (pointer) =>
      `An object with the fields of one branch of oneOf is valid for another branch, too, because they require nothing, so it is not valid: ${pointer}. Require a field in each branch, or write anyOf.`,
  );
}

/** The keywords of an object that requires nothing. */
const OPEN = new Set(["title", "description", "example", "examples", "default", "deprecated"]);

const isOpen = (branch: SchemaObject | boolean): branch is SchemaObject => {
  const { type, properties, ...others } = Object(branch) as SchemaObject;
  return (
    typeof properties === "object" &&
    [type].flat().every((one) => one === undefined || one === "object") &&
    Object.keys(others).every((keyword) => OPEN.has(keyword) || keyword.startsWith("x-"))
  );
};

/** Whether two branches have a field whose values tell them apart. */
const areTold = ({ properties: one = {} }: SchemaObject, { properties: other = {} }: SchemaObject): boolean =>
  Object.keys(one).some((name) => isChoice(one[name]) && isChoice(own(other, name)));

const isChoice = (schema: unknown): boolean =>
  ["const", "enum"].some((keyword) => Object.hasOwn(Object(schema), keyword));
