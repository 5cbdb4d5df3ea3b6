import fc from "fast-check";
import { ContractViolation } from "../../../judge.js";
import { instantOf, instantText } from "./instant.js";
import { type List, type ListRecord, type Query, sameRecords } from "./list.js";
import { assertProperty, type ListLaw } from "./paging-laws.js";

const filtered: ListLaw["applies"] = ({ pagination }) =>
  pagination.updatedFrom !== undefined && pagination.updatedTo !== undefined && pagination.updatedAt !== undefined;

/** The laws of `updated_from` and `updated_to`: from is inclusive, to is exclusive (decision 0007). */
export const FILTER_LAWS: ListLaw[] = [
  {
    name: "consecutive windows",
    description: "back-to-back windows return every record exactly once",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      await assertProperty(
        capped(list, list.effort === "quick" ? 3 : 8),
        fc.uniqueArray(cut(list, records), { minLength: 1, maxLength: 3 }),
        async (cuts) => {
          const sorted = [...cuts].sort((a, b) => (a < b ? -1 : 1));
          const edges = [undefined, ...sorted, undefined];
          const got: ListRecord[] = [];
          for (let i = 1; i < edges.length; i++)
            for (const record of await read(list, window(list, edges[i - 1], edges[i]))) got.push(record);
          const ids = new Set(got.map(list.identity));
          const texts = sorted.map((edge) => instantText(edge)).join(", ");
          if (got.length !== records.length || ids.size !== records.length)
            throw new ContractViolation(
              `windows cut at ${texts} return ${got.length} records, ${ids.size} of them distinct; the list has ${records.length}`,
            );
        },
      );
    },
  },
  {
    name: "window",
    description: "a window returns the records updated in it, in list order; its start is inclusive, its end exclusive",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      await assertProperty(capped(list, 10), fc.tuple(cut(list, records), cut(list, records)), async ([a, b]) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const got = await read(list, window(list, from, to));
        const wanted = records.filter((record) => updated(list, record) >= from && updated(list, record) < to);
        sameRecords(list, got, wanted, `from ${instantText(from)} to ${instantText(to)}`);
      });
    },
  },
  {
    name: "window total",
    description: "the total of a window is the number of its records",
    applies: (list) => Boolean(filtered?.(list)) && list.pagination.total !== undefined,
    async check(list) {
      const { records } = await list.complete(3);
      await assertProperty(list, cut(list, records), async (from) => {
        const page = await list.page({ ...window(list, from, undefined), limit: 1 });
        const wanted = records.filter((record) => updated(list, record) >= from).length;
        if (page.total !== wanted)
          throw new ContractViolation(`from ${instantText(from)}: the total is ${page.total}, expected ${wanted}`);
      });
    },
  },
  {
    name: "forms of a time",
    description: "a time means the same with Z or any offset",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      const name = list.pagination.updatedFrom ?? "";
      await assertProperty(capped(list, 5), cut(list, records), async (from) => {
        const wanted = await list.page({ [name]: instantText(from), limit: list.maxLimit });
        for (const text of [instantText(from, 0, "Z"), instantText(from, 7), instantText(from, -11)])
          sameRecords(list, (await list.page({ [name]: text, limit: list.maxLimit })).records, wanted.records, text);
      });
    },
  },
];

const updated = (list: List, record: ListRecord): bigint => instantOf(record[list.pagination.updatedAt ?? ""]) ?? 0n;

/** The time at which some record was updated, or a microsecond before or after it. */
function cut(list: List, records: ListRecord[]): fc.Arbitrary<bigint> {
  const at = fc.constantFrom(...records.map((record) => updated(list, record)));
  return fc.tuple(at, fc.constantFrom(0n, 0n, 1000n, -1000n)).map(([moment, beside]) => moment + beside);
}

function window(list: List, from: bigint | undefined, to: bigint | undefined): Query {
  const { updatedFrom = "", updatedTo = "" } = list.pagination;
  return {
    ...(from === undefined ? {} : { [updatedFrom]: instantText(from) }),
    ...(to === undefined ? {} : { [updatedTo]: instantText(to) }),
  };
}

const read = async (list: List, filter: Query) => (await list.whole(filter)).records;

/** Each try reads the whole list, so there are only a few. */
const capped = (list: List, runs: number): List => ({ ...list, runs: Math.min(list.runs, runs) });
