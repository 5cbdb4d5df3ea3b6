import { type Client, type ClientOptions, createClient, type ListOptions } from "../src/index.js";
import type { Service } from "./service.js";

/** Creates a client for a service, with short delays. */
export const clientOf = ({ url }: Service, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: url, apiKey: "secret-key", retry: { baseDelay: 1, maxDelay: 4 }, ...options });

/** The three list operations, one of each page shape. */
export const LISTS = {
  standard: (client: Client, query: object = {}, options?: ListOptions) => client.listPurchaseOrders(query, options),
  linked: (client: Client, query: object = {}, options?: ListOptions) => client.listReports(query, options),
  array: (client: Client, query: object = {}, options?: ListOptions) => client.listPurchaseOrdersV3(query, options),
};

export type Shape = keyof typeof LISTS;
export const SHAPES = Object.keys(LISTS) as Shape[];

export const uids = (records: { uid: string }[]) => records.map(({ uid }) => uid);
