import {
  convertMembers,
  type MemberConverter,
  memberKey,
  type OperationRules,
  type PaginationRules,
  type RecordView,
  type Rules,
  viewOfPlace,
} from "@metadata-service/server-rules";
import type { Located, SchemaObject } from "@metadata-service/spec-tools";
import type { ShownText } from "../storage/lists/page-request.js";
import type { StoredJson } from "../storage/stored-json.js";
import { fingerprintOf } from "./fingerprint.js";

/** The records that one or more list operations return, each with its own field names (decision 0010). */
export interface Collection {
  /** The name in the paths, for example `purchase-orders`. */
  readonly name: string;
  /**
   * The list with the highest version, or the operation that returns one of its records with more fields; records are imported and
   * stored with its field names.
   */
  readonly kept: OperationRules;
  /** The operation whose field names are stored, then the other lists. */
  readonly operations: readonly OperationRules[];
  /** How the lines of an import are read as JSON. */
  readonly lines: Rules["bodies"];
  readonly json: StoredJson;
  /** Identifies the rules against which a record is validated at its import; see {@link fingerprintOf}. */
  readonly rules: string;
  /** Converts a stored record to the field names of an operation. */
  showIn(operation: OperationRules): MemberConverter;
  /** Returns which stored text of a record an operation returns. */
  textIn(operation: OperationRules): ShownText;
}

/** Returns the collections of an API, by name. */
export function collectionsOf(rules: Rules): ReadonlyMap<string, Collection> {
  const operations = new Map<string, OperationRules[]>();
  for (const operation of rules.operations) {
    const name = operation.pagination?.collection;
    if (name !== undefined) operations.set(name, [...(operations.get(name) ?? []), operation]);
  }
  return new Map([...operations].map(([name, own]) => [name, collection(rules, name, own)]));
}

function collection(api: Rules, name: string, operations: readonly OperationRules[]): Collection {
  const [newest] = [...operations].sort((left, right) => versionOf(right) - versionOf(left));
  if (!newest) throw new Error(`The collection ${name} has no operation`);
  const kept = withMoreFields(api, name, newest) ?? newest;
  const asKept: MemberConverter = { convert: (record) => record, clash: () => undefined };
  const shows = new Map(operations.map((one) => [one, one === kept ? asKept : converter(kept, one, newest)]));
  const others = operations.filter((operation) => operation !== kept);
  const all = [kept, ...others];
  const rules = fingerprintOf(api, all);
  return {
    name,
    kept,
    operations: all,
    lines: api.bodies,
    json: api,
    rules,
    showIn: (operation) => shows.get(operation) ?? asKept,
    textIn: (operation) => ({ rules, renamed: operation === kept ? undefined : others.indexOf(operation) }),
  };
}

/**
 * Returns the operation that returns a single record with all fields of the list and more, since many lists show only
 * a summary of each record; undefined if there is none.
 */
function withMoreFields(api: Rules, name: string, newest: OperationRules): OperationRules | undefined {
  const list = paginationOf(newest);
  const places = api.api.resources.find((resource) => resource.name === name)?.operations ?? [];
  const [most] = places
    .flatMap(({ operation, response }) => {
      const view = response && !response.many ? viewOfPlace(api.document, response) : undefined;
      return view && hasMore(view, list) ? [{ operation, view }] : [];
    })
    .sort((one, other) => other.view.members.size - one.view.members.size);
  const operation = most && api.operations.find(({ id }) => id === most.operation);
  if (!operation) return undefined;
  const { pointer, schema, members, identity = list.identity, createdAt, updatedAt } = most.view;
  const record: Located<SchemaObject> = { pointer, node: schema as SchemaObject };
  const { createdAt: _created, updatedAt: _updated, ...paging } = list;
  const times = {
    ...(list.createdAt !== undefined && createdAt !== undefined && { createdAt }),
    ...(list.updatedAt !== undefined && updatedAt !== undefined && { updatedAt }),
  };
  const checkRecord = api.schemas.at(pointer, "the record");
  return { ...operation, pagination: { ...paging, ...times, identity, record, members, checkRecord } };
}

/** Whether a view has all fields of a list, with the same identity, and others. */
function hasMore(view: RecordView, list: PaginationRules): boolean {
  const [all, listed] = [keysOf(view), keysOf(list)];
  return all.size > listed.size && [...listed].every((key) => all.has(key));
}

const keysOf = (view: RecordView | PaginationRules): Set<string> =>
  new Set([...view.members.keys()].map((name) => memberKey(view, name)));

/** Converts stored records to those of a list, which shows no fields that only the operation with more fields has. */
function converter(kept: OperationRules, shown: OperationRules, newest: OperationRules): MemberConverter {
  const [from, to, listed] = [kept, shown, newest].map(paginationOf) as [
    PaginationRules,
    PaginationRules,
    PaginationRules,
  ];
  const { convert, clash } = convertMembers(from, to);
  const known = new Set([...keysOf(to), ...keysOf(listed)]);
  const hidden = new Set([...from.members.keys()].filter((name) => !known.has(memberKey(from, name))));
  if (hidden.size === 0) return { convert, clash };
  return {
    clash,
    convert: (record) => convert(Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name)))),
  };
}

function paginationOf({ id, pagination }: OperationRules): PaginationRules {
  if (!pagination) throw new Error(`${id} has no x-pagination`);
  return pagination;
}

/** Returns the version in the path of an operation; 0 if it has none. */
function versionOf({ path }: Pick<OperationRules, "path">): number {
  return Number(/\/v(\d+)\//.exec(path)?.[1] ?? 0);
}
