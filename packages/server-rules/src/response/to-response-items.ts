/** The part of an item that is needed to convert it. */
export interface Item {
  readonly key: string;
  readonly type: string;
  readonly value: unknown;
}

/**
 * Converts the items of a record to their response form (document 2.2 and 4.1): the ID in a `file` item becomes a URL,
 * and the value of an `object-array` becomes an array of arrays with one item each (decision 0004). Nested items are
 * converted, too. Everything else is returned unchanged.
 *
 * @param items the items as sent, already validated
 * @param fileUrl the template of a URL, in which `{id}` is replaced by the ID (decision 0011)
 * @example toResponseItems(items, "https://files.example/{id}")
 */
export function toResponseItems(items: readonly Item[], fileUrl: string): Item[] {
  return items.map((item) => ({ ...item, value: toResponseValue(item, fileUrl) }));
}

function toResponseValue({ type, value }: Item, fileUrl: string): unknown {
  switch (type) {
    case "file":
      return fileUrl.replaceAll("{id}", () => encodeURIComponent(value as string));
    case "object":
      return toResponseItems(value as Item[], fileUrl);
    case "object-array":
      return toResponseItems(value as Item[], fileUrl).map((item) => [item]);
    default:
      return value;
  }
}
