import type { Case } from "../../../case.js";
import { type Operation, resolve, type Schema, successOf } from "../../../document.js";
import { ContractViolation } from "../../../judge.js";
import { own } from "../../../own.js";
import { testCase } from "../../test-case.js";
import { inParallel, type List, type ListRecord, listOf } from "./list.js";
import { windowsOf } from "./windows.js";

/**
 * Cases for two list operations of one collection: every field of every record, found by its name or by its role in `x-pagination`, is the same in both.
 */
export function versionCases(operation: Operation, other: Operation): Case[] {
  const at = `${operation.pointer}/x-pagination`;
  return [
    testCase(operation, {
      rule: "versions",
      at,
      name: `every field of every record is the same in ${other.id}`,
      run: async (context) => {
        const [here, there] = [listOf(context, operation), listOf(context, other)];
        const [a, b] = [(await here.complete()).records, (await there.complete()).records];
        if (a.length !== b.length)
          throw new ContractViolation(`${operation.id} has ${a.length} records, ${other.id} has ${b.length}`);
        for (const [j, record] of a.entries()) sameFields(here, record, there, b[j] ?? {});
      },
    }),
    testCase(operation, {
      rule: "versions",
      at,
      name: `every page is the same in ${other.id}`,
      run: async (context) => {
        const [here, there] = [listOf(context, operation), listOf(context, other)];
        const { records } = await here.complete();
        const limit = Math.min(here.maxLimit, there.maxLimit);
        const pages = [1, 10, 33, limit].flatMap((size) =>
          [0, 1, size, 2 * size, records.length - size].map((offset) => ({
            limit: size,
            offset: Math.max(0, offset),
          })),
        );
        await inParallel([...pages, {}], async (query) => {
          const [one, two] = [await here.page(query), await there.page(query)];
          if (one.records.length !== two.records.length)
            throw new ContractViolation(
              `${JSON.stringify(query)}: ${one.records.length} records in ${operation.id}, ${two.records.length} in ${other.id}`,
            );
          for (const [j, record] of one.records.entries()) sameFields(here, record, there, two.records[j] ?? {});
        });
      },
    }),
    testCase(operation, {
      rule: "versions",
      at,
      name: `pages of any limit add up to the list of ${other.id}`,
      late: true,
      run: async (context) => {
        const [here, there] = [listOf(context, operation), listOf(context, other)];
        await walkBoth(here, there);
        await walkBoth(there, here);
      },
    }),
    testCase(operation, {
      rule: "versions",
      at,
      name: `a window returns what ${other.id} returns for the same records`,
      run: async (context) => {
        const [here, there] = [listOf(context, operation), listOf(context, other)];
        await windowsOfBoth(here, there);
        await windowsOfBoth(there, here);
      },
    }),
    testCase(operation, {
      rule: "versions",
      at,
      name: `every documented field has its counterpart in ${other.id}`,
      run: async (context) => {
        const [here, there] = [listOf(context, operation), listOf(context, other)];
        for (const record of (await here.complete()).records.slice(0, 50)) roles(here, record);
        for (const record of (await there.complete()).records.slice(0, 50)) roles(there, record);
      },
    }),
  ];
}

/** Reads one version in pages of several limits, and compares each record with the other version. */
async function walkBoth(here: List, there: List): Promise<void> {
  const { records } = await there.complete();
  const limits = [7, 10, 11, 25, 33, 50, 51, here.maxLimit - 1, here.maxLimit].filter(
    (limit) => limit <= here.maxLimit,
  );
  const pages = [...new Set(limits)].flatMap((limit) =>
    Array.from({ length: Math.ceil(records.length / limit) }, (_, i) => ({ limit, offset: i * limit })),
  );
  await inParallel(pages, async (query) => {
    const page = await here.page(query);
    const wanted = records.slice(query.offset, query.offset + query.limit);
    if (page.records.length !== wanted.length)
      throw new ContractViolation(
        `${JSON.stringify(query)}: ${page.records.length} records in ${here.operation.id}, ${wanted.length} in ${there.operation.id}`,
      );
    for (const [i, record] of page.records.entries()) sameFields(here, record, there, wanted[i] ?? {});
  });
}

/** Checks that each record in a window of one version has the fields that the other version returns for it. */
async function windowsOfBoth(here: List, there: List): Promise<void> {
  const { updatedFrom, updatedTo, updatedAt } = here.pagination;
  if (!updatedFrom || !updatedTo || !updatedAt) return;
  const [own, other] = [(await here.complete()).records, (await there.complete()).records];
  const twins = new Map(other.map((record) => [there.identity(record), record]));
  for (const window of windowsOf(here, own))
    for (const offset of [0, 1, Math.floor(window.records.length / 2)])
      for (const record of (await here.page({ ...window.query, offset, limit: here.maxLimit })).records)
        sameFields(here, record, there, twins.get(here.identity(record)) ?? {});
}

const ROLES = ["identity", "createdAt", "updatedAt"] as const;

/**
 * Returns a record with field names that are the same in both versions: the role, otherwise the name as lower-case
 * letters.
 */
function normal(list: List, record: ListRecord): Map<string, unknown> {
  const role = new Map(ROLES.map((name) => [list.pagination[name], name]));
  return new Map(
    Object.entries(record).map(([name, value]) => [role.get(name) ?? name.replaceAll("_", "").toLowerCase(), value]),
  );
}

function sameFields(here: List, record: ListRecord, there: List, twin: ListRecord): void {
  const [one, two] = [normal(here, record), normal(there, twin)];
  for (const name of new Set([...one.keys(), ...two.keys()]))
    if (JSON.stringify(one.get(name)) !== JSON.stringify(two.get(name)))
      throw new ContractViolation(
        `${here.identity(record)} has ${name} ${JSON.stringify(one.get(name))} in ${here.operation.id}, ${JSON.stringify(two.get(name))} in ${there.operation.id}`,
      );
}

/** Checks that fields have the names of their version, not those of another version. */
function roles(list: List, record: ListRecord): void {
  const content = Object.values(successOf(list.operation).content)[0]?.schema;
  const page = content?.node;
  const data =
    list.pagination.shape === "array"
      ? page?.items
      : (own(page?.properties, list.pagination.records ?? "data") as Schema | undefined);
  const array = data && resolve<Schema>(list.operation.document, data, "").node;
  const schema = resolve<Schema>(
    list.operation.document,
    list.pagination.shape === "array" ? (page?.items ?? {}) : (array?.items ?? {}),
    "",
  ).node;
  const known = Object.keys(schema.properties ?? {});
  const small = new Map(known.map((name) => [name.replaceAll("_", "").toLowerCase(), name]));
  for (const name of Object.keys(record)) {
    const documented = small.get(name.replaceAll("_", "").toLowerCase());
    if (documented !== undefined && documented !== name)
      throw new ContractViolation(
        `${list.identity(record)} has the field ${name} instead of the documented ${documented}`,
      );
  }
}
