import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import { apiError } from "./api-error.js";
import type { Methods } from "./generated/methods.js";
import { operationTable } from "./generated/operation-table.js";
import type { paths } from "./generated/schema.js";
import { type ClientOptions, DEFAULTS } from "./options.js";
import { readPage, recordsOf } from "./page-shape.js";
import { type ListSource, pagedList } from "./paged-list.js";
import { type Call, createTransport } from "./transport.js";
import type { ListOptions, OperationDescriptor, SyncOptions } from "./types.js";

/** The typed openapi-fetch client: it returns `{ data, error, response }` and throws only where no answer came. */
export type RawClient = FetchClient<paths, "application/json">;

/** What {@link createClient} makes: a method for each operation of the API. */
export interface Client extends Methods {
  /** The typed openapi-fetch client, for middleware and everything else; it retries and brakes like the methods. */
  readonly raw: RawClient;
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
  const { baseUrl, headers, onEvent } = options;
  const { origin } = new URL(baseUrl);
  const transport = createTransport(options);
  const raw: RawClient = createFetchClient<paths>({
    baseUrl,
    redirect: "manual",
    ...(headers && { headers }),
    fetch: (request) => transport(request, {}),
  });

  let serverTime = Number.NaN;
  const client: Record<string, unknown> = { raw };
  for (const [operation, descriptor] of Object.entries<OperationDescriptor>(operationTable)) {
    const { method, path: template, pathParameters = [], pagination } = descriptor;

    const define =
      (isSync: boolean) =>
      (...args: unknown[]) => {
        const path = Object.fromEntries(pathParameters.map((name) => [name, args.shift()]));
        const body = descriptor.body && args.shift();
        const given = descriptor.query && !isSync && args.shift();
        const callOptions = (args.shift() ?? {}) as ListOptions & SyncOptions & { query?: object };
        const query = { ...(isSync ? callOptions.query : (given as object)) };

        /** One request: the parsed body of its success, or an error. */
        const send = async (check: Call["check"], signal = callOptions.signal, more?: object) => {
          const call: Call = { operation, check };
          const { error, response } = await (raw.request as UntypedRequest)(method, template, {
            params: { path, query: { ...query, ...more } },
            body,
            signal,
            // The body is in memory, and parsed: `json()` serves it.
            parseAs: "stream",
            fetch: (request: Request) => transport(request, call),
          });
          serverTime = Date.parse(response.headers.get("date") ?? "");
          if (response.ok) return response.body && response.json();
          throw call.error ?? Object.assign(apiError(error, response), { operation });
        };

        if (!pagination) return send(() => {});
        const source: ListSource = {
          operation,
          scope: [operation, ...Object.values({ ...path, ...query })].join(" "),
          pagination,
          query,
          options: { concurrency: DEFAULTS.concurrency, ...options, ...callOptions },
          fetchBody: () => send((page) => recordsOf(pagination, page)),
          async fetchPage(offset, limit, signal, more) {
            const read = (page: unknown) => readPage(pagination, page, { offset, limit, origin });
            return read(await send(read, signal, { ...more, limit, offset }));
          },
          serverTime: () => serverTime,
          onEvent,
        };
        return isSync ? lazySync(source, callOptions) : pagedList(source);
      };

    client[operation] = define(false);
    if (pagination?.sync) client[pagination.sync] = define(true);
  }
  return client as unknown as Client;
}

/** Syncs with code that is loaded on first use: bundlers keep it apart, and who never syncs never pays for it. */
async function* lazySync(source: ListSource, options: SyncOptions) {
  const { sync } = await import("./sync.js");
  yield* sync(source, options);
}
