import { Violation } from "../judge.js";
import { instantOf } from "./instant.js";
import { type List, type ListPage, type ListRecord, type Query, sameRecords } from "./list.js";
import type { ListLaw } from "./paging-laws.js";
import { windowsOf } from "./windows.js";

const linked: ListLaw["applies"] = ({ pagination }) => pagination.shape === "linked";

/** The laws of links, followed to both ends, with and without windows (decision 0009). */
export const LINK_WALKS: ListLaw[] = [
  {
    name: "links to both ends",
    says: "next leads through the whole list and previous back, and every link keeps every parameter of its query",
    applies: linked,
    async check(list) {
      const { records } = await list.complete(3);
      for (const limit of [list.maxLimit, Math.ceil(list.maxLimit / 2), 7].filter(
        (each) => records.length / each < 300,
      ))
        await walk(list, records, { limit });
      await walk(list, records.slice(0), { limit: list.maxLimit - 1, offset: 3 });
      if (records.length <= 1500) await walk(list, records, {});
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
    says: "next is there while records are left, previous where some come before, at every limit and offset around the ends",
    applies: linked,
    async check(list) {
      const { records } = await list.complete(3);
      const count = records.length;
      const windows = list.pagination.updatedFrom === undefined ? [] : windowsOf(list, records);
      for (const { query, length } of [
        { query: {}, length: count },
        ...windows.map((window) => ({ query: window.query, length: window.records.length })),
      ])
        for (const limit of [1, 7, list.defaultLimit, list.maxLimit])
          for (const offset of new Set([
            0,
            1,
            limit - 1,
            limit,
            limit + 1,
            length - limit - 1,
            length - limit,
            length - limit + 1,
            length - 1,
          ])) {
            if (offset < 0 || offset >= Math.max(1, length)) continue;
            const asked = { ...query, limit, offset };
            const page = await list.page(asked);
            judgeLink(list, page.next, asked, offset + limit < length ? offset + limit : undefined, "next");
            judgeLink(list, page.previous, asked, offset > 0 ? Math.max(0, offset - limit) : undefined, "previous");
          }
    },
  },
];

/** Follows next to the end and previous back to the start, and holds each page and each link to the list. */
async function walk(list: List, records: ListRecord[], query: Query): Promise<void> {
  const limit = Number(query["limit"] ?? list.defaultLimit);
  let offset = Number(query["offset"] ?? 0);
  let page = await list.page(query);
  let steps = 0;
  for (;;) {
    sameRecords(
      list,
      page.records,
      records.slice(offset, offset + limit),
      `next, ${++steps} times, from ${JSON.stringify(query)}`,
    );
    judgeLink(
      list,
      page.next,
      { ...query, limit },
      offset + limit < records.length ? offset + limit : undefined,
      "next",
    );
    judgeLink(
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
  for (let back = 0; typeof page.previous === "string"; back++) {
    const before = offset;
    offset = Math.max(0, offset - limit);
    page = await follow(list, page.previous);
    // A first page that is cut at the start may be shorter, or overlap the one after it.
    const wanted =
      page.records.length < limit && offset === 0 ? records.slice(0, before) : records.slice(offset, offset + limit);
    sameRecords(list, page.records, wanted, `previous, ${back + 1} times, from the end of ${JSON.stringify(query)}`);
    if (back > steps + 1) throw new Violation("previous never comes to the start");
  }
  if (offset !== 0) throw new Violation(`previous ends at offset ${offset} of ${JSON.stringify(query)}`);
}

const follow = (list: List, link: string): Promise<ListPage> =>
  list.page(Object.fromEntries(new URL(link).searchParams));

/** Holds a link to its query: where it leads, and that nothing of the query is lost, changed or added. */
function judgeLink(
  list: List,
  link: string | null | undefined,
  asked: Query,
  offset: number | undefined,
  what: string,
): void {
  const from = JSON.stringify(asked);
  if (offset === undefined) {
    if (link !== null) throw new Violation(`${what} of ${from} is ${link}, and there is no such page`);
    return;
  }
  if (typeof link !== "string" || !URL.canParse(link))
    throw new Violation(`${what} of ${from} is ${link}, expected offset ${offset}`);
  const url = new URL(link);
  leadsHere(list, url, what);
  const names = [...url.searchParams.keys()];
  if (new Set(names).size !== names.length)
    throw new Violation(`${what} of ${from} is ${link}, which has a parameter twice`);
  for (const name of names)
    if (!(name in asked) && name !== "limit" && name !== "offset")
      throw new Violation(`${what} of ${from} is ${link}: ${name} was not asked for`);
  if (Number(url.searchParams.get("offset") ?? 0) !== offset)
    throw new Violation(`${what} of ${from} is ${link}, expected offset ${offset}`);
  const limit = Number(url.searchParams.get("limit") ?? list.defaultLimit);
  const cut = what === "previous" && offset === 0;
  if (limit !== asked["limit"] && !cut)
    throw new Violation(`${what} of ${from} is ${link}, expected limit ${asked["limit"]}`);
  for (const [name, value] of Object.entries(asked)) {
    if (name === "limit" || name === "offset") continue;
    const kept = url.searchParams.get(name);
    if (kept === null || instantOf(kept) !== instantOf(value))
      throw new Violation(`${what} of ${from} is ${link}: ${name} is ${kept}`);
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A link leads to the path of its list, on the host that was asked. */
function leadsHere(list: List, url: URL, what: string): void {
  if (url.username || url.password || url.hash)
    throw new Violation(`${what} is ${url.href}, with more than an address and a query`);
  if (!/^https?:$/.test(url.protocol)) throw new Violation(`${what} is ${url.href}, no address of the web`);
  if (list.baseUrl === undefined) {
    if (!url.pathname.endsWith(list.operation.path)) throw new Violation(`${what} leads to ${url.href}`);
    return;
  }
  const base = new URL(list.baseUrl);
  const path = base.pathname.replace(/\/$/, "") + list.operation.path;
  if (url.pathname !== path && url.pathname !== list.operation.path)
    throw new Violation(`${what} leads to ${url.href}, and the list is at ${path}`);
  // Whatever stands between on one machine may tell another port of it.
  const near = LOOPBACK.test(url.hostname) && LOOPBACK.test(base.hostname);
  if (url.host !== base.host && !near) throw new Violation(`${what} leads to ${url.host}, and ${base.host} was asked`);
}
