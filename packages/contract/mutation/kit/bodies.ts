import { duplicatesOf } from "./duplicates.js";
import { type Json, parsed } from "./exchange.js";
import type { Fault } from "./fault.js";

const STRING = /"(?:[^"\\]|\\.)*"/gs;

/** Changes the parts of a JSON text that are not strings. */
export function outsideStrings(text: string, change: (part: string) => string): string {
  let [result, from] = ["", 0];
  for (const match of text.matchAll(STRING)) {
    result += change(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + change(text.slice(from));
}

/** Changes the strings of a JSON text, with their quotes. */
export const insideStrings = (text: string, change: (part: string) => string): string =>
  text.replaceAll(STRING, (part) => change(part));

/** Accepts a body that is not JSON, if `repair` makes JSON of it. */
export const onLenientText =
  (repair: (text: string) => string): Fault =>
  ({ namespace, request, text }) => {
    if (namespace === undefined || text === "" || isJson(text)) return undefined;
    const body = repair(text);
    return body !== text && isJson(body) ? { request: { ...request, body } } : undefined;
  };

const isJson = (text: string): boolean => parsed(text) !== undefined;

/** Changes the JSON of a create request before the correct server gets it; undefined leaves it as it is. */
export const onBody =
  (repair: (body: Record<string, Json>) => unknown): Fault =>
  ({ namespace, request, text }) => {
    if (namespace === undefined || duplicatesOf(text).length > 0) return undefined;
    const body = parsed(text);
    if (!isObject(body)) return undefined;
    const repaired = repair(body);
    return repaired === undefined ? undefined : { request: { ...request, body: JSON.stringify(repaired) } };
  };

export const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Changes every object of a JSON value that is not the outermost one: the items of a record. */
export function mapObjects(
  value: Json,
  change: (object: Record<string, Json>) => Record<string, Json>,
  isOuter = true,
): Json {
  if (Array.isArray(value)) return value.map((element) => mapObjects(element, change, false));
  if (!isObject(value)) return value;
  const own = isOuter ? value : change(value);
  return Object.fromEntries(Object.entries(own).map(([name, part]) => [name, mapObjects(part, change, false)]));
}
