import { InvalidResponseError } from "./errors.js";
import type { Page, PaginationDescriptor } from "./types.js";

/** One record, as far as the runtime knows it. */
export type Item = Record<string, unknown>;

/** What was asked of a page. */
export interface Asked {
  offset: number;
  limit: number;
  /** The origin that was asked; a `next` link must not leave it. */
  origin: string;
}

const fail = (message: string): never => {
  throw new InvalidResponseError(message);
};

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;

/** The records of a page of any shape; throws an InvalidResponseError where there is no list of them. */
export function recordsOf({ records, identity }: PaginationDescriptor, body: unknown): Item[] {
  const list = records ? Object(body)[records] : body;
  if (!Array.isArray(list)) return fail(`no list of records${records ? ` in "${records}"` : ""}`);
  if (list.some((record) => Object(record)[identity] === undefined)) fail(`a record without "${identity}"`);
  return list;
}

/** Reads one page of any shape; throws an InvalidResponseError where it does not hold what it promises. */
export function readPage(
  descriptor: PaginationDescriptor,
  body: unknown,
  { offset, limit, origin }: Asked,
): Page<Item> {
  const records = recordsOf(descriptor, body);
  const { length } = records;
  if (descriptor.shape === "array") {
    if (length > limit) fail(`${length} records with a limit of ${limit}`);
    return { records, offset, limit };
  }

  const page = body as Record<string, unknown>;
  const total = page[descriptor.total as string] as number;
  if (!isCount(total)) fail(`no number in "${descriptor.total}"`);
  if (descriptor.shape === "linked") {
    const next = page["next"] as string | null;
    if (next !== null) {
      if (!URL.canParse(next, origin)) fail('no URL in "next"');
      const link = new URL(next, origin);
      if (link.origin !== origin) fail(`"next" leads to another origin, ${link.origin}`);
      limit = Number(link.searchParams.get("offset")) - offset || length;
    }
    if ((next === null) !== offset + length >= total) fail('"next" does not fit the number of records');
  } else {
    if (page["offset"] !== offset) fail(`offset ${page["offset"]} where ${offset} was asked for`);
    limit = page["limit"] as number;
  }
  // The limit is the stride: at 0 a pull would never end.
  if (!isCount(limit) || limit < 1) fail("no limit that can be stepped by");
  const promised = Math.max(0, Math.min(limit, total - offset));
  if (length !== promised) fail(`${length} records where the page promises ${promised}`);
  return { records, offset, limit, total };
}
