import { convertMembers, type MemberConverter, type OperationRules, type Rules } from "@metadata-service/server-rules";
import type { ShownText } from "../storage/lists/page-request.js";
import type { StoredJson } from "../storage/stored-json.js";
import { fingerprintOf } from "./fingerprint.js";

/** The records that one or more list operations return, each with its own field names (decision 0010). */
export interface Collection {
  /** The name in the paths, for example `purchase-orders`. */
  readonly name: string;
  /** The operation with the highest version; records are imported and stored with its field names. */
  readonly kept: OperationRules;
  /** The operation whose field names are stored, then the others. */
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
  const [kept] = [...operations].sort((left, right) => versionOf(right) - versionOf(left));
  if (!kept) throw new Error(`The collection ${name} has no operation`);
  const asKept: MemberConverter = { convert: (record) => record, clash: () => undefined };
  const shows = new Map(operations.map((one) => [one, one === kept ? asKept : converter(kept, one)]));
  const rules = fingerprintOf(api, operations);
  const others = operations.filter((operation) => operation !== kept);
  return {
    name,
    kept,
    operations: [kept, ...others],
    lines: api.bodies,
    json: api,
    rules,
    showIn: (operation) => shows.get(operation) ?? asKept,
    textIn: (operation) => ({ rules, renamed: operation === kept ? undefined : others.indexOf(operation) }),
  };
}

function converter(kept: OperationRules, shown: OperationRules) {
  if (!kept.pagination || !shown.pagination) throw new Error(`${shown.id} has no x-pagination`);
  return convertMembers(kept.pagination, shown.pagination);
}

/** Returns the version in the path of an operation; 0 if it has none. */
function versionOf({ path }: Pick<OperationRules, "path">): number {
  return Number(/\/v(\d+)\//.exec(path)?.[1] ?? 0);
}
