import fc from "fast-check";
import { ContractViolation } from "../../../judge.js";
import { holds } from "../../holds.js";
import { instantOf } from "./instant.js";
import { type List, type ListPage, type ListRecord, sameRecords } from "./list.js";

/** A law about list operations with any page shape. */
export interface ListLaw {
  name: string;
  /** What the law demands, for the report. */
  description: string;
  /** Whether the law applies to a list operation; undefined means always. */
  applies?(list: Pick<List, "pagination">): boolean;
  check(list: List): Promise<void>;
}

/** Checks a property of a list, with the seed and the number of tries of the run. */
export async function assertProperty<T>(
  list: List,
  values: fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
): Promise<void> {
  await holds(fc.asyncProperty(values, law), list);
}

const offsets = (length: number) => fc.integer({ min: 0, max: length + 3 });
const limits = (list: List) =>
  fc.oneof(fc.integer({ min: 1, max: list.maxLimit }), fc.constantFrom(1, list.maxLimit, Math.min(7, list.maxLimit)));

/** The laws of limit and offset (the API's published description, section 4.2; decision 0009). */
export const PAGING_LAWS: ListLaw[] = [
  {
    name: "concatenation",
    description: "consecutive pages of any limit add up to the whole list",
    async check(list) {
      const { records } = await list.complete(list.defaultLimit + 1);
      const third = Math.ceil(list.maxLimit / 3);
      for (const limit of new Set(list.effort === "quick" ? [third] : [list.defaultLimit, third])) {
        const got: ListRecord[] = [];
        for (let offset = 0; offset < records.length; offset += limit)
          for (const record of (await list.page({ limit, offset })).records) got.push(record);
        sameRecords(list, got, records, `pages of ${limit}`);
      }
    },
  },
  {
    name: "no duplicate",
    description: "no record is returned twice, judged by its identity",
    async check(list) {
      const seen = new Map<unknown, number>();
      for (const [i, record] of (await list.whole()).records.entries()) {
        const id = list.identity(record);
        if (seen.has(id)) throw new ContractViolation(`${id} is both record ${seen.get(id)} and record ${i}`);
        seen.set(id, i);
      }
    },
  },
  {
    name: "stable order",
    description: "the same query returns the same records in the same order again",
    async check(list) {
      const { records } = await list.complete();
      await assertProperty(list, fc.tuple(limits(list), offsets(records.length)), async ([limit, offset]) => {
        const first = await list.page({ limit, offset });
        const second = await list.page({ limit, offset });
        sameRecords(list, second.records, first.records, `offset ${offset}, limit ${limit}, requested twice`);
      });
    },
  },
  {
    name: "order",
    description: "records are sorted by creation, then by identity",
    applies: ({ pagination }) => pagination.createdAt !== undefined,
    async check(list) {
      const { records } = await list.complete();
      const at = (record: ListRecord) => instantOf(record[list.pagination.createdAt ?? ""]) ?? 0n;
      for (let i = 1; i < records.length; i++) {
        const [before, after] = [records[i - 1] ?? {}, records[i] ?? {}];
        const tie = at(before) === at(after) && String(list.identity(before)) > String(list.identity(after));
        if (at(before) > at(after) || tie)
          throw new ContractViolation(
            `${list.identity(before)} comes before ${list.identity(after)}, but was created later`,
          );
      }
    },
  },
  {
    name: "update after creation",
    description: "no record was updated before it was created",
    applies: ({ pagination }) => pagination.createdAt !== undefined && pagination.updatedAt !== undefined,
    async check(list) {
      const { createdAt = "", updatedAt = "" } = list.pagination;
      for (const record of (await list.whole()).records) {
        const [created, updated] = [instantOf(record[createdAt]), instantOf(record[updatedAt])];
        if (created !== undefined && updated !== undefined && updated < created)
          throw new ContractViolation(
            `${list.identity(record)} was created at ${record[createdAt]} and updated before that, at ${record[updatedAt]}`,
          );
      }
    },
  },
  {
    name: "stable total",
    description: "every page has the same total, which is the number of records",
    applies: ({ pagination }) => pagination.total !== undefined,
    async check(list) {
      const { records, total } = await list.complete();
      if (total !== records.length)
        throw new ContractViolation(`the total is ${total}, but the list has ${records.length} records`);
      await assertProperty(list, fc.tuple(limits(list), offsets(records.length + 500)), async ([limit, offset]) => {
        const page = await list.page({ limit, offset });
        if (page.total !== total)
          throw new ContractViolation(`the total is ${total}, but ${page.total} at offset ${offset}, limit ${limit}`);
      });
    },
  },
  {
    name: "past the end",
    description: "a page past the end is empty, not an error",
    async check(list) {
      const { records, complete } = await list.whole();
      const ends = complete ? [records.length, records.length + 1, records.length + list.maxLimit] : [];
      for (const offset of [...ends, list.maxOffset]) {
        const page = await list.page({ offset, limit: list.maxLimit });
        if (page.records.length > 0)
          throw new ContractViolation(`the page at offset ${offset} has ${page.records.length} records, expected none`);
      }
    },
  },
  {
    name: "page size",
    description: "a page has as many records as its limit, or as many as are left",
    async check(list) {
      const { records } = await list.complete();
      await assertProperty(list, fc.tuple(limits(list), offsets(records.length)), async ([limit, offset]) => {
        const page = await list.page({ limit, offset });
        sameRecords(list, page.records, records.slice(offset, offset + limit), `offset ${offset}, limit ${limit}`);
      });
    },
  },
  {
    name: "any split",
    description: "pages of different limits add up to the same list",
    async check(list) {
      const { records } = await list.complete();
      const splits = fc.array(limits(list), { minLength: 2, maxLength: 6 });
      await assertProperty(list, fc.tuple(offsets(records.length), splits), async ([start, split]) => {
        const got: ListRecord[] = [];
        let offset = start;
        for (const limit of split) {
          for (const record of (await list.page({ limit, offset })).records) got.push(record);
          offset += limit;
        }
        sameRecords(list, got, records.slice(start, offset), `from ${start} in pages of ${split.join(", ")}`);
      });
    },
  },
  {
    name: "defaults",
    description: "without limit and offset, the documented defaults apply",
    async check(list) {
      const { defaultLimit: limit, defaultOffset: offset } = list;
      const bare = await list.page({});
      const asked = await list.page({ limit, offset });
      sameRecords(list, bare.records, asked.records, `no limit and limit ${limit}`);
      sameRecords(list, (await list.page({ offset })).records, asked.records, `no limit, offset ${offset}`);
      sameRecords(list, (await list.page({ limit })).records, asked.records, "no offset");
      applied(bare, limit, offset);
    },
  },
  {
    name: "envelope",
    description: "the envelope has the limit and the offset of the request",
    applies: ({ pagination }) => pagination.shape === "standard",
    async check(list) {
      await assertProperty(list, fc.tuple(limits(list), fc.integer({ min: 0, max: 5000 })), async ([limit, offset]) =>
        applied(await list.page({ limit, offset }), limit, offset),
      );
    },
  },
];

function applied(page: ListPage, limit: number, offset: number): void {
  if (page.limit !== undefined && page.limit !== limit)
    throw new ContractViolation(`the envelope has the limit ${page.limit}, but ${limit} was applied`);
  if (page.offset !== undefined && page.offset !== offset)
    throw new ContractViolation(`the envelope has the offset ${page.offset}, but ${offset} was applied`);
}
