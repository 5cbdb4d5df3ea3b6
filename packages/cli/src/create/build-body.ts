import { UsageError } from "../command-error.js";
import type { BodyShape, ItemsShape, ValueType } from "../command-table.js";
import { jsonOf, PLACEHOLDER } from "../parse-value.js";

/** Where a value of a body goes: a field, or an item with this key and type. */
export interface Place {
  readonly name: string;
  readonly type?: string;
}

/** A body that is built value by value, as JSON text: numbers keep their digits, and a field may have any name. */
export interface Body {
  /** @throws UsageError if the value does not have the type of its place, or the field has a value already */
  add(place: Place, value: string): void;
  /** Adds a value that does not have the type of its place, as text. */
  addText(place: Place, value: string): void;
  /** By name, as JSON; without items. */
  readonly fields: ReadonlyMap<string, string>;
  json(): string;
}

/** Creates an empty body. */
export function buildBody(shape: BodyShape): Body {
  const { items } = shape;
  const fields = new Map<string, string>();
  const list: string[] = [];
  const set = (name: string, json: string) => {
    if (fields.has(name)) throw new UsageError(`${name} is given twice`);
    fields.set(name, json);
  };
  const put = ({ name, type }: Place, json: string) => {
    if (!items || isField(shape, { name, type })) return set(name, json);
    if (list.length === 0) set(items.field, "");
    list.push(
      `{${JSON.stringify(items.key)}:${JSON.stringify(name)},${JSON.stringify(items.type)}:${JSON.stringify(type ?? defaultType(items))},${JSON.stringify(items.value)}:${json}}`,
    );
  };
  const jsonOfField = (name: string, json: string) =>
    name === items?.field && list.length > 0
      ? (items.within ?? []).reduceRight((inner, one) => `{${JSON.stringify(one)}:${inner}}`, `[${list.join(",")}]`)
      : json;
  return {
    fields,
    add: (place, value) => put(place, convert(shape, place, value)),
    addText: (place, value) => put(place, JSON.stringify(value)),
    json: () =>
      `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${jsonOfField(name, json)}`).join(",")}}`,
  };
}

/**
 * Splits `name` or `name:type`. A documented field may have a colon in its name.
 *
 * @throws UsageError if the type is unknown
 */
export function placeOf(text: string, shape: BodyShape): Place {
  const [, name, type] = /^(.+):([^:]*)$/s.exec(text) ?? [];
  if (name === undefined || type === undefined || isField(shape, { name: text })) return { name: text };
  const known = Object.keys(shape.items?.types ?? PLACEHOLDER);
  if (known.includes(type)) return { name, type };
  throw new UsageError(
    `${name}: unknown type ${type}; use one of ${known.join(", ")}. If ${JSON.stringify(text)} is the whole name, write ${JSON.stringify(`${text}:${known[0]}`)}.`,
  );
}

/** Whether a place is a field of the body, rather than an item. */
export const isField = ({ fields, items }: BodyShape, { name, type }: Place): boolean =>
  type === undefined && fields.some((field) => field.name === name && field.name !== items?.field);

function convert(shape: BodyShape, place: Place, value: string): string {
  const { items, fields, identity } = shape;
  const { name, type } = place;
  if (items && !isField(shape, place)) return itemValue(items, { name, type: type ?? defaultType(items) }, value);
  const documented = fields.find((field) => field.name === name)?.type ?? "text";
  // An identity that may be a text among others is one: nobody writes quotes around it.
  const written = name === identity && documented === "json" ? "text" : documented;
  return jsonOf((type as ValueType | undefined) ?? written, value, name);
}

/** Returns `string`, else another item type with text values, else the first one. */
export const defaultType = ({ types }: ItemsShape): string =>
  Object.hasOwn(types, "string")
    ? "string"
    : (Object.keys(types).find((name) => types[name]?.type === "text") ?? Object.keys(types)[0] ?? "string");

function itemValue({ types }: ItemsShape, { name, type }: Required<Place>, value: string): string {
  const how = Object.hasOwn(types, type) ? types[type] : undefined;
  const place = `${name}:${type}`;
  if (!how?.repeated) return jsonOf(how?.type ?? "text", value, place);
  if (!value.trimStart().startsWith("["))
    return `[${value
      .split(",")
      .map((one) => jsonOf(how.type, one.trim(), place))
      .join(",")}]`;
  return jsonOf("json", value, place);
}
