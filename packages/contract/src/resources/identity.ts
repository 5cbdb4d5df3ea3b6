import { isRecord } from "../values/base-value.js";

/** The names under which a record may hold what a path parameter says: its own name, and the usual ones. */
export const namesFor = (parameter: string): string[] => [parameter, "id", "uid", "uuid", "code", "slug", "name"];

/** What identifies a record in paths; undefined where it holds nothing of the kind. */
export function identityOf(record: unknown, parameter: string): string | undefined {
  if (!isRecord(record)) return undefined;
  const found = namesFor(parameter)
    .map((name) => record[name])
    .find((value) => (typeof value === "string" && value !== "") || typeof value === "number");
  return found === undefined ? undefined : String(found);
}

/** The record in a response: the body itself, or what is in its only envelope. */
export function recordIn(body: unknown): Record<string, unknown> | undefined {
  if (!isRecord(body)) return undefined;
  return isRecord(body["data"]) ? body["data"] : body;
}

/** The records in the body of a list: an array, or the first one that is a field, or else a field of a field. */
export function recordsIn(body: unknown, name?: string): unknown[] {
  if (Array.isArray(body)) return body;
  if (!isRecord(body)) return [];
  const named = name === undefined ? undefined : body[name];
  if (Array.isArray(named)) return named;
  const members = Object.values(body);
  return members.find(Array.isArray) ?? members.map((each) => recordsIn(each)).find(({ length }) => length > 0) ?? [];
}

/** Parses JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
