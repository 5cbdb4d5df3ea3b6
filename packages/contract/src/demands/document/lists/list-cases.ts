import { isDeepStrictEqual } from "node:util";
import type { Case } from "../../../cases/case.js";
import type { Suite } from "../../../cases/family.js";
import { type Operation, resolve, type Schema, successOf } from "../../../document/document.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { own } from "../../../lib/objects.js";
import { plainName } from "../../../lib/plain-name.js";
import { testCase } from "../../test-case.js";
import { collectionOf } from "./collection-of.js";
import { LIST_LAWS } from "./laws.js";
import { type List, type ListRecord, listOf } from "./list.js";

/** The rule that compares lists with each other. */
export const COMPARISON = "one collection";

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

/** Two list operations of one collection, such as two versions of a list, return the same records and fields. */
export function collectionLaws({ operations }: Suite): Case[] {
  const lists = operations.filter((operation) => operation.pagination);
  return lists.flatMap((operation, i) =>
    lists
      .slice(i + 1)
      .filter((other) => collectionOf(other) === collectionOf(operation))
      .map((other) =>
        testCase(operation, {
          rule: COMPARISON,
          name: `${operation.id} and ${other.id} list the same records, with the same fields, in the same order`,
          id: `law ${COMPARISON} with ${other.id}`,
          at: `${operation.pointer}/x-pagination`,
          run: (context) => sameCollection(listOf(context, operation), listOf(context, other)),
        }),
      ),
  );
}

/** That each page has the records of its whole list is known from the laws of each list. */
async function sameCollection(first: List, second: List): Promise<void> {
  const [a, b] = [(await first.complete()).records, (await second.complete()).records];
  if (a.length !== b.length)
    throw new ContractViolation(
      `${first.operation.id} has ${a.length} records, ${second.operation.id} has ${b.length}`,
    );
  for (const [i, record] of a.entries()) sameFields(first, record, second, b[i] ?? {});
  for (const list of [first, second]) {
    const documented = new Map(fieldsOf(list).map((name) => [plainName(name), name]));
    for (const record of (await list.complete()).records)
      for (const name of Object.keys(record)) {
        const wanted = documented.get(plainName(name)) ?? name;
        if (wanted !== name)
          throw new ContractViolation(
            `${list.identity(record)} has the field ${name} instead of the documented ${wanted}`,
          );
      }
  }
}

const ROLES = ["identity", "createdAt", "updatedAt"] as const;

/** Compares two records by the roles of their fields, otherwise by the names of these in lower-case letters. */
function sameFields(here: List, record: ListRecord, there: List, twin: ListRecord): void {
  const normal = ({ pagination }: List, fields: ListRecord) => {
    const role = new Map<string | undefined, string>(ROLES.map((name) => [pagination[name], name]));
    return new Map(Object.entries(fields).map(([name, value]) => [role.get(name) ?? plainName(name), value]));
  };
  const [one, two] = [normal(here, record), normal(there, twin)];
  for (const name of new Set([...one.keys(), ...two.keys()]))
    if (!isDeepStrictEqual(one.get(name), two.get(name)))
      throw new ContractViolation(
        `${here.identity(record)} has ${name} ${JSON.stringify(one.get(name))} in ${here.operation.id}, ${JSON.stringify(two.get(name))} in ${there.operation.id}`,
      );
}

/** Returns the names of the fields that a document gives the records of a list. */
function fieldsOf({ operation, pagination }: List): string[] {
  const inDocument = (node: Schema | undefined) => resolve<Schema>(operation.document, node ?? {}, "").node;
  const page = Object.values(successOf(operation).content)[0]?.schema?.node;
  const array = pagination.shape === "array" ? page : inDocument(own(page?.properties, pagination.records ?? "data"));
  return Object.keys(inDocument(array?.items).properties ?? {});
}
