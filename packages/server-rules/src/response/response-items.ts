import { type ItemsModel, type ItemsPlace, isObject, type ReturnedValue } from "@metadata-service/spec-tools";

/** A typed item; `x-items` names its fields. */
type Item = Readonly<Record<string, unknown>>;

type ToResponseItems = (items: readonly Item[], fileUrl: string) => Item[];

export interface RecordItems {
  /** The fields that hold items, or contain values that do. */
  readonly fields: readonly string[];
  /** Whether the response form of some items is a URL. */
  readonly hasUrls: boolean;
  /**
   * Converts the value of one of the fields, as sent and already validated, to its response form.
   *
   * @param fileUrl the template of file URLs (decision 0011)
   */
  toResponse(field: string, value: unknown, fileUrl: string): unknown;
}

/**
 * Returns where a record holds its typed items, and how they are converted; undefined if it has none.
 *
 * @param places those of the body
 * @param at the names of the fields that lead from the body to the record
 */
export function recordItems(places: readonly ItemsPlace[], at: readonly string[]): RecordItems | undefined {
  const own = places.flatMap(({ path, items }) => {
    const [field, ...within] = at.every((name, i) => name === path[i]) ? path.slice(at.length) : [];
    return typeof field === "string" ? [{ field, within, items, convert: responseItems(items) }] : [];
  });
  if (own.length === 0) return undefined;
  return {
    fields: [...new Set(own.map(({ field }) => field))],
    hasUrls: own.some(({ items }) => items.types.some(({ returned }) => returned.startsWith("url"))),
    toResponse: (name, value, fileUrl) =>
      own
        .filter(({ field }) => field === name)
        .reduce((shown, { within, convert }) => convertAt(shown, within, (items) => convert(items, fileUrl)), value),
  };
}

/** Converts the lists of items at a place of a value. */
function convertAt(
  value: unknown,
  [step, ...rest]: ItemsPlace["path"],
  convert: (items: readonly Item[]) => unknown,
): unknown {
  if (Array.isArray(value)) {
    if (step === null) return value.map((one) => convertAt(one, rest, convert));
    return step === undefined ? convert(value) : value;
  }
  const isThere = typeof step === "string" && isObject(value) && Object.hasOwn(value, step);
  return isThere ? { ...value, [step]: convertAt(value[step], rest, convert) } : value;
}

/**
 * Creates a function that converts the items of a record to their response form: the ID of a file becomes its URL, and
 * each of several items becomes an array with one item where the response has arrays (decision 0004). Nested items are
 * converted, too. Everything else is returned unchanged.
 *
 * The URL of a file has a template, in which `{id}` is replaced by the ID (decision 0011).
 *
 * @example responseItems(model)(items, "https://files.example/{id}")
 */
function responseItems(model: ItemsModel): ToResponseItems {
  const returned = new Map<unknown, ReturnedValue>(model.types.map((one) => [one.name, one.returned]));
  const convertValue = (kind: ReturnedValue | undefined, value: unknown, fileUrl: string): unknown => {
    // A value may be null or missing, if its schema allows it.
    if (value === null || value === undefined) return value;
    switch (kind) {
      case "url":
        return fileUrl.replaceAll("{id}", () => encodeURIComponent(String(value)));
      case "urls":
        return (value as unknown[]).map((one) => convertValue("url", one, fileUrl));
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
