import { dictionary, own } from "@metadata-service/spec-tools/own";
import type { BodyShape, ItemsShape, ValueType } from "../command-table.js";
import { UsageError } from "../failures.js";
import { parseValue } from "../parse-value.js";

/**
 * Builds a body from command-line arguments: an ID, if the body has one, then `name=value` or `name:type=value`. If the
 * body contains typed items, a name is the key of an item, whose type is `string` by default.
 */
export function readAssignments(words: readonly string[], body: BodyShape): Record<string, unknown> {
  const built = dictionary<unknown>();
  const [first] = words;
  const hasId = body.identity !== undefined && first !== undefined && !first.includes("=");
  if (hasId && body.identity !== undefined) built[body.identity] = first;
  for (const word of words.slice(Number(hasId))) {
    const [, name, type, value] = /^([^:=]+)(?::([^=]+))?=([\s\S]*)$/.exec(word) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`${JSON.stringify(word)} is not a value to set; write name=value or name:type=value`);
    assign(built, body, { name, type, value });
  }
  return built;
}

/** One value of a body, as given on the command line or in a CSV cell. */
export interface Assignment {
  readonly name: string;
  readonly type: string | undefined;
  readonly value: string;
}

/** Adds a value to a body: as an item, or as a field. */
export function assign(built: Record<string, unknown>, body: BodyShape, { name, type, value }: Assignment): void {
  const { items, fields, identity } = body;
  if (items && (type !== undefined || !fields.some((field) => field.name === name && field.name !== items.field))) {
    const before = (built[items.field] ?? []) as unknown[];
    built[items.field] = [...before, item(items, { name, type: type ?? defaultType(items), value })];
    return;
  }
  const documented = name === identity ? "text" : (fields.find((field) => field.name === name)?.type ?? "text");
  built[name] = parseValue((type as ValueType | undefined) ?? documented, value, name);
}

/** Returns `string`, or another item type with text values if there is no `string`. */
const defaultType = ({ types }: ItemsShape): string =>
  Object.hasOwn(types, "string")
    ? "string"
    : (Object.keys(types).find((name) => types[name]?.type === "text") ?? "string");

function item({ key, type, value, types }: ItemsShape, given: { name: string; type: string; value: string }) {
  const how = own(types, given.type);
  if (!how)
    throw new UsageError(`${given.name}: unknown type ${given.type}; use one of ${Object.keys(types).join(", ")}.`);
  const place = `${given.name}:${given.type}`;
  const parsed = how.repeated ? readList(how.type, given.value, place) : parseValue(how.type, given.value, place);
  return { [key]: given.name, [type]: given.type, [value]: parsed };
}

/** Parses a list: a JSON array or comma-separated values. */
function readList(type: ValueType, text: string, name: string): unknown[] {
  if (!text.trimStart().startsWith("[")) return text.split(",").map((one) => parseValue(type, one.trim(), name));
  const list = parseValue("json", text, name);
  if (!Array.isArray(list))
    throw new UsageError(
      `${name} must be a JSON array, such as ["a", "b"], or values separated by commas, not ${JSON.stringify(text)}`,
    );
  return list;
}
