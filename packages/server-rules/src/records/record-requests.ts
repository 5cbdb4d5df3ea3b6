/** What requests say about records, and what both servers answer if a record is there or is not. */
import { isObject, type RecordPlace, type ResourceModel, type ResourceOperation } from "@metadata-service/spec-tools";
import type { OperationRules } from "../create-rules.js";
import { quote } from "../format-path.js";
import type { HeaderReader } from "../request/body-rules.js";
import { Refusal } from "../response/refusal.js";
import { Violation } from "../violation.js";

/** The parts of a request, as they were read. */
export interface RequestParts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: HeaderReader;
  readonly body?: unknown;
}

/** Returns what is at the place of a record in a body; undefined if there is nothing. */
export const atPlace = (body: unknown, place: RecordPlace | undefined): unknown =>
  (place?.at ?? []).reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), body);

/** Returns the identity of the record that a request is about, which may be in its path, query, headers or body. */
export function identityIn(
  { identifiedBy: source, request }: ResourceOperation,
  { path, query, header, body }: RequestParts,
): unknown {
  if (source?.in === "path") return path[source.name];
  if (source?.in === "query") return query[source.name];
  if (source?.in === "header") return header(source.name.toLowerCase()) ?? undefined;
  const record = source?.in === "body" ? atPlace(body, request) : undefined;
  return isObject(record) && source ? record[source.name] : undefined;
}

/** The 404 for a record that does not exist. */
export function noRecord({ name }: ResourceModel, { identifiedBy }: ResourceOperation, identity: unknown): Refusal {
  const source = identifiedBy?.name ?? "the identity";
  return new Refusal(404, `${name} has no record with ${source} ${quote(String(identity))}`);
}

/** The error for a new record whose identity is taken: a 409 if the spec documents one, otherwise a 400. */
export function identityTaken({ responses }: OperationRules, name: string | undefined, identity: unknown): Error {
  const message = `${name ?? "the identity"} ${quote(String(identity))} is taken`;
  return responses.has(409) ? new Refusal(409, message) : new Violation(message);
}

/** The status for replacing an existing record: a 2xx other than 201, if the spec documents one. */
export const replacedStatus = ({ responses, successStatus }: OperationRules): number =>
  [...responses.keys()].find((status) => status >= 200 && status < 300 && status !== 201) ?? successStatus;
