import { type ItemsField, type ItemsModel, isObject, type ReturnedValue } from "@metadata-service/spec-tools";

/** A typed item; `x-items` names its fields. */
type Item = Readonly<Record<string, unknown>>;

type ToResponseItems = (items: readonly Item[], fileUrl: string) => Item[];

/** The field of a record that holds typed items, or contains the object that does. */
export interface RecordItems {
  readonly field: string;
  /** Whether the response form of some items is a URL. */
  readonly hasUrls: boolean;
  /**
   * Converts the value of the field, as sent and already validated, to its response form.
   *
   * @param fileUrl the template of file URLs (decision 0011)
   */
  toResponse(value: unknown, fileUrl: string): unknown;
}

/**
 * Returns where a record holds its typed items, and how they are converted; undefined if it has none.
 *
 * @param at the names of the fields that lead from the body to the record
 */
export function recordItems(body: ItemsField | undefined, at: readonly string[]): RecordItems | undefined {
  const names = body ? [body.field, ...body.within] : [];
  const [field, ...within] = at.every((name, i) => name === names[i]) ? names.slice(at.length) : [];
  if (!body || field === undefined) return undefined;
  const convert = responseItems(body.items);
  const toResponse = within.reduceRight<RecordItems["toResponse"]>(
    (inner, name) => (value, fileUrl) =>
      isObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: inner(value[name], fileUrl) } : value,
    (value, fileUrl) => (Array.isArray(value) ? convert(value, fileUrl) : value),
  );
  return { field, hasUrls: body.items.types.some(({ returned }) => returned === "url"), toResponse };
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
