import fc from "fast-check";
import { ContractViolation } from "../../../judge.js";
import { own } from "../../../own.js";
import { type List, type ListRecord, sameRecords } from "./list.js";
import { assertProperty, type ListLaw } from "./paging-laws.js";

const linked: ListLaw["applies"] = ({ pagination }) => pagination.shape === "linked";

/** The maximum number of links to follow. */
const MAX_PAGES = 100;

/** The laws of the linked envelope: `next` and `previous` are absolute URLs or null (decision 0009). */
export const LINK_LAWS: ListLaw[] = [
  {
    name: "links",
    description: "next and previous are present when such a page exists, and match the offsets",
    applies: linked,
    async check(list) {
      const { records } = await list.complete();
      const limits = fc.integer({ min: 1, max: Math.min(list.maxLimit, records.length) });
      const anywhere = fc.tuple(limits, fc.integer({ min: 0, max: records.length + 3 }));
      // Mistakes are likely at the ends: the first page, the page that ends exactly at the end, and those next to it.
      const start = fc.tuple(limits, fc.constantFrom(0, 0, 1));
      const end = fc
        .tuple(limits, fc.constantFrom(-1, 0, 0, 1))
        .map(([limit, beside]): [number, number] => [limit, Math.max(0, records.length - limit + beside)]);
      const places = fc.oneof(anywhere, start, end);
      await assertProperty(list, places, async ([limit, offset]) => {
        const page = await list.page({ limit, offset });
        const where = `offset ${offset}, limit ${limit}`;
        agrees(
          list,
          page.next,
          offset + limit < records.length ? offset + limit : undefined,
          limit,
          `next at ${where}`,
        );
        agrees(
          list,
          page.previous,
          offset > 0 ? Math.max(0, offset - limit) : undefined,
          undefined,
          `previous at ${where}`,
          offset,
        );
      });
    },
  },
  {
    name: "following next",
    description: "following next from the first page gives the whole list, and previous leads back",
    applies: linked,
    async check(list) {
      const { records } = await list.complete();
      const limit = Math.max(1, Math.min(list.maxLimit, Math.ceil(records.length / 7)));
      const got: ListRecord[] = [];
      let page = await list.page({ limit });
      for (let pages = 1; ; pages++) {
        for (const record of page.records) got.push(record);
        if (typeof page.next !== "string" || pages === MAX_PAGES || got.length > records.length) break;
        page = await list.page(queryOf(page.next));
      }
      sameRecords(list, got, records.slice(0, limit * MAX_PAGES), "following next");
      if (typeof page.previous !== "string") return;
      const back = await list.page(queryOf(page.previous));
      const end = got.length - page.records.length;
      sameRecords(list, back.records, records.slice(Math.max(0, end - limit), end), "previous of the last page");
    },
  },
  {
    name: "links keep the filter",
    description: "a link keeps the filters of its query, and adds none",
    applies: (list) => list.pagination.shape === "linked" && list.pagination.updatedFrom !== undefined,
    async check(list) {
      const name = list.pagination.updatedFrom ?? "";
      const filter = { [name]: "1971-01-01T01:00:00+01:00" };
      const page = await list.page({ ...filter, limit: 1, offset: 1 });
      for (const link of [page.next, page.previous]) {
        if (typeof link !== "string") continue;
        const query = queryOf(link);
        if (Date.parse(own(query, name) ?? "") !== Date.parse(filter[name] ?? ""))
          throw new ContractViolation(`${link} lost the filter ${name}`);
        for (const other of Object.keys(query))
          if (!["limit", "offset", name].includes(other))
            throw new ContractViolation(`${link} has ${other}, which is not in the query`);
      }
    },
  },
];

function agrees(
  list: List,
  link: string | null | undefined,
  offset: number | undefined,
  limit: number | undefined,
  what: string,
  endsAt?: number,
): void {
  if (offset === undefined) {
    if (link !== null) throw new ContractViolation(`${what} is ${link}, but there is no such page`);
    return;
  }
  if (typeof link !== "string") throw new ContractViolation(`${what} is ${link}, expected offset ${offset}`);
  if (!URL.canParse(link)) throw new ContractViolation(`${what} is ${link}, which is not an absolute URL`);
  if (!new URL(link).pathname.endsWith(list.operation.path)) throw new ContractViolation(`${what} leads to ${link}`);
  const query = queryOf(link);
  if (Number(query["offset"] ?? 0) !== offset)
    throw new ContractViolation(`${what} is ${link}, expected offset ${offset}`);
  const stride = Number(query["limit"] ?? list.defaultLimit);
  if (limit !== undefined && stride !== limit)
    throw new ContractViolation(`${what} is ${link}, expected limit ${limit}`);
  // A previous page that begins at the start of the list may be shorter, to avoid an overlap, or keep the limit.
  if (endsAt !== undefined && offset > 0 && offset + stride !== endsAt)
    throw new ContractViolation(`${what} is ${link}, which does not end at ${endsAt}`);
}

const queryOf = (link: string): Record<string, string> => Object.fromEntries(new URL(link).searchParams);
