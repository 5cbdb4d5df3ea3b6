import type { MetadataItemInput } from "@metadata-service/client";

export type ItemType = MetadataItemInput["type"];

/** An item while it is edited. Simple values are texts, as inputs have them. */
export interface Draft {
  id: string;
  key: string;
  type: ItemType;
  values: string[];
  items: Draft[];
}

export const TYPES: readonly ItemType[] = [
  "string",
  "number",
  "boolean",
  "date",
  "datetime",
  "string-array",
  "number-array",
  "boolean-array",
  "date-array",
  "datetime-array",
  "file",
  "object",
  "object-array",
];

export const newDraft = (type: ItemType = "string"): Draft => ({
  id: crypto.randomUUID(),
  key: "",
  type,
  values: [type.startsWith("boolean") ? "false" : ""],
  items: [],
});

export const isArray = (type: ItemType) => type.endsWith("-array") && type !== "object-array";
export const isNested = (type: ItemType) => type === "object" || type === "object-array";

/** The item as it is sent. What a text is worth as a number or a moment is decided here, and whether it may be by the service. */
export function toItem({ key, type, values, items }: Draft): MetadataItemInput {
  if (isNested(type)) return { key, type, value: items.map(toItem) } as MetadataItemInput;
  const read = reader(type.replace("-array", ""));
  const value = isArray(type) ? values.map(read) : read(values[0] ?? "");
  return { key, type, value } as MetadataItemInput;
}

function reader(type: string): (text: string) => string | number | boolean | null {
  if (type === "number") return (text) => (text === "" ? null : Number(text));
  if (type === "boolean") return (text) => text === "true";
  // The input has the local time; the service takes none without an offset.
  if (type === "datetime") return (text) => (text === "" ? "" : new Date(text).toISOString());
  return (text) => text;
}
