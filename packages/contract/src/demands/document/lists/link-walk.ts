import { sampled } from "../../../effort.js";
import { DATE_TIMES } from "../../../grammar/date-time.js";
import { ContractViolation } from "../../../judge.js";
import { instantOf } from "./instant.js";
import { inParallel, type List, type ListPage, type ListRecord, type Query, sameRecords } from "./list.js";
import type { ListLaw } from "./paging-laws.js";
import { hasWindows, windowsOf } from "./windows.js";

const linked: ListLaw["applies"] = ({ pagination }) => pagination.shape === "linked";

/** The laws of links, followed to both ends, with and without windows (decision 0009). */
export const LINK_WALKS: ListLaw[] = [
  {
    name: "links to both ends",
    description:
      "following next reads the whole list, previous leads back, and every link keeps every parameter of its query",
    applies: linked,
    async check(list) {
      const { records } = await list.complete(3);
      const limits = list.effort === "quick" ? [list.maxLimit] : [list.maxLimit, Math.ceil(list.maxLimit / 2), 7];
      for (const limit of limits.filter((each) => records.length / each < 300)) await walk(list, records, { limit });
      await walk(list, records, { limit: list.maxLimit - 1, offset: 3 });
      if (records.length <= 1500 && list.effort !== "quick") await walk(list, records, {});
      if (list.pagination.updatedFrom === undefined) return;
      for (const window of windowsOf(list, records))
        await walk(list, window.records, {
          ...window.query,
          limit: Math.max(2, Math.ceil(window.records.length / 6)) % list.maxLimit || 7,
        });
    },
  },
  {
    name: "links at every edge",
    description:
      "next is present while records are left, and previous if there are earlier ones, at every limit and offset near the ends",
    applies: linked,
    async check(list) {
      const { records } = await list.complete(3);
      const windows = list.pagination.updatedFrom === undefined ? [] : windowsOf(list, records);
      const asked = [{ query: {}, records }, ...windows].flatMap(({ query, records: { length } }) =>
        [1, 7, list.defaultLimit, list.maxLimit].flatMap((limit) =>
          edges(limit, length).map((offset) => ({ query: { ...query, limit, offset }, limit, offset, length })),
        ),
      );
      await inParallel(asked, async ({ query, limit, offset, length }) => {
        const page = await list.page(query);
        await judgeLink(list, page.next, query, offset + limit < length ? offset + limit : undefined, "next");
        await judgeLink(list, page.previous, query, offset > 0 ? Math.max(0, offset - limit) : undefined, "previous");
      });
    },
  },
  {
    name: "links of every query",
    description: "next and previous are right whichever parameters are in the query",
    applies: linked,
    async check(list) {
      const { records } = await list.complete(3);
      const windows = hasWindows(list) ? sampled(windowsOf(list, records), list.effort, 4) : [];
      const paging: Query[] = [{}, { limit: 4 }, { offset: 3 }, { limit: 4, offset: 3 }];
      const asked = [{ query: {}, records }, ...windows].flatMap(({ query, records: { length } }) =>
        paging.map((page) => ({ query: { ...query, ...page }, length })),
      );
      await inParallel(asked, async ({ query, length }) => {
        const limit = Number("limit" in query ? query.limit : list.defaultLimit);
        const offset = Number("offset" in query ? query.offset : list.defaultOffset);
        const { next, previous } = await list.page(query);
        const whole = { ...query, limit };
        await judgeLink(list, next, whole, offset + limit < length ? offset + limit : undefined, "next");
        await judgeLink(list, previous, whole, offset > 0 ? Math.max(0, offset - limit) : undefined, "previous");
      });
    },
  },
  {
    name: "links of every form of a time",
    description: "a link keeps a time in any valid form",
    applies: ({ pagination }) => pagination.shape === "linked" && pagination.updatedFrom !== undefined,
    async check(list) {
      await list.complete(3);
      const { updatedFrom, updatedTo } = list.pagination;
      const names = [updatedFrom, updatedTo].filter((name) => name !== undefined);
      const asked = sampled(DATE_TIMES, list.effort).flatMap(({ text }) => names.map((name) => ({ [name]: text })));
      await inParallel(asked, async (filter) => {
        const query = { ...filter, limit: 1, offset: 1 };
        const { next, previous } = await list.page(query);
        for (const [what, link, offset] of [
          ["next", next, 2],
          ["previous", previous, 0],
        ] as const)
          if (typeof link === "string") await judgeLink(list, link, query, offset, what);
      });
    },
  },
];

/** Offsets at which a link appears or disappears: around the start, around the end, and a page from either. */
const edges = (limit: number, length: number): number[] => {
  const near = [0, 1, limit - 1, limit, limit + 1, length - limit - 1, length - limit, length - limit + 1, length - 1];
  return [...new Set(near)].filter((offset) => offset >= 0 && offset < Math.max(1, length));
};

/** Follows next to the end and previous back to the start, and compares each page and each link with the list. */
async function walk(list: List, records: ListRecord[], query: Query): Promise<void> {
  const limit = Number(query["limit"] ?? list.defaultLimit);
  const from = JSON.stringify(query);
  let offset = Number(query["offset"] ?? 0);
  let page = await list.page(query);
  for (let steps = 1; ; steps++) {
    sameRecords(list, page.records, records.slice(offset, offset + limit), `next, ${steps} times, from ${from}`);
    const more = offset + limit < records.length;
    await judgeLink(list, page.next, { ...query, limit }, more ? offset + limit : undefined, "next");
    await judgeLink(
      list,
      page.previous,
      { ...query, limit },
      offset > 0 ? Math.max(0, offset - limit) : undefined,
      "previous",
    );
    if (typeof page.next !== "string") break;
    page = await follow(list, page.next);
    offset += limit;
  }
  await walkBack(list, records, page, { limit, offset, from });
}

interface Start {
  limit: number;
  offset: number;
  from: string;
}

async function walkBack(
  list: List,
  records: ListRecord[],
  last: ListPage,
  { limit, offset: end, from }: Start,
): Promise<void> {
  let [page, offset] = [last, end];
  for (let back = 1; typeof page.previous === "string" && offset > 0; back++) {
    const before = offset;
    offset = Math.max(0, offset - limit);
    page = await follow(list, page.previous);
    // The first page may be shorter, or overlap the second one.
    const short = offset === 0 && before < limit && page.records.length === before;
    const wanted = short ? records.slice(0, before) : records.slice(offset, offset + limit);
    sameRecords(list, page.records, wanted, `previous, ${back} times, from the end of ${from}`);
  }
  if (offset !== 0) throw new ContractViolation(`previous ends at offset ${offset} of ${from}`);
  if (typeof page.previous === "string")
    throw new ContractViolation(`the first page of ${from} has a previous one: ${page.previous}`);
}

const follow = (list: List, link: string): Promise<ListPage> =>
  list.page(Object.fromEntries(new URL(link).searchParams));

/** Checks a link: it leads to the right page, and no parameter of the query is lost, changed or added. */
async function judgeLink(
  list: List,
  link: string | null | undefined,
  asked: Query,
  offset: number | undefined,
  what: string,
): Promise<void> {
  const from = JSON.stringify(asked);
  if (offset === undefined) {
    if (link !== null) throw new ContractViolation(`${what} of ${from} is ${link}, but there is no such page`);
    return;
  }
  if (typeof link !== "string" || !URL.canParse(link))
    throw new ContractViolation(`${what} of ${from} is ${link}, expected offset ${offset}`);
  const url = new URL(link);
  await leadsHere(list, url, what);
  const fail = (why: string) => new ContractViolation(`${what} of ${from} is ${link}${why}`);
  if (Number(url.searchParams.get("offset") ?? 0) !== offset) throw fail(`, expected offset ${offset}`);
  const limit = Number(url.searchParams.get("limit") ?? list.defaultLimit);
  if (limit !== asked["limit"] && !(what === "previous" && offset === 0))
    throw fail(`, expected limit ${asked["limit"]}`);
  const wrong = wrongFilter(url.searchParams, asked);
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

/** Checks that a link leads to the path of its list, on the requested host. */
async function leadsHere(list: List, url: URL, what: string): Promise<void> {
  if (url.username || url.password || url.hash)
    throw new ContractViolation(`${what} is ${url.href}, which has a user name, a password or a fragment`);
  if (!/^https?:$/.test(url.protocol)) throw new ContractViolation(`${what} is ${url.href}, which is not an HTTP URL`);
  if (list.baseUrl === undefined) {
    if (!url.pathname.endsWith(list.operation.path)) throw new ContractViolation(`${what} leads to ${url.href}`);
    return;
  }
  const base = new URL(list.baseUrl);
  const path = base.pathname.replace(/\/$/, "") + list.operation.path;
  if (url.pathname !== path && url.pathname !== list.operation.path)
    throw new ContractViolation(`${what} leads to ${url.href}, but the list is at ${path}`);
  // A proxy on this machine may use another port.
  const near = LOOPBACK.test(url.hostname) && LOOPBACK.test(base.hostname);
  if (url.host !== base.host && !near)
    throw new ContractViolation(`${what} leads to ${url.host}, but the request went to ${base.host}`);
  if (near && url.origin !== base.origin && !(await list.responds(url)))
    throw new ContractViolation(`${what} leads to ${url.origin}, where no server responds`);
}
