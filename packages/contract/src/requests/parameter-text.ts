import type { Parameter } from "../document/document.js";
import { isRecord } from "../lib/objects.js";
import { typesOfText } from "../values/flatten.js";
import { typesOf } from "../values/leaf-value.js";

/** Whether the value of a parameter is a single string in the URL or header, not an array, an object or JSON. */
export function isScalar({ schema, mediaType, document }: Parameter): boolean {
  const types = [...typesOf(schema.node), ...typesOfText(document, schema.node)];
  return mediaType === undefined && !types.includes("array") && !types.includes("object");
}

/** How a parameter is written that is not a single text: its media type, or its place and style; undefined for others. */
export const styleOf = (parameter: Parameter): string | undefined => {
  const { in: place, style, explode, mediaType } = parameter;
  return isScalar(parameter) ? undefined : (mediaType ?? `${place} ${style} ${explode}`);
};

const encode = encodeURIComponent;
const entriesOf = (value: object) => Object.entries(value).map(([name, each]) => [encode(name), encode(String(each))]);

/** Serializes a value for the path, by its style and explode. */
export function pathText(parameter: Parameter, value: unknown): string {
  const { name, style, explode } = parameter;
  const [prefix, separator] = { label: [".", "."], matrix: [";", ";"] }[style as string] ?? ["", ","];
  const named = style === "matrix" ? `${encode(name)}=` : "";
  if (parameter.mediaType !== undefined) return encode(JSON.stringify(value));
  if (Array.isArray(value)) {
    const items = value.map((each) => encode(String(each)));
    if (!explode) return prefix + named + items.join(",");
    return prefix + items.map((item) => named + item).join(separator);
  }
  if (isRecord(value))
    return explode
      ? prefix +
          entriesOf(value)
            .map((pair) => pair.join("="))
            .join(separator)
      : prefix + named + entriesOf(value).flat().join(",");
  return prefix + named + encode(String(value));
}

const DELIMITERS: Record<string, string> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

type Styled = Pick<Parameter, "name" | "style" | "explode" | "mediaType">;

/** Serializes a value for the query, cookies or a form, as percent-encoded pairs of name and value. */
export function queryPairs({ name, style, explode, mediaType }: Styled, value: unknown): string[] {
  const own = (text: string) => `${encode(name)}=${text}`;
  const delimiter = DELIMITERS[style] ?? ",";
  if (mediaType !== undefined) return [own(encode(JSON.stringify(value)))];
  if (style === "deepObject") return deepPairs(name, value);
  if (Array.isArray(value)) {
    const items = value.map((each) => encode(String(each)));
    return explode ? items.map(own) : [own(items.join(delimiter))];
  }
  if (!isRecord(value)) return [own(encode(String(value)))];
  const entries = entriesOf(value);
  return explode ? entries.map((pair) => pair.join("=")) : [own(entries.flat().join(delimiter))];
}

/** Serializes a value with its names in brackets: those of elements are empty, except where they keep an object together. */
function deepPairs(name: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [`${encode(name)}=${encode(String(value))}`];
  return Object.entries(value).flatMap(([key, each]) =>
    deepPairs(`${name}[${Array.isArray(value) && typeof each !== "object" ? "" : key}]`, each),
  );
}

/** Serializes a value for a header. */
export function headerText({ explode, mediaType }: Parameter, value: unknown): string {
  if (mediaType !== undefined) return JSON.stringify(value);
  if (Array.isArray(value)) return value.join(",");
  if (!isRecord(value)) return String(value);
  const entries = Object.entries(value);
  return explode ? entries.map((pair) => pair.join("=")).join(",") : entries.flat().join(",");
}
