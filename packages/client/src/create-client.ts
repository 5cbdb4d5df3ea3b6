import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import { apiError } from "./api-error.js";
import { requestId } from "./attempt.js";
import type { Methods } from "./generated/methods.js";
import { operationTable } from "./generated/operation-table.js";
import type { paths } from "./generated/schema.js";
import { type ClientOptions, DEFAULTS } from "./options.js";
import { type Asked, type Item, readPage, recordsOf } from "./page-shape.js";
import { pagedList } from "./paged-list.js";
import { type Call, createTransport } from "./transport.js";
import type { ListOptions, OperationDescriptor, Page } from "./types.js";

/** The typed openapi-fetch client: it returns `{ data, error, response }` and throws only where no answer came. */
export type RawClient = FetchClient<paths, "application/json">;

/** What {@link createClient} makes: a method for each operation of the API. */
export interface Client extends Methods {
  /** The typed openapi-fetch client, for middleware and everything else; it retries and brakes like the methods. */
  readonly raw: RawClient;
}

/** The request of one call, as openapi-fetch takes it. */
interface Init {
  params: { path: Record<string, unknown>; query?: object | undefined };
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** openapi-fetch, called with what the operation table says; the types of the generated methods stand for it. */
type UntypedRequest = (method: string, path: string, init: object) => Promise<{ error?: unknown; response: Response }>;

/**
 * Makes a client of the Metadata Service.
 *
 * @throws TypeError where `baseUrl` is no absolute URL
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });
 * for await (const order of client.listPurchaseOrders()) console.log(order.uid, order.poStatus);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, headers, onEvent: emit, concurrency = DEFAULTS.concurrency } = options;
  const { origin } = new URL(baseUrl);
  const transport = createTransport(options);
  const raw: RawClient = createFetchClient<paths>({
    baseUrl,
    ...(headers && { headers }),
    fetch: (request) => transport(request, {}),
  });

  /** One call of a method: the parsed body of its success, or an error. */
  async function send(
    operation: string,
    { method, path }: OperationDescriptor,
    init: Init,
    check: Call["check"] = () => {},
  ) {
    const call: Call = { operation, check };
    // As a stream: the body is parsed already where the transport checked it, and `json()` serves it.
    const { error, response } = await (raw.request as UntypedRequest)(method.toLowerCase(), path, {
      ...init,
      parseAs: "stream",
      fetch: (request: Request) => transport(request, call),
    });
    if (response.ok) return response.status === 204 ? undefined : response.json();
    const { context, retryAfterMs } = call;
    throw apiError(error, response, { operation, ...context, requestId: requestId(response), retryAfterMs });
  }

  const client: Record<string, unknown> = { raw };
  for (const [operation, descriptor] of Object.entries<OperationDescriptor>(operationTable)) {
    const { pagination, pathParameters } = descriptor;
    client[operation] = (...args: unknown[]) => {
      const path = Object.fromEntries(pathParameters.map((name) => [name, args.shift()]));
      const body = descriptor.body ? args.shift() : undefined;
      const query = (descriptor.query ? args.shift() : undefined) as Partial<Asked> | undefined;
      const callOptions = (args.shift() ?? {}) as ListOptions;
      const { signal } = callOptions;
      if (!pagination) return send(operation, descriptor, { params: { path, query }, body, signal });

      return pagedList({
        operation,
        pagination,
        query: query ?? {},
        options: callOptions,
        concurrency,
        emit,
        fetchBody: () =>
          send(operation, descriptor, { params: { path, query }, signal }, (page) => recordsOf(pagination, page)),
        async fetchPage(offset, limit, pageSignal) {
          let page: Page<Item> | undefined;
          const read = (data: unknown) => {
            page = readPage(pagination, data, { offset, limit, origin });
          };
          const params = { path, query: { ...query, limit, offset } };
          const data = await send(operation, descriptor, { params, signal: pageSignal }, read);
          // A middleware may answer by itself, beneath which nothing was checked.
          if (!page) read(data);
          return page as unknown as Page<Item>;
        },
      });
    };
  }
  return client as unknown as Client;
}
