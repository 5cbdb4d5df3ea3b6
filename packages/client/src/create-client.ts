import { follow } from "./abort.js";
import { ApiError, apiError } from "./api-error.js";
import type { Read } from "./attempt.js";
import { ClientError } from "./errors.js";
import type { Methods } from "./generated/methods.js";
import { operationTable } from "./generated/operation-table.js";
import { identitySet } from "./identity-set.js";
import type { ClientOptions } from "./options.js";
import { type Item, readPage, recordsOf } from "./page-shape.js";
import { type ListSource, pagedList } from "./paged-list.js";
import type { Raw, RawClient } from "./raw.js";
import { createTransport } from "./transport.js";
import type { ListOptions, OperationDescriptor, Page, SyncOptions } from "./types.js";
import { validated } from "./validated.js";

/** What {@link createClient} makes: a method for each operation of the API. */
export interface Client extends Methods {
  /**
   * The typed openapi-fetch client, for middleware and everything else; it retries and brakes like the methods. Its code
   * is loaded on first use; from then on the methods go through its middleware too.
   */
  readonly raw: RawClient;
}

/** What openapi-fetch can do. */
const RAW_METHODS = "request GET PUT POST DELETE OPTIONS HEAD PATCH TRACE use eject";

/** `?a=1&b=2`; what is undefined is left out, and an array is repeated. */
const search = (query: object) => {
  let text = "";
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) text += `${text ? "&" : "?"}${name}=${encodeURIComponent(one)}`;
  return text;
};

/**
 * Makes a client of the Metadata Service.
 *
 * @throws TypeError where `baseUrl` is no absolute URL, or more than an origin and a path, or a header is none
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });
 * for await (const order of client.listPurchaseOrders()) console.log(order.uid, order.poStatus);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { origin, pathname, href } = new URL(options.baseUrl);
  if (href !== origin + pathname) throw new TypeError("baseUrl takes an origin and a path only");
  const baseUrl = href.replace(/\/+$/, "");
  const headers = { accept: "application/json", ...Object.fromEntries(new Headers(options.headers)) };
  const widthOf = (concurrency = options.concurrency ?? 20) => Math.max(1, concurrency || 1);
  const transport = createTransport(options, widthOf());

  /** openapi-fetch, from the first use of `raw` on. */
  let raw: Promise<Raw> | undefined;
  const loadRaw = () =>
    import("./raw.js").then(
      ({ createRaw }) => createRaw({ baseUrl, headers }, transport, apiError, ApiError),
      (error) => {
        // The next use tries again, and the methods need it no more than before.
        raw = undefined;
        throw error;
      },
    );
  const rawMethods = RAW_METHODS.split(" ").map((name) => [
    name,
    async (...args: unknown[]) => {
      raw ??= loadRaw();
      return (await raw).call(name, args);
    },
  ]);

  /** The last answer of all methods. */
  let latest: Response | undefined;
  const client: Record<string, unknown> = { raw: Object.fromEntries(rawMethods) };
  for (const [operation, descriptor] of Object.entries<OperationDescriptor>(operationTable)) {
    const { method, path: template, pagination } = descriptor;

    const define =
      (isSync?: true) =>
      (...args: unknown[]) => {
        const path: Record<string, unknown> = {};
        const filled = template.replace(/{(.*?)}/g, (_, name) => {
          path[name] = args.shift();
          return encodeURIComponent(`${path[name]}`);
        });
        const body = descriptor.body && JSON.stringify(args.shift());
        const given = descriptor.query && !isSync && args.shift();
        const callOptions = (args.shift() ?? {}) as ListOptions & SyncOptions & { query?: object };
        const query = { ...(isSync ? callOptions.query : (given as object)) };

        /** One request: what is read from the parsed body of its success, or an error. */
        const send = async <T>(reading: Read<T>, signal = callOptions.signal, more?: object): Promise<T> => {
          const read = validated(options, operation, reading);
          const all = { ...query, ...more };
          const content = { ...(body && { "content-type": "application/json" }), ...headers };
          const url = baseUrl + filled + search(all);
          const { answer, data } = raw
            ? await (await raw).send(method, template, { params: { path, query: all }, body, signal }, operation, read)
            : await transport(url, { method, redirect: "manual", headers: content, body, signal }, operation, read);
          latest = answer;
          return data as T;
        };

        if (!pagination) return send((answer) => answer);
        const source: ListSource = {
          operation,
          scope: [operation, ...Object.values({ ...path, ...query })].join(" "),
          pagination,
          query,
          options: {
            ...callOptions,
            concurrency: widthOf(callOptions.concurrency),
          },
          fetchBody: () => send((page) => recordsOf(pagination, page) && page),
          fetchPage: (offset, limit, signal, more) =>
            send<Page<Item>>((page) => readPage(pagination, page, { offset, limit, origin }), signal, {
              ...more,
              limit,
              offset,
            }),
          serverTime: () => Date.parse(latest?.headers.get("date") ?? ""),
          onEvent: options.onEvent,
        };
        return isSync ? lazySync(source, callOptions) : pagedList(source);
      };

    client[operation] = define();
    if (pagination?.sync) client[pagination.sync] = define(true);
  }
  return client as unknown as Client;
}

/** Syncs with code that is loaded on first use: bundlers keep it apart, and who never syncs never pays for it. */
async function* lazySync(source: ListSource, options: SyncOptions) {
  const { sync } = await import("./sync.js");
  const stop = follow(options.signal);
  const fail = (message: string) => new ClientError(message);
  try {
    yield* sync(source, options, { signal: stop.signal, isNew: identitySet().add, fail });
  } finally {
    stop.end();
  }
}
