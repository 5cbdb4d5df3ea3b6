import {
  memberKey,
  type OperationRules,
  type PaginationRules,
  type ParameterRules,
  type Query,
  Refusal,
  sameJson,
} from "@metadata-service/server-rules";
import type { FieldFilter } from "../storage/list-store.js";

/** A query parameter that keeps the records in which a field has its value. */
export interface ListFilter {
  readonly parameter: string;
  /** The field, as the operation names it. */
  readonly member: string;
}

/** What the query parameters of a list operation mean, apart from its page and its window. */
export interface ListParameters {
  readonly filters: readonly ListFilter[];
  /** Those that no code interprets. */
  readonly unknown: readonly ParameterRules[];
}

/** Types whose values are the same exactly when they are written the same. */
const COMPARED = new Set<unknown>(["string", "integer", "number", "boolean"]);

/** Reads what the query parameters of a list operation mean: one that names a field of its records, and has its type, is a filter. */
export function listParameters({ pagination, parameters }: OperationRules): ListParameters {
  const known = new Set(["limit", "offset", pagination?.updatedFrom, pagination?.updatedTo]);
  const filters: ListFilter[] = [];
  const unknown: ParameterRules[] = [];
  for (const parameter of parameters) {
    if (parameter.in !== "query" || known.has(parameter.name)) continue;
    const member = memberNamed(parameter, pagination);
    if (member === undefined) unknown.push(parameter);
    else filters.push({ parameter: parameter.name, member });
  }
  return { filters, unknown };
}

/**
 * Refuses a query with a parameter that no code interprets: to leave it out would give other records than were asked for.
 *
 * @throws Refusal with 501
 */
export function refuseUnknown(unknown: readonly ParameterRules[], query: Query): void {
  for (const { name, default: usual } of unknown) {
    const value = query[name];
    // A default is what the list does anyway.
    if (value === undefined || (usual !== undefined && sameJson(value, usual))) continue;
    throw new Refusal(501, `This server does not implement the query parameter ${name} of this list`);
  }
}

function memberNamed({ name, schema }: ParameterRules, pagination: PaginationRules | undefined): string | undefined {
  if (!pagination) return undefined;
  const [member, field] = [...pagination.members].find(([one]) => fold(one) === fold(name)) ?? [];
  const isSameType = COMPARED.has(schema.type) && field?.node.type === schema.type;
  // One moment has many spellings.
  return isSameType && field?.node.format !== "date-time" ? member : undefined;
}

/** A parameter is named in the style of the API, and a field may be named in that of its version. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/** The filters of a query, by the names of the fields that the collection keeps. */
export function filtersOf(
  { filters }: ListParameters,
  query: Query,
  { shown, kept }: { readonly shown: PaginationRules; readonly kept: PaginationRules },
): FieldFilter[] {
  return filters.flatMap(({ parameter, member }) => {
    const value = query[parameter];
    if (value === undefined) return [];
    const key = memberKey(shown, member);
    const keptAs = [...kept.members.keys()].find((name) => memberKey(kept, name) === key) ?? member;
    return [{ member: keptAs, value }];
  });
}
