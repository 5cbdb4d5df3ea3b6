import type { PaginationDescriptor } from "../descriptors.js";
import { UnexpectedBody } from "../http/read-body.js";
import { own } from "../own.js";

/** One record; the runtime knows only that it is an object. */
export type Item = Record<string, unknown>;

/** One page of a list, in the same form for every page shape. */
export interface Page<Record> {
  records: Record[];
  /** The number of records of the list before this page. */
  offset: number;
  /** The limit that the server applied. */
  limit: number;
  /** The number of all records that match, if the page shape has it. */
  total?: number;
}

function demand(condition: unknown, message: string): asserts condition {
  if (!condition) throw new UnexpectedBody(message);
}

/** Parses JSON with each number as the text that was sent: 2^53 + 1 as a number becomes 2^53. */
function parseExact(text: string): unknown {
  let isInString = false;
  const quoted = text.replace(/\\.|"|-?\d[\d.]*(e[-+]?\d+)?/gi, (token) => {
    if (token === '"') isInString = !isInString;
    return isInString || token === '"' ? token : `"${token}"`;
  });
  return JSON.parse(quoted);
}

/**
 * Returns the records of a page of any shape; throws UnexpectedBody if one cannot be identified.
 *
 * @param text the body as it was sent
 */
export function recordsOf({ records, identity }: PaginationDescriptor, body: unknown, text = ""): Item[] {
  const listIn = (parsed: unknown) => (records === undefined ? parsed : own(Object(parsed), records));
  const idOf = (record: unknown): unknown => own(Object(record), identity);
  const list = listIn(body);
  demand(Array.isArray(list), `${records ?? "the body"} is not an array of records`);
  let exact: unknown[] | undefined;
  list.forEach((record, index) => {
    const id = idOf(record);
    if (typeof id === "string" || Number.isSafeInteger(id)) return;
    const name = `${records ?? ""}[${index}].${identity}`;
    demand(typeof id === "number", `${name} must be a string or a number, not ${JSON.stringify(id)}`);
    // Up to 15 digits are always exact.
    if (/^-?(\d\.?){1,15}$/.test(`${id}`)) return;
    exact ??= listIn(parseExact(text)) as unknown[];
    const sent = idOf(exact[index]);
    demand(sent === `${id}`, `${name} must be a string, because ${sent} becomes ${id} in JavaScript`);
  });
  return list;
}

/**
 * Reads one page of any shape; throws UnexpectedBody if its fields are missing or invalid, or contradict its records.
 */
export function readPage(
  descriptor: PaginationDescriptor,
  body: unknown,
  { offset, limit }: { offset: number; limit: number },
  text?: string,
): Page<Item> {
  const records = recordsOf(descriptor, body, text);
  const { length } = records;
  if (descriptor.shape === "array") {
    demand(length <= limit, `${length} records with a limit of ${limit}`);
    return { records, offset, limit };
  }
  const page = body as Item;
  const total = own(page, `${descriptor.total}`);
  demand(isCount(total), `${descriptor.total} is not a number of records`);
  // Another shape needs another reader.
  const shape: "standard" | "linked" = descriptor.shape;
  const applied = shape === "standard" ? standardLimit(page, offset) : linkedLimit(page, offset, limit, length);
  const promised = Math.max(0, Math.min(applied, total - offset));
  // With a limit of 0, a pull would never end.
  demand(applied > 0 && length === promised, `${length} records instead of ${promised}`);
  if (shape === "linked")
    demand(!page["next"] === offset + length >= total, "the next link contradicts the number of records");
  return { records, offset, limit: applied, total };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function standardLimit({ offset, limit }: Item, asked: number): number {
  demand(offset === asked, `the page at offset ${Number(offset)}, not ${asked}`);
  demand(isCount(limit), "limit is not a number of records");
  return limit;
}

/**
 * Returns the limit in the `next` link. The link is never followed, because pages are requested by offset. It may
 * therefore have another origin or scheme, as behind a proxy that terminates TLS.
 */
function linkedLimit({ next }: Item, offset: number, limit: number, length: number): number {
  if ((next ?? "") === "") return limit;
  const base = "http://any";
  demand(typeof next === "string" && URL.canParse(next, base), "an invalid next link");
  const nextOffset = new URL(next, base).searchParams.get("offset");
  return nextOffset === null ? length : Number(nextOffset) - offset;
}
