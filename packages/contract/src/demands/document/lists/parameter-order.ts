import { ContractViolation } from "../../../judge.js";
import { inParallel, type List, type ListRecord, type Query, sameRecords } from "./list.js";
import type { ListLaw } from "./paging-laws.js";
import { hasWindows, smallWindows } from "./windows.js";

/** A page does not depend on the order of the parameters in its query. */
export const ORDER_LAWS: ListLaw[] = [
  {
    name: "parameter order",
    description: "the parameters of a list return the same page in any order, whichever of them are in the query",
    async check(list) {
      const { records } = await list.complete(3);
      const asked = [{ query: {}, records }, ...(hasWindows(list) ? smallWindows(list, records) : [])].flatMap(
        ({ query, records: wanted }) =>
          PAGING.flatMap((paging) =>
            ordersOf(Object.entries<string | number>({ ...query, ...paging })).map((order) => ({ order, wanted })),
          ),
      );
      await inParallel(asked, ({ order, wanted }) => checkPage(list, wanted, Object.fromEntries(order)));
    },
  },
];

/** In a window of four records, the limit ends the page before the last one, or the window ends it before the limit. */
const PAGING: Query[] = [{}, { limit: 2 }, { offset: 1 }, { limit: 2, offset: 1 }, { limit: 3, offset: 2 }];

/** Returns all permutations of the values. */
export function ordersOf<T>(values: T[]): T[][] {
  if (values.length < 2) return [values];
  return values.flatMap((value, i) => ordersOf(values.toSpliced(i, 1)).map((rest) => [value, ...rest]));
}

async function checkPage(list: List, records: ListRecord[], query: Query): Promise<void> {
  const page = await list.page(query);
  const where = JSON.stringify(query);
  const offset = Number(query["offset"] ?? list.defaultOffset);
  const limit = Number(query["limit"] ?? list.defaultLimit);
  sameRecords(list, page.records, records.slice(offset, offset + limit), where);
  if (page.total !== undefined && page.total !== records.length)
    throw new ContractViolation(`${where}: the total is ${page.total}, expected ${records.length}`);
}
