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

function demand(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvalidResponseError(message);
}

/** The records of a page of any shape; throws an InvalidResponseError where there is no list of them. */
export function recordsOf({ records, identity }: PaginationDescriptor, body: unknown): Item[] {
  const list = records ? Object(body)[records] : body;
  demand(Array.isArray(list), "no list of records");
  for (const record of list) demand(Object(record)[identity], `a record without ${identity}`);
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
  const page = body as { next?: string | null; limit: number; offset: number } & Record<string, number>;
  const total = page[descriptor.total as string] as number;
  if (descriptor.shape === "array") {
    demand(length <= limit, `${length} records with a limit of ${limit}`);
    return { records, offset, limit };
  }
  if (descriptor.shape === "standard") {
    demand(page.offset === offset, `the page at offset ${page.offset}, not ${offset}`);
    limit = page.limit;
  } else if (page.next) {
    demand(URL.canParse(page.next, origin), "a next link that is none");
    const { origin: leadsTo, searchParams } = new URL(page.next, origin);
    demand(leadsTo === origin, `a next link to another origin, ${leadsTo}`);
    limit = Number(searchParams.get("offset") ?? offset + length) - offset;
  }
  const promised = Math.max(0, Math.min(limit, total - offset));
  // A limit of 0 would be a stride of 0: a pull without end.
  demand(
    limit > 0 && length === promised && (descriptor.shape === "standard" || !page.next === offset + length >= total),
    `${length} records where the page promises ${promised}`,
  );
  return { records, offset, limit, total };
}
