import { isDeepStrictEqual } from "node:util";
import { type Context, NotApplicable, TooShort } from "../../../cases/case.js";
import type { Effort } from "../../../cases/effort.js";
import type { Operation, PageShape, Pagination } from "../../../document/document.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { isRecord, own } from "../../../lib/objects.js";
import { listedValues } from "../../../resources/record-parameters.js";

export type ListRecord = Record<string, unknown>;

/** A page, in the same form for every page shape; fields that a shape does not have are undefined. */
export interface ListPage {
  /** The path that was requested, without the base path of the server. */
  path: string;
  records: ListRecord[];
  total?: number;
  limit?: number;
  offset?: number;
  next?: string | null;
  previous?: string | null;
}

export interface Whole {
  records: ListRecord[];
  total?: number;
  /** Whether the end was reached; only `maxRecords` records of a longer list are read. */
  complete: boolean;
}

export type Query = Record<string, string | number>;

/** A list operation of a running target. */
export interface List {
  operation: Operation;
  pagination: Pagination;
  minLimit: number;
  maxLimit: number;
  defaultLimit: number;
  defaultOffset: number;
  maxOffset: number;
  seed: number;
  round: number;
  runs: number;
  effort: Effort;
  /** The base URL of the server, to check its links; undefined if the target is not a server. */
  baseUrl?: string;
  /** Whether a server responds at the address of a link; tried once for each scheme, host and port. */
  responds(url: URL): Promise<boolean>;
  page(query: Query): Promise<ListPage>;
  /** All records, read once, in pages of the maximum limit. */
  whole(): Promise<Whole>;
  identity(record: ListRecord): unknown;
  /** Returns what was read of the list; throws if there are fewer records than this. */
  known(atLeast: number): Promise<Whole>;
  /** The same; throws as well if the list was not read to its end. */
  complete(atLeast?: number): Promise<Whole>;
}

/** Returns the list for an operation with `x-pagination`. */
export function listOf(context: Context, operation: Operation): List {
  const pagination = operation.pagination;
  if (!pagination) throw new Error(`${operation.id} is not a list operation`);
  const schemaOf = (name: string) =>
    operation.parameters.find((parameter) => parameter.name === name)?.schema.node ?? {};
  const maxLimit = schemaOf("limit").maximum ?? 100;
  const maxOffset = schemaOf("offset").maximum ?? Number.MAX_SAFE_INTEGER;

  // All pages are those of one list: that of the first of the values that a parameter of the path lists.
  const path = listedValues(operation);
  // What several cases share counts for none of them.
  const shared = context.forCase(operation.id);
  async function page(query: Query, own = context): Promise<ListPage> {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const { body, request } = await own.exchange(operation, { path, query: pairs });
    const [requested = ""] = request.path.split("?");
    return { path: requested, ...pageOf(pagination as Pagination, body) };
  }

  async function pull(): Promise<Whole> {
    let records: ListRecord[] = [];
    let total: number | undefined;
    const most = Math.min(context.maxRecords, maxOffset + 1);
    while (records.length < most) {
      const next = await page({ limit: maxLimit, offset: records.length }, shared);
      total ??= next.total;
      if (next.records.length > maxLimit)
        throw new ContractViolation(`a page with limit ${maxLimit} has ${next.records.length} records`);
      records = records.concat(next.records);
      const ended = pagination?.shape === "array" ? next.records.length === 0 : records.length >= (total ?? 0);
      if (ended) return { records, total, complete: true };
      if (next.records.length === 0)
        throw new ContractViolation(`the page at offset ${records.length} is empty, but the total is ${total}`);
    }
    return { records, total, complete: false };
  }

  const whole = () => context.once(operation.id, pull);
  async function known(atLeast: number): Promise<Whole> {
    const found = await whole();
    if (found.records.length < atLeast)
      throw new TooShort(`the list has ${found.records.length} records, but this check needs ${atLeast}`);
    return found;
  }
  return {
    operation,
    pagination,
    minLimit: schemaOf("limit").minimum ?? 1,
    maxLimit,
    defaultLimit: Number(schemaOf("limit").default ?? 10),
    defaultOffset: Number(schemaOf("offset").default ?? 0),
    maxOffset,
    seed: context.seed,
    round: context.round,
    runs: context.runs,
    effort: context.effort,
    baseUrl: context.target.baseUrl,
    responds: (url) =>
      context.once(`responds ${url.origin}`, async () => (await context.target.responds?.(url)) ?? true),
    page: (query) => page(query),
    whole,
    identity: (record) => own(record, pagination.identity),
    known,
    async complete(atLeast = 1) {
      const found = await known(atLeast);
      if (!found.complete)
        throw new NotApplicable(
          found.records.length > maxOffset
            ? `the list has more records than its largest offset, ${maxOffset}, reaches`
            : `the list has more than ${context.maxRecords} records`,
        );
      return found;
    },
  };
}

/** Parses a page by its shape in `x-pagination`. */
function pageOf(pagination: Pagination, body: unknown): Omit<ListPage, "path"> {
  if (pagination.shape === "array") return { records: recordsOf(body, "the page") };
  if (!isRecord(body)) throw new ContractViolation("the page is not an object");
  const number = (name: string | undefined) =>
    typeof body[name ?? ""] === "number" ? (body[name ?? ""] as number) : undefined;
  const link = (name: string) => body[name] as string | null | undefined;
  return {
    records: recordsOf(own(body, pagination.records ?? "data"), pagination.records ?? "data"),
    total: number(pagination.total),
    ...ENVELOPES[pagination.shape](number, link),
  };
}

/** Returns what an envelope says besides its records and their number, by the shape of the page. */
const ENVELOPES: Readonly<
  Record<
    Exclude<PageShape, "array">,
    (
      number: (name: string) => number | undefined,
      link: (name: string) => string | null | undefined,
    ) => Pick<ListPage, "limit" | "offset" | "next" | "previous">
  >
> = {
  standard: (number) => ({ limit: number("limit"), offset: number("offset") }),
  linked: (_, link) => ({ next: link("next"), previous: link("previous") }),
};

function recordsOf(value: unknown, what: string): ListRecord[] {
  if (!Array.isArray(value) || !value.every(isRecord))
    throw new ContractViolation(`${what} is not an array of records`);
  return value;
}

/** Runs checks in parallel; throws the first failure. */
export async function inParallel<T>(values: Iterable<T>, check: (value: T) => Promise<unknown>): Promise<void> {
  await Promise.all([...values].map(check));
}

/** Compares records. @throws {ContractViolation} for the first difference, with the identity of the record */
export function sameRecords(
  list: List,
  got: readonly ListRecord[],
  wanted: readonly ListRecord[],
  where: string,
): void {
  for (let i = 0; i < Math.max(got.length, wanted.length); i++)
    if (!isDeepStrictEqual(got[i], wanted[i]))
      throw new ContractViolation(
        `${where}: record ${i} is ${name(list, got[i])}, expected ${name(list, wanted[i])} (${got.length} records, expected ${wanted.length})`,
      );
}

function name(list: List, record: ListRecord | undefined): string {
  return record === undefined ? "missing" : String(list.identity(record));
}
