import { createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import type { ParameterDescriptor, Serialization } from "../descriptors.js";
import { own } from "../own.js";

type Values = Readonly<Record<string, unknown>>;
type Encode = (value: unknown) => string;

const textOf: Encode = (value) =>
  typeof value === "object" && value !== null ? JSON.stringify(value).replace(/^"|"$/g, "") : `${value}`;

const encodeAll: Encode = (value) => encodeURIComponent(textOf(value));

/**
 * Encodes a value but keeps the reserved characters of RFC 3986, except for those that would end the query or a value
 * in it.
 */
const encodeUnreserved: Encode = (value) =>
  encodeURI(textOf(value)).replace(/[#&+]|%5B|%5D/g, (sign) =>
    sign.length > 1 ? decodeURIComponent(sign) : encodeURIComponent(sign),
  );

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const entriesOf = (value: Values) => Object.entries(value).filter(([, one]) => one !== undefined && one !== null);

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
  const written = Object.entries(values).map(([name, value]): [string, string] => {
    const text = pathValue(name, value ?? "", own(parameters, name) ?? {});
    if (["", ".", ".."].includes(text))
      throw new TypeError(`${name} must not be ${JSON.stringify(value) ?? "undefined"}: it would lead to another path`);
    return [name, text];
  });
  return written.reduce((path, [name, text]) => path.replace(`{${name}}`, () => text), template);
}

function pathValue(name: string, value: unknown, { style, explode = false, json }: Serialization): string {
  const pieces = json ? [encodeURIComponent(JSON.stringify(value))] : piecesOf(value, explode, encodeAll);
  if (style === "label") return `.${pieces.join(explode ? "." : ",")}`;
  if (style !== "matrix") return pieces.join(",");
  if (explode && isObject(value)) return pieces.map((piece) => `;${piece}`).join("");
  if (explode) return pieces.map((piece) => `;${encodeAll(name)}=${piece}`).join("");
  return `;${encodeAll(name)}=${pieces.join(",")}`;
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
  if (isObject(value) && style === "deepObject")
    return entriesOf(value).flatMap(([field, one]) => serializePairs(`${name}[${field}]`, one, { allowReserved }));
  const pieces = piecesOf(value, explode, encode);
  if (pieces.length === 0) return [];
  if (!explode) return [`${key}=${pieces.join(DELIMITERS[style] ?? ",")}`];
  return isObject(value) ? pieces : pieces.map((piece) => `${key}=${piece}`);
}

/** Serializes the query of a method. */
export const serializeParameters = (
  values: Values,
  parameters: Readonly<Record<string, ParameterDescriptor>> = {},
): string =>
  Object.entries(values)
    .flatMap(([key, value]) => {
      const how = own(parameters, key);
      return serializePairs(how?.name ?? key, value, how);
    })
    .join("&");

const serializeValues = createQuerySerializer<object>();

/** Serializes a query of `client.raw` as openapi-fetch does, but also encodes names. */
export const serializeQuery = (query: object): string => serializeValues(withNamesEncoded(query));

const withNamesEncoded = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      encodeURIComponent(name),
      isObject(value) ? withNamesEncoded(value) : value,
    ]),
  );

/** Fills a path template of `client.raw`. */
export function serializeRawPath(template: string, values: Values): string {
  // Only for its checks: throws for a value that would lead to another path.
  serializePath(template, values);
  return defaultPathSerializer(template, values);
}
