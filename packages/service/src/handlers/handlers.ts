import { getBeside, type OperationRules, type Rules, unauthorized } from "@metadata-service/server-rules";
import { own, type ResourceOperation } from "@metadata-service/spec-tools";
import { importableLists } from "../lists/list-names.js";
import type { Handler } from "./handler.js";
import { type MadeHandler, operationHandlers } from "./operation-handler.js";
import type { ResourceStores } from "./resource-records.js";

/** The dependencies of the handlers. */
export interface HandlerParts extends ResourceStores {
  readonly fileUrl: string;
}

/** The hand-written handlers, by operationId. A new one needs a file in this folder and a line here. */
const BY_HAND: Readonly<Record<string, (parts: HandlerParts) => Handler>> = {};

/** The handlers for the operations of the spec. */
export interface Handlers {
  /** By operationId; an operation without a handler gets a 501. */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** The parts of the spec that the service does not implement, in sentences for operators. */
  readonly notices: readonly string[];
}

/**
 * Returns the handler of each operation. An operation that creates, lists, gets, replaces, patches or deletes records
 * needs no hand-written one, as far as the spec says all about them; of a list, a query parameter with the name of a
 * record field is a filter.
 *
 * @param given further handlers by operationId, which take precedence
 * @throws Error if the spec has no such operation
 */
export function createHandlers(
  rules: Rules,
  parts: HandlerParts,
  given: Readonly<Record<string, Handler>> = {},
): Handlers {
  const byHand = new Map([
    ...Object.entries(BY_HAND).map(([id, make]) => [id, make(parts)] as const),
    ...Object.entries(given),
  ]);
  refuseUnknown(rules, Object.keys(given));
  const make = operationHandlers(rules, parts);
  const handlers = new Map<string, Handler>();
  const [missing, notices]: [string[], string[]] = [[], []];
  const isHead = ({ method }: OperationRules) => Number(method === "HEAD");
  for (const operation of [...rules.operations].sort((one, other) => isHead(one) - isHead(other))) {
    const made = byHand.has(operation.id) ? undefined : make(operation);
    const get = getBeside(rules, operation);
    const handler = byHand.get(operation.id) ?? made?.handler ?? (get && handlers.get(get.id));
    const headers = handler && operation.headers.missing(operation.successStatus, handler.sends ?? []);
    if (!handler) missing.push(nameOf(operation));
    else if (headers?.length)
      notices.push(
        `${nameOf(operation)} gets a 501: no handler sends ${headers.join(", ")}, which its response requires`,
      );
    else handlers.set(operation.id, handler);
    for (const notice of [...errorsWithExampleHeaders(rules, operation), ...partly(operation, made)])
      notices.push(notice);
  }
  const empty = withoutRecords(rules, handlers, byHand);
  return { handlers, notices: [...withoutHandler(missing), ...empty, ...notices] };
}

function refuseUnknown({ operations }: Rules, ids: readonly string[]): void {
  const unknown = ids.filter((id) => !operations.some((operation) => operation.id === id));
  if (unknown.length > 0)
    throw new Error(
      `handlers: the spec has no operation ${unknown.join(", ")}; it has ${operations.map(({ id }) => id).join(", ")}`,
    );
}

/** The headers of errors that the service sends, by status; those of a 401 depend on the operation. */
const SENT_WITH: Readonly<Record<number, readonly string[]>> = {
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function errorsWithExampleHeaders({ api }: Rules, operation: OperationRules): string[] {
  const sent = { ...SENT_WITH, 401: Object.keys(unauthorized(api, operation).headers) };
  const errors = [...operation.responses.keys()].filter((status) => status >= 400);
  return errors.flatMap((status) => {
    const missing = operation.headers.missing(status, own(sent, String(status)) ?? []);
    return missing.length > 0
      ? [
          `${nameOf(operation)} sends example values of ${missing.join(", ")} with a ${status}, which requires them: the service knows no others`,
        ]
      : [];
  });
}

function withoutHandler(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  return [
    `These operations get a 501 because they have no handler: ${missing.join(", ")}; CONTRIBUTING.md explains how to write one`,
  ];
}

/**
 * Names the operations that never find a record, because nothing can store one.
 *
 * @param byHand handlers that may store records anywhere
 */
function withoutRecords(
  rules: Rules,
  handlers: ReadonlyMap<string, Handler>,
  byHand: ReadonlyMap<string, Handler>,
): string[] {
  const importable = importableLists(rules);
  const served = (id: string) => rules.operations.find((operation) => operation.id === id && handlers.has(id));
  const stores = ({ operation: id, creates }: ResourceOperation) =>
    byHand.has(id) || (creates && handlers.has(id)) || importable.includes(served(id)?.pagination?.collection ?? "");
  const empty = rules.api.resources.filter(({ operations }) => !operations.some(stores));
  const names = empty.flatMap(({ operations }) => operations.flatMap(({ operation }) => served(operation) ?? []));
  if (names.length === 0) return [];
  return [
    `These operations find no record, because no operation creates one and no import stores one: ${names.map(nameOf).join(", ")}`,
  ];
}

/** Says which requests a handler that was made from the model does not serve. */
function partly(operation: OperationRules, { unknown, lacking = [] }: Partial<MadeHandler> = {}): string[] {
  const names = unknown?.map(({ name }) => name).join(", ");
  return [
    ...(names ? [`${nameOf(operation)} does not implement ${names}; requests that use it get a 501`] : []),
    ...(lacking.length > 0
      ? [
          `${nameOf(operation)} gets a 501 if its record needs ${lacking.join(", ")}, which no request has and some records require`,
        ]
      : []),
  ];
}

function nameOf({ id, method, path }: OperationRules): string {
  return `${id} (${method} ${path})`;
}
