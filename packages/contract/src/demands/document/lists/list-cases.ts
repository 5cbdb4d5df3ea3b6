import { isDeepStrictEqual } from "node:util";
import type { Case } from "../../../cases/case.js";
import type { Suite } from "../../../cases/family.js";
import { jsonSuccessOf, type Operation } from "../../../document/document.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { plainName } from "../../../lib/plain-name.js";
import { recordsField } from "../../../resources/envelope.js";
import { recordSchema } from "../../../resources/resource.js";
import { flatten } from "../../../values/flatten.js";
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

/** Two list operations of one collection, such as two versions of a list, return the same records, with the same values. */
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
  const [one, two] = [fieldsBy(first), fieldsBy(second)];
  for (const [i, record] of a.entries()) {
    const [here, there] = [one(record), two(b[i] ?? {})];
    const name = [...here.keys()].find(
      (each) => there.has(each) && !isDeepStrictEqual(here.get(each), there.get(each)),
    );
    if (name !== undefined)
      throw new ContractViolation(
        `${first.identity(record)} has ${name} ${JSON.stringify(here.get(name))} in ${first.operation.id}, ${JSON.stringify(there.get(name))} in ${second.operation.id}`,
      );
  }
  await documentedNames(first);
  await documentedNames(second);
}

/** Checks that the fields of a list have the names that the document gives them, not similar ones. */
async function documentedNames(list: List): Promise<void> {
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

const ROLES = ["identity", "createdAt", "updatedAt"] as const;

/**
 * Returns a function that names the fields of a record by their roles in a list, otherwise in lower-case letters. It has those
 * that the list describes, too: what only the other list describes, such as a field of a new version, this one may leave out.
 */
function fieldsBy(list: List): (record: ListRecord) => Map<string, unknown> {
  const role = new Map<string | undefined, string>(ROLES.map((name) => [list.pagination[name], name]));
  const nameOf = (field: string) => role.get(field) ?? plainName(field);
  const described = fieldsOf(list).map((field) => [nameOf(field), undefined] as const);
  return (record) =>
    new Map<string, unknown>([
      ...described,
      ...Object.entries(record).map(([field, value]) => [nameOf(field), value] as const),
    ]);
}

/** Returns the names of the fields that a document gives the records of a list. */
function fieldsOf({ operation }: List): string[] {
  const page = jsonSuccessOf(operation)?.schema;
  const record = page && recordSchema(operation.document, page, recordsField(operation));
  return Object.keys((record && flatten(operation.document, record.node).properties) ?? {});
}
