import type { OperationDescriptor, PaginationDescriptor } from "./descriptors.js";
import type { Methods } from "./generated/methods.js";
import { operationTable } from "./generated/operation-table.js";
import { readBaseUrl } from "./http/base-url.js";
import type { MethodCall } from "./http/request-init.js";
import { responsePromise } from "./http/response-promise.js";
import type { Send } from "./http/send.js";
import { pagedList } from "./lists/paged-list.js";
import { type Item, type Page, readPage, recordsOf } from "./lists/read-page.js";
import { type ClientOptions, DEFAULTS, type ListOptions, type SyncOptions } from "./options.js";
import { scopeOf } from "./sync/scope.js";
import { type SyncSource, sync } from "./sync/sync.js";

/** Normalizes a concurrency option; anything below 1 becomes 1. */
export const widthOf = (concurrency: number = DEFAULTS.concurrency) => Math.max(1, concurrency || 1);

/** Creates the methods of a client from the operation table. */
export function createMethods(send: Send, client: ClientOptions): Methods {
  const methods: Record<string, (...args: unknown[]) => unknown> = {};
  for (const [operation, descriptor] of Object.entries<OperationDescriptor>(operationTable)) {
    const name = descriptor.pagination?.sync;
    methods[operation] = (...args) => {
      const call = callOf(operation, descriptor, args);
      return descriptor.pagination ? listOf(call, send, client) : responsePromise(send(call, (body) => body));
    };
    if (name)
      methods[name] = (...args) => syncOf(callOf(operation, { ...descriptor, query: undefined }, args), send, client);
  }
  return methods as unknown as Methods;
}

/** Splits the arguments of a method into path parameters, body, query and options. */
function callOf(operation: string, descriptor: OperationDescriptor, args: unknown[]): MethodCall {
  const rest = [...args];
  const names = [...descriptor.path.matchAll(/{([^{}]*)}/g)].map(([, name]) => name as string);
  const path = Object.fromEntries(names.map((name) => [name, rest.shift()]));
  const body = descriptor.body && rest.shift();
  const query = (descriptor.query && rest.shift()) as object | undefined;
  return { operation, descriptor, path, body, query, options: rest.shift() ?? {} };
}

function listOf(call: MethodCall, send: Send, { concurrency, onEvent }: ClientOptions) {
  const { operation, query = {} } = call;
  const pagination = call.descriptor.pagination as PaginationDescriptor;
  const options: ListOptions = call.options;
  return pagedList({
    operation,
    pagination,
    query,
    options,
    width: widthOf(options.concurrency ?? concurrency),
    fetchPage: async (offset, limit, signal) => (await sendForPage(send, call, { offset, limit }, signal)).data,
    fetchBody: () => responsePromise(send(call, (body, text) => recordsOf(pagination, body, text) && body)),
    onEvent,
  });
}

function syncOf(call: MethodCall, send: Send, { baseUrl, concurrency, onEvent }: ClientOptions) {
  const { operation, path } = call;
  const { query, ...options } = call.options as SyncOptions & { query?: Record<string, unknown> };
  const source: SyncSource = {
    operation,
    server: readBaseUrl(baseUrl),
    scope: scopeOf(operation, path, query),
    pagination: call.descriptor.pagination as PaginationDescriptor,
    width: widthOf(concurrency),
    fetchPage: (offset, limit, signal, window) =>
      sendForPage(send, { ...call, query: { ...query, ...window } }, { offset, limit }, signal),
    onEvent,
  };
  return sync(source, options);
}

/** Sends the request for one page of a list, and reads the page. */
async function sendForPage(
  send: Send,
  call: MethodCall,
  asked: { offset: number; limit: number },
  signal: AbortSignal,
) {
  const pagination = call.descriptor.pagination as PaginationDescriptor;
  // A server may respond to a limit of 0 with no records, as at the end of a list.
  if (!(asked.limit >= 1)) throw new TypeError(`limit must be at least 1, not ${asked.limit}`);
  return send(
    { ...call, query: { ...call.query, ...asked }, options: { ...call.options, signal } },
    (body, text): Page<Item> => readPage(pagination, body, asked, text),
  );
}
