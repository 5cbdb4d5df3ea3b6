import { decoded } from "../../../document/path-pattern.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { instantOf } from "./instant.js";
import { type List, type ListPage, type ListRecord, type Query, sameRecords, type Whole } from "./list.js";

/** A name and a value of each parameter, as they are sent, as a text for messages. */
const textOf = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join("&") || "no parameters";

/** The update times of records, parsed once however many windows are compared with them. */
const moments = new WeakMap<ListRecord, bigint>();

export function updated(list: List, record: ListRecord): bigint {
  const known = moments.get(record);
  if (known !== undefined) return known;
  const moment = instantOf(record[list.pagination.updatedAt ?? ""]) ?? 0n;
  moments.set(record, moment);
  return moment;
}

/** Returns the records in the window of a query: its start is inclusive, its end exclusive (decision 0007). */
export function inWindow(list: List, records: readonly ListRecord[], query: Query): readonly ListRecord[] {
  // No record was updated in a leap second.
  const edge = (name = "") => instantOf(String(query[name]).replace(":60", ":59"));
  const [from, to] = [edge(list.pagination.updatedFrom), edge(list.pagination.updatedTo)];
  if (from === undefined && to === undefined) return records;
  return records.filter((record) => {
    const at = updated(list, record);
    return (from === undefined || at >= from) && (to === undefined || at < to);
  });
}

/** Returns a query with a limit that the list allows: its smallest page may be larger than a law asks for, or its largest smaller. */
export const asAllowed = ({ minLimit, maxLimit }: Pick<List, "minLimit" | "maxLimit">, query: Query): Query =>
  "limit" in query ? { ...query, limit: Math.min(maxLimit, Math.max(minLimit, Number(query["limit"]))) } : query;

/**
 * Checks a page against the whole list (the API's published description, section 4.2; decisions 0007 and 0009): its
 * records, its total, its limit and offset, and its links. Of a list that was not read to its end, only pages within what
 * was read are requested.
 */
export async function checkPage(list: List, whole: Whole, asked: Query): Promise<ListPage | undefined> {
  const query = asAllowed(list, asked);
  const records = inWindow(list, whole.records, query);
  const limit = Number(query["limit"] ?? list.defaultLimit);
  const offset = Number(query["offset"] ?? list.defaultOffset);
  if (offset > list.maxOffset || (!whole.complete && offset + limit > records.length)) return undefined;
  const page = await list.page(query);
  const where = textOf(query);
  sameRecords(list, page.records, records.slice(offset, offset + limit), where);
  // How many records a window has is only known if all were read.
  const total = whole.complete ? records.length : records === whole.records ? whole.total : undefined;
  for (const [name, value] of Object.entries({ total, limit, offset })) {
    const shown = page[name as "total" | "limit" | "offset"];
    if (shown !== undefined && shown !== value)
      throw new ContractViolation(`${where}: the ${name} is ${shown}, expected ${value}`);
  }
  if (list.pagination.shape === "linked" && total !== undefined)
    await checkLinks(list, page, { query, limit, offset, total });
  return page;
}

interface Linked {
  readonly query: Query;
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

async function checkLinks(list: List, page: ListPage, { query, limit, offset, total }: Linked): Promise<void> {
  // What the link before a page far past the end is, is not specified.
  if (offset >= total + 4) return;
  const next = offset + limit < total ? offset + limit : undefined;
  const { path } = page;
  await checkLink(list, page.next, { path, query, limit, offset: next, what: "next" });
  const previous = offset > 0 ? Math.max(0, offset - limit) : undefined;
  await checkLink(list, page.previous, { path, query, limit, offset: previous, what: "previous" });
}

/** A link of a page: its path and query, and where the link leads; undefined if there is no such page. */
interface Leading {
  readonly path: string;
  readonly query: Query;
  readonly limit: number;
  readonly offset: number | undefined;
  readonly what: "next" | "previous";
}

/** Checks a link: it leads to the right page, and no parameter of the query is lost, changed or added. */
async function checkLink(list: List, link: string | null | undefined, leading: Leading): Promise<void> {
  const { query, limit, offset, what } = leading;
  const fail = (why: string) => new ContractViolation(`${what} of ${textOf(query)} is ${link}${why}`);
  if (offset === undefined) {
    if (link !== null) throw fail(", but there is no such page");
    return;
  }
  if (typeof link !== "string" || !URL.canParse(link)) throw fail(`, expected offset ${offset}`);
  const url = new URL(link);
  await leadsHere(list, url, leading);
  if (Number(url.searchParams.get("offset") ?? 0) !== offset) throw fail(`, expected offset ${offset}`);
  // A previous page that begins at the start of the list may be shorter, to avoid an overlap, or keep the limit.
  const stride = Number(url.searchParams.get("limit") ?? list.defaultLimit);
  if (stride !== limit && !(what === "previous" && offset === 0)) throw fail(`, expected limit ${limit}`);
  const wrong = wrongFilter(url.searchParams, query);
  if (wrong) throw fail(`: ${wrong}`);
}

/**
 * Describes the first parameter, apart from paging, that a link loses, changes, adds or duplicates; undefined if there
 * is none.
 */
function wrongFilter(query: URLSearchParams, asked: Query): string | undefined {
  const names = [...query.keys()];
  const paging = (name: string) => name === "limit" || name === "offset";
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `${twice} is duplicated`;
  const added = names.find((name) => !Object.hasOwn(asked, name) && !paging(name));
  if (added !== undefined) return `${added} is not in the query`;
  const lost = Object.keys(asked).find(
    (name) => !paging(name) && instantOf(query.get(name)) !== instantOf(asked[name]),
  );
  return lost === undefined ? undefined : `${lost} is ${query.get(lost)}`;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Checks that a link is absolute, and leads to the requested path, on the requested host. */
async function leadsHere(list: List, url: URL, { path: requested, what }: Leading): Promise<void> {
  const fail = (why: string) => new ContractViolation(`${what} is ${url.href}, ${why}`);
  if (url.username || url.password || url.hash) throw fail("which has a user name, a password or a fragment");
  if (!/^https?:$/.test(url.protocol)) throw fail("which is not an HTTP URL");
  const { baseUrl } = list;
  const base = new URL(baseUrl ?? url.origin);
  const path = base.pathname.replace(/\/$/, "") + requested;
  // A path can be encoded in several ways.
  const [at, here, below] = [url.pathname, path, requested].map(plainPath) as [string, string, string];
  if (at !== here && at !== below && !(baseUrl === undefined && at.endsWith(below)))
    throw fail(`but the list is at ${path}`);
  // A proxy on this machine may use another port.
  const near = LOOPBACK.test(url.hostname) && LOOPBACK.test(base.hostname);
  if (url.host !== base.host && !near) throw fail(`but the request went to ${base.host}`);
  if (near && url.origin !== base.origin && !(await list.responds(url))) throw fail("where no server responds");
}

const plainPath = (path: string): string =>
  path
    .split("/")
    .map((part) => encodeURIComponent(decoded(part)))
    .join("/");
