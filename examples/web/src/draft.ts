import type { MetadataItemInput } from "@metadata-service/client";

export type ItemType = MetadataItemInput["type"];

/** An item while it is edited. */
export interface Draft {
  id: string;
  key: string;
  type: ItemType;
  values: DraftValue[];
  items: Draft[];
}

/** A value while it is edited: a text, as inputs have it. */
export interface DraftValue {
  id: string;
  text: string;
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
  values: [newValue(type)],
  items: [],
});

export const newValue = (type: ItemType): DraftValue => ({
  id: crypto.randomUUID(),
  text: type.startsWith("boolean") ? "false" : "",
});

export const isArray = (type: ItemType) => type.endsWith("-array") && type !== "object-array";
export const isNested = (type: ItemType) => type === "object" || type === "object-array";

/** The item as it is sent. What a text is worth as a number or a moment is decided here, and whether it may be by the service. */
export function toItem({ key, type, values, items }: Draft): MetadataItemInput {
  if (isNested(type)) return { key, type, value: items.map(toItem) } as MetadataItemInput;
  const read = reader(type.replace("-array", ""));
  const texts = values.map(({ text }) => text);
  const value = isArray(type) ? texts.map(read) : read(texts[0] ?? "");
  return { key, type, value } as MetadataItemInput;
}

function reader(type: string): (text: string) => string | number | boolean | null {
  if (type === "number") return (text) => (text === "" ? null : Number(text));
  if (type === "boolean") return (text) => text === "true";
  // The input has the local time; the service takes none without an offset.
  if (type === "datetime") return (text) => (text === "" ? "" : new Date(text).toISOString());
  return (text) => text;
}
