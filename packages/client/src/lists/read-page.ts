import type { PaginationDescriptor } from "../descriptors.js";
import { UnexpectedBody } from "../http/attempt.js";
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

/** Returns the records of a page of any shape. `null` counts as an empty list, because some servers write it so. */
export function recordsOf({ records, identity }: PaginationDescriptor, body: unknown): Item[] {
  const list = records ? own(Object(body), records) : body;
  if (list === null) return [];
  demand(Array.isArray(list), "no array of records");
  for (const record of list) demand(own(Object(record), identity), `a record without ${identity}`);
  return list;
}

/**
 * Reads one page of any shape; throws UnexpectedBody if its fields are missing or invalid, or contradict its records.
 */
export function readPage(
  descriptor: PaginationDescriptor,
  body: unknown,
  { offset, limit }: { offset: number; limit: number },
): Page<Item> {
  const records = recordsOf(descriptor, body);
  const { length } = records;
  if (descriptor.shape === "array") {
    demand(length <= limit, `${length} records with a limit of ${limit}`);
    return { records, offset, limit };
  }
  const page = body as Item;
  const total = own(page, `${descriptor.total}`);
  demand(isCount(total), `${descriptor.total} is not a number of records`);
  const applied =
    descriptor.shape === "standard" ? standardLimit(page, offset) : linkedLimit(page, offset, limit, length);
  const promised = Math.max(0, Math.min(applied, total - offset));
  // With a limit of 0, a pull would never end.
  demand(applied > 0 && length === promised, `${length} records instead of ${promised}`);
  if (descriptor.shape === "linked")
    demand(!page["next"] === offset + length >= total, "the next link contradicts the number of records");
  return { records, offset, limit: applied, total };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Returns the limit of the standard envelope. */
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
  if (!next) return limit;
  const base = "http://any";
  demand(typeof next === "string" && URL.canParse(next, base), "an invalid next link");
  const nextOffset = new URL(next, base).searchParams.get("offset");
  return nextOffset === null ? length : Number(nextOffset) - offset;
}
