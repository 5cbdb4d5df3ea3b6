import {
  memberKey,
  type OperationRules,
  type PaginationRules,
  type ParameterRules,
  Refusal,
  sameJson,
} from "@metadata-service/server-rules";
import type { FieldFilter } from "../storage/list-store.js";
import type { CheckedRequest } from "./handler.js";

/** A parameter that keeps the records in which a field has its value. */
export interface ListFilter {
  readonly parameter: string;
  readonly in: "query" | "path";
  /** The field, as the operation names it. */
  readonly member: string;
}

/** What the parameters of a list operation mean, apart from its page and its window. */
export interface ListParameters {
  readonly filters: readonly ListFilter[];
  /** Those that no code interprets. */
  readonly unknown: readonly ParameterRules[];
}

/** Types whose values are the same exactly when they are written the same. */
const COMPARED = new Set<unknown>(["string", "integer", "number", "boolean"]);

/** Headers that select no records, so that a list is right without them. */
const NEUTRAL_HEADER =
  /^(x-request-id|x-correlation-id|traceparent|tracestate|user-agent|accept-.*|if-.*|cache-control|prefer|idempotency-key)$/i;

/**
 * Reads what the parameters of a list operation mean: one in the query or in the path that names a field of its records, and
 * has its type, is a filter.
 */
export function listParameters({ pagination, parameters }: OperationRules): ListParameters {
  const known = new Set(["limit", "offset", pagination?.updatedFrom, pagination?.updatedTo]);
  const filters: ListFilter[] = [];
  const unknown: ParameterRules[] = [];
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    if (place === "query" && known.has(name)) continue;
    if (place === "header" && NEUTRAL_HEADER.test(name)) continue;
    const isFilter = place === "query" || place === "path";
    const member = isFilter ? memberNamed(parameter, pagination) : undefined;
    if (isFilter && member !== undefined) filters.push({ parameter: name, in: place, member });
    else unknown.push(parameter);
  }
  return { filters, unknown };
}

/**
 * Refuses a request with a parameter that no code interprets: to leave it out would give other records than were asked for.
 *
 * @throws Refusal with 501
 */
export function refuseUnknown(unknown: readonly ParameterRules[], request: ListRequest): void {
  for (const parameter of unknown) {
    const value = sentValue(parameter, request);
    const usual = parameter.default;
    // A default is what the list does anyway.
    if (value === undefined || (usual !== undefined && sameJson(value, usual))) continue;
    const place = parameter.in === "query" ? "query parameter" : `parameter in the ${parameter.in}`;
    throw new Refusal(501, `This server does not implement the ${place} ${parameter.name} of this list`);
  }
}

/** The parts of a request that parameters are in. */
export type ListRequest = Pick<CheckedRequest, "query" | "path" | "header">;

function sentValue({ name, in: place }: ParameterRules, { query, path, header }: ListRequest): unknown {
  switch (place) {
    case "query":
      return query[name];
    case "path":
      return path[name];
    case "header":
      return header(name.toLowerCase()) ?? undefined;
    case "cookie":
      return (header("cookie") ?? "").split(";").find((pair) => pair.trim().startsWith(`${name}=`));
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

/** The filters of a request, by the names of the fields that the collection keeps. */
export function filtersOf(
  { filters }: ListParameters,
  request: Pick<ListRequest, "query" | "path">,
  { shown, kept }: { readonly shown: PaginationRules; readonly kept: PaginationRules },
): FieldFilter[] {
  return filters.flatMap(({ parameter, in: place, member }) => {
    const value = request[place][parameter];
    if (value === undefined) return [];
    const key = memberKey(shown, member);
    const keptAs = [...kept.members.keys()].find((name) => memberKey(kept, name) === key) ?? member;
    return [{ member: keptAs, value }];
  });
}
