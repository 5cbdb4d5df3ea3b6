import type { Case } from "../../../case.js";
import type { Operation } from "../../../document.js";
import { ContractViolation } from "../../../judge.js";
import type { Suite } from "../../../suite.js";
import { testCase } from "../../test-case.js";
import { collectionOf } from "./collection-of.js";
import { FILTER_LAWS } from "./filter-laws.js";
import { instantOf } from "./instant.js";
import { LINK_LAWS } from "./link-laws.js";
import { LINK_WALKS } from "./link-walk.js";
import { type List, listOf } from "./list.js";
import { GRID_LAWS } from "./page-grid.js";
import { PAGING_LAWS } from "./paging-laws.js";
import { ORDER_LAWS } from "./parameter-order.js";
import { versionCases } from "./versions.js";
import { WINDOW_LAWS } from "./windows.js";

/** Every law of lists. */
export const LIST_LAWS = [
  ...PAGING_LAWS,
  ...GRID_LAWS,
  ...ORDER_LAWS,
  ...LINK_LAWS,
  ...LINK_WALKS,
  ...FILTER_LAWS,
  ...WINDOW_LAWS,
];

/** The rules that compare lists with each other. */
export const COMPARISONS = ["one collection", "versions"];

/** The laws that apply to a list operation, as cases. */
export function listLaws(_: Suite, operation: Operation): Case[] {
  const { pagination } = operation;
  if (!pagination) return [];
  return LIST_LAWS.filter((law) => law.applies?.({ pagination }) ?? true).map((law) =>
    testCase(operation, {
      rule: law.name,
      name: law.description,
      id: `law ${law.name}`,
      branch: pagination.shape,
      at: `${operation.pointer}/x-pagination`,
      run: (context) => law.check(listOf(context, operation)),
    }),
  );
}

/** Two list operations of one collection list the same records. */
export function collectionLaws({ operations }: Suite): Case[] {
  const lists = operations.filter((operation) => operation.pagination);
  return lists.flatMap((operation, i) =>
    lists
      .slice(i + 1)
      .filter((other) => collectionOf(other) === collectionOf(operation))
      .flatMap((other) => [
        testCase(operation, {
          rule: "one collection",
          name: `${operation.id} and ${other.id} list the same records in the same order`,
          id: `law one collection with ${other.id}`,
          at: `${operation.pointer}/x-pagination`,
          run: (context) => sameCollection(listOf(context, operation), listOf(context, other)),
        }),
        ...versionCases(operation, other),
      ]),
  );
}

/** Checks that both lists have the same records in the same order, with the same timestamps. */
async function sameCollection(first: List, second: List): Promise<void> {
  const [a, b] = [(await first.complete()).records, (await second.complete()).records];
  if (a.length !== b.length)
    throw new ContractViolation(
      `${first.operation.id} has ${a.length} records, ${second.operation.id} has ${b.length}`,
    );
  for (const [i, record] of a.entries()) {
    const twin = b[i] ?? {};
    if (first.identity(record) !== second.identity(twin))
      throw new ContractViolation(
        `record ${i} is ${first.identity(record)} in ${first.operation.id}, ${second.identity(twin)} in ${second.operation.id}`,
      );
    for (const role of ["createdAt", "updatedAt"] as const)
      if (instantOf(record[first.pagination[role] ?? ""]) !== instantOf(twin[second.pagination[role] ?? ""]))
        throw new ContractViolation(`${first.identity(record)} has a different ${role} in ${second.operation.id}`);
  }
}
