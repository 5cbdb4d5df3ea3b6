import {
  type MemberNames,
  memberKey,
  type OperationRules,
  type PaginationRules,
  type ParameterRules,
  Refusal,
  sameJson,
} from "@metadata-service/server-rules";
import { typesOf } from "@metadata-service/spec-tools";
import type { FieldFilter } from "../storage/lists/page-request.js";
import type { CheckedRequest } from "./handler.js";

/** A parameter that filters records by the value of a field. */
export interface ListFilter {
  readonly parameter: string;
  readonly in: "query" | "path";
  /** The field, by its name in the operation. */
  readonly member: string;
}

/** What the parameters of a list operation mean, except those for paging and windows. */
export interface ListParameters {
  readonly filters: readonly ListFilter[];
  /** Parameters that are not implemented. */
  readonly unknown: readonly ParameterRules[];
}

/** Types whose values are equal if and only if their JSON texts are equal. */
const COMPARED = new Set<unknown>(["string", "integer", "number", "boolean"]);

/** Headers that do not affect which records are returned, so lists may ignore them. */
const NEUTRAL_HEADER =
  /^(x-(?:request|correlation|trace)-id|traceparent|tracestate|user-agent|accept-.*|if-.*|cache-control|prefer|idempotency-key)$/i;

/**
 * Determines the meaning of the parameters of a list operation: a query or path parameter with the name and the type of
 * a record field is a filter.
 *
 * @param spaceParameters path parameters that select where the records are stored
 */
export function listParameters(
  { pagination, parameters }: OperationRules,
  spaceParameters: readonly string[] = [],
): ListParameters {
  const known = new Set(["limit", "offset", pagination?.updatedFrom, pagination?.updatedTo]);
  const spaces = new Set(spaceParameters);
  const filters: ListFilter[] = [];
  const unknown: ParameterRules[] = [];
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    if (isNeutral(parameter) || (place === "query" ? known : spaces).has(name)) continue;
    const isFilter = place === "query" || place === "path";
    const member = isFilter ? memberNamed(parameter, pagination) : undefined;
    if (isFilter && member !== undefined) filters.push({ parameter: name, in: place, member });
    else unknown.push(parameter);
  }
  return { filters, unknown };
}

/**
 * Rejects a request with a parameter that is not implemented: ignoring it would return the wrong records.
 *
 * @throws Refusal with 501
 */
export function refuseUnknown(unknown: readonly ParameterRules[], request: ListRequest): void {
  for (const parameter of unknown) {
    const value = sentValue(parameter, request);
    const usual = parameter.default;
    // Sending the default has the same effect as omitting the parameter.
    if (value === undefined || (usual !== undefined && sameJson(value, usual))) continue;
    const place = parameter.in === "query" ? "query parameter" : `parameter in the ${parameter.in}`;
    throw new Refusal(501, `This server does not implement the ${place} ${parameter.name} of this list`);
  }
}

const isNeutral = ({ name, in: place }: ParameterRules): boolean => place === "header" && NEUTRAL_HEADER.test(name);

/** The parts of a request that contain parameters. */
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
  const [member, fields = []] = [...pagination.described].find(([one]) => fold(one) === fold(name)) ?? [];
  // A field that may be null is a filter, too.
  const [type, ...others] = typesOf(schema);
  const types = new Set(fields.map(({ node }) => typesOf(node).join()).filter((one) => one !== ""));
  const isSame = others.length === 0 && COMPARED.has(type) && types.size === 1 && types.has(String(type));
  // The same time can be written in many ways.
  return isSame && fields.every(({ node }) => node.format !== "date-time") ? member : undefined;
}

/** Normalizes a name for comparison, because parameter and field names may follow different naming styles. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/** Returns the filters of a request, by the names of the stored fields. */
export function filtersOf(
  { filters }: ListParameters,
  request: Pick<ListRequest, "query" | "path">,
  { shown, kept }: { readonly shown: PaginationRules; readonly kept: MemberNames },
): FieldFilter[] {
  return filters.flatMap(({ parameter, in: place, member }) => {
    const value = request[place][parameter];
    if (value === undefined) return [];
    const key = memberKey(shown, member);
    const keptAs = [...kept.members.keys()].find((name) => memberKey(kept, name) === key) ?? member;
    return [{ member: keptAs, value }];
  });
}
