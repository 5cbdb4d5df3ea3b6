import createFetchClient from "openapi-fetch";
import { createMethods, widthOf } from "./create-methods.js";
import type { Methods } from "./generated/methods.js";
import type { securitySchemes } from "./generated/operation-table.js";
import type { paths } from "./generated/schema.js";
import { readBaseUrl } from "./http/base-url.js";
import { refuseEmptyKey } from "./http/credentials.js";
import { asFetch, createSend } from "./http/send.js";
import { serializePath, serializeQuery } from "./http/serialize.js";
import { createTransport } from "./http/transport.js";
import { type ClientOptions, type Credentials, limitsOf, type Secret } from "./options.js";
import type { RawClient } from "./raw-client.js";

/** What {@link createClient} returns: a method for each operation of the API. */
export interface Client extends Methods {
  /**
   * The openapi-fetch client that all methods go through: for middleware (`client.raw.use(…)`), and for libraries that
   * build on openapi-fetch. Its requests are retried and limited like those of the methods.
   *
   * @example
   * ```ts
   * const { data, error } = await client.raw.GET("/api/v1/reports", { params: { query: { limit: 5 } } });
   * ```
   */
  readonly raw: RawClient;
}

/** The options of a client; `apiKey` is optional for an API without security schemes. */
type Options = keyof typeof securitySchemes extends never
  ? Omit<ClientOptions, "apiKey"> & { apiKey?: Secret | Credentials | undefined }
  : ClientOptions;

/**
 * Creates a client of the Metadata Service.
 *
 * @throws TypeError if `baseUrl` is not an absolute URL with only an origin and a path, if `apiKey` is empty, or if a
 *   header is invalid
 * @throws RangeError if `timeout` or a number in `retry` is too small, or NaN
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });
 * for await (const order of client.listPurchaseOrders()) console.log(order.uid, order.poStatus);
 * ```
 */
export function createClient(given: Options): Client {
  const options = given as ClientOptions;
  const baseUrl = readBaseUrl(options.baseUrl);
  refuseEmptyKey(options.apiKey);
  const transport = createTransport(options, widthOf(options.concurrency));
  const raw: RawClient = createFetchClient<paths, "application/json">({
    baseUrl,
    headers: { accept: "application/json", ...Object.fromEntries(new Headers(options.headers)) },
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
    fetch: asFetch(transport, limitsOf(options)),
  });
  return { ...createMethods(createSend(raw, transport, options), options), raw };
}
