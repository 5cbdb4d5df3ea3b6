import type { ItemsModel, ReturnedValue } from "@metadata-service/spec-tools";

/** A typed item; `x-items` names its fields. */
export type Item = Readonly<Record<string, unknown>>;

/** Converts the items of a record, as sent and already validated, to their response form. */
export type ToResponseItems = (items: readonly Item[], fileUrl: string) => Item[];

/**
 * Creates a function that converts the items of a record to their response form: the ID of a file becomes its URL, and
 * each of several items becomes an array with one item where the response has arrays (decision 0004). Nested items are
 * converted, too. Everything else is returned unchanged.
 *
 * The URL of a file has a template, in which `{id}` is replaced by the ID (decision 0011).
 *
 * @param model what the spec says of items; without it, all are returned unchanged
 * @example responseItems(model)(items, "https://files.example/{id}")
 */
export function responseItems(model: ItemsModel | undefined): ToResponseItems {
  if (!model) return (items) => [...items];
  const returned = new Map<unknown, ReturnedValue>(model.types.map((one) => [one.name, one.returned]));
  const convertValue = (kind: ReturnedValue | undefined, value: unknown, fileUrl: string): unknown => {
    switch (kind) {
      case "url":
        return fileUrl.replaceAll("{id}", () => encodeURIComponent(String(value)));
      case "items":
        return convert(value as Item[], fileUrl);
      case "item-arrays":
        return convert(value as Item[], fileUrl).map((item) => [item]);
      default:
        return value;
    }
  };
  const convert: ToResponseItems = (items, fileUrl) =>
    items.map((item) => ({
      ...item,
      [model.value]: convertValue(returned.get(item[model.type]), item[model.value], fileUrl),
    }));
  return convert;
}
