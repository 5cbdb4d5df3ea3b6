import type { MetadataItemInput } from "@metadata-service/client";

export type ItemType = MetadataItemInput["type"];

/** An item in the form. */
export interface Draft {
  id: string;
  key: string;
  type: ItemType;
  values: DraftValue[];
  items: Draft[];
}

/** A value in the form, as text like in an input. */
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

/** Converts a draft to the item to send. Text becomes numbers and times here; the service validates them. */
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
  // The input has the local time, but the service requires an offset.
  if (type === "datetime") return (text) => (text === "" ? "" : new Date(text).toISOString());
  return (text) => text;
}
