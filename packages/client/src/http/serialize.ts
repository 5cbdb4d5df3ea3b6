import type { Serialization } from "../descriptors.js";
import { own } from "../own.js";

export type Values = Readonly<Record<string, unknown>>;
type Encode = (value: unknown) => string;

const textOf: Encode = (value) =>
  typeof value === "object" ? JSON.stringify(value).replace(/^"|"$/g, "") : `${value}`;

const encodeAll: Encode = (value) => encodeURIComponent(textOf(value));

/**
 * Encodes a value but keeps the reserved characters of RFC 3986, except for those that would end the query or a value
 * in it, and what is percent-encoded already (RFC 6570, section 3.2.3).
 */
const encodeUnreserved: Encode = (value) =>
  encodeAll(value).replace(/%(2[4CF]|25(?=[\dA-F]{2})|3[ABDF]|40|5[BD])/gi, (sign) => decodeURIComponent(sign));

const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Date);

export const isObject = (value: unknown): value is Values => isNested(value) && !Array.isArray(value);

export const entriesOf = (value: Values) =>
  Object.entries(value).filter(([, one]) => one !== undefined && one !== null);

/**
 * Returns the parts of a value that its style joins with a delimiter: the elements of an array, or the names and values
 * of an object.
 */
function piecesOf(value: unknown, isExploded: boolean, encode: Encode): string[] {
  if (Array.isArray(value)) return value.map(encode);
  if (!isObject(value)) return [encode(value)];
  return entriesOf(value).flatMap(([name, one]) =>
    isExploded ? [`${encode(name)}=${encode(one)}`] : [encode(name), encode(one)],
  );
}

/**
 * Fills a path template.
 *
 * @throws TypeError for a value that would lead to another path: an empty one, `.` or `..`, which URLs resolve even if
 *   encoded
 */
export function serializePath(
  template: string,
  values: Values,
  parameters: Readonly<Record<string, Serialization>> = {},
): string {
  let path = template;
  for (const [name, value] of Object.entries(values)) {
    const text = pathValue(name, value ?? "", own(parameters, name) ?? {});
    if (/^\.{0,2}$/.test(text))
      throw new TypeError(`${name} must not be ${JSON.stringify(value)}: it would lead to another path`);
    path = path.replace(`{${name}}`, () => text);
  }
  return path;
}

function pathValue(name: string, value: unknown, { style, explode = false, json }: Serialization): string {
  if (style === "matrix")
    return serializePairs(name, value, { explode, json })
      .map((pair) => `;${pair}`)
      .join("");
  const pieces = json ? [encodeAll(JSON.stringify(value))] : piecesOf(value, explode, encodeAll);
  return style === "label" ? `.${pieces.join(explode ? "." : ",")}` : pieces.join(",");
}

/** Serializes the value of a header parameter. */
export const serializeHeader = (value: unknown, { explode = false, json }: Serialization): string =>
  json ? JSON.stringify(value) : piecesOf(value, explode, textOf).join(",");

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/**
 * Serializes a parameter of a query, form or cookie to encoded `name=value` pairs; returns none for an omitted value.
 */
export function serializePairs(name: string, value: unknown, how: Serialization = {}): string[] {
  const { style = "form", explode = true, json, allowReserved } = how;
  if (value === undefined || value === null) return [];
  const encode = allowReserved ? encodeUnreserved : encodeAll;
  const key = encodeAll(name);
  if (json) return [`${key}=${encode(JSON.stringify(value))}`];
  // Empty brackets are what most servers take for an element, and only by its index they keep an object together.
  if (style === "deepObject" && isNested(value))
    return Object.entries(value).flatMap(([field, one]) =>
      isObject(value) || isNested(one)
        ? serializePairs(`${name}[${field}]`, one, how)
        : serializePairs(`${name}[]`, `${one}`, how),
    );
  const pieces = piecesOf(value, explode, encode);
  if (pieces.length === 0) return [];
  if (!explode) return [`${key}=${pieces.join(DELIMITERS[style] ?? ",")}`];
  return isObject(value) ? pieces : pieces.map((piece) => `${key}=${piece}`);
}

/** Serializes a query of `client.raw`, whose operation is not known: objects as `deepObject`, as openapi-fetch does. */
export const serializeQuery = (values: Values): string =>
  Object.entries(values)
    .flatMap(([name, value]) => serializePairs(name, value, isObject(value) ? { style: "deepObject" } : undefined))
    .join("&");
