import { isDeepStrictEqual } from "node:util";
import { ExactNumber, exactJson } from "@metadata-service/spec-tools/json";
import { nameOf, namesOf } from "@metadata-service/spec-tools/pointer";

/** An object in a spec. Nothing is assumed about its fields, since the spec may be invalid. */
export type Node = Record<string, unknown>;

/** A whole document. */
export type Spec = Node;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** The last name in a reference, for messages. */
export const lastName = (reference: string): string => nameOf(reference) || reference;

/** The last name of a place, for messages; of an element, with the name of its list. */
export function placeName(at: string): string {
  const names = namesOf(at);
  const last = names.at(-1) ?? at;
  return /^\d+$/.test(last) ? `${names.at(-2) ?? ""}[${last}]` : last;
}

export const entries = (value: unknown): [string, unknown][] => (isNode(value) ? Object.entries(value) : []);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const show = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "none" : exactJson(value);
export const equal = isDeepStrictEqual;
/** The values that are not among the others. */
export const without = (values: unknown[], others: unknown[]): unknown[] =>
  values.filter((value) => !others.some((other) => equal(other, value)));
