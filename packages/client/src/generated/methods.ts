// Generated from openapi/ by `npm run generate`. Do not edit.
import type { ResponsePromise } from "../http/response-promise.js";
import type { PagedList } from "../lists/paged-list.js";
import type { CallOptions, ListOptions, SyncOptions } from "../options.js";
import type { SyncBatch } from "../sync/sync.js";
import type { DateTime, MetadataCreated, MetadataInput, PurchaseOrder, PurchaseOrderV3, PurchaseOrdersPage, PurchaseOrdersV3Page, Report, ReportsPage } from "./models.js";

/** The query of {@link Methods.listPurchaseOrders}. */
export interface ListPurchaseOrdersQuery {
  /**
   * The number of records returned in one request. At most 100; more is refused with 400 (the maximum is *assumed*,
   * decision 0009). 1 to 100. Iterating over the list asks for 100 if it is left out.
   *
   * @default 100; 10 for `page()`
   * @example 100
   */
  limit?: number;

  /**
   * The number of records skipped before the first one returned. Past the last record the page is empty. The upper
   * bound keeps the number exact everywhere (*assumed*, decision 0009). At least 0.
   *
   * @default 0
   * @example 0
   */
  offset?: number;
}

/** The query of {@link Methods.listPurchaseOrdersV3}. */
export interface ListPurchaseOrdersV3Query {
  /**
   * The number of records returned in one request. At most 200; more is refused with 400 (the maximum is *assumed*,
   * decision 0009). 1 to 200. Iterating over the list asks for 200 if it is left out.
   *
   * @default 200; 10 for `page()`
   * @example 200
   */
  limit?: number;

  /**
   * The number of records skipped before the first one returned. Past the last record the page is empty. The upper
   * bound keeps the number exact everywhere (*assumed*, decision 0009). At least 0.
   *
   * @default 0
   * @example 0
   */
  offset?: number;

  /**
   * Only records updated at this moment or later: an RFC 3339 date-time, inclusive (*assumed*, decision 0007). In a
   * URL, the `+` of an offset is written `%2B`.
   *
   * @example "2026-11-01T00:00:00Z"
   */
  updated_from?: DateTime;

  /**
   * Only records updated before this moment: an RFC 3339 date-time, exclusive, so that windows tile (*assumed*,
   * decision 0007). In a URL, the `+` of an offset is written `%2B`.
   *
   * @example "2026-12-01T00:00:00Z"
   */
  updated_to?: DateTime;
}

/** The query of {@link Methods.listReports}. */
export interface ListReportsQuery {
  /**
   * The number of records returned in one request. At most 50; more is refused with 400 (the maximum is *assumed*,
   * decision 0009). 1 to 50. Iterating over the list asks for 50 if it is left out.
   *
   * @default 50; 10 for `page()`
   * @example 50
   */
  limit?: number;

  /**
   * The number of records skipped before the first one returned. Past the last record the page is empty. The upper
   * bound keeps the number exact everywhere (*assumed*, decision 0009). At least 0.
   *
   * @default 0
   * @example 0
   */
  offset?: number;

  /**
   * Only records updated at this moment or later: an RFC 3339 date-time, inclusive (*assumed*, decision 0007). In a
   * URL, the `+` of an offset is written `%2B`.
   *
   * @example "2026-11-01T00:00:00Z"
   */
  updated_from?: DateTime;

  /**
   * Only records updated before this moment: an RFC 3339 date-time, exclusive, so that windows tile (*assumed*,
   * decision 0007). In a URL, the `+` of an offset is written `%2B`.
   *
   * @example "2026-12-01T00:00:00Z"
   */
  updated_to?: DateTime;
}

/** The operations of the API as methods, named after their operationIds. */
export interface Methods {
  /**
   * Create metadata: `POST /api/v2/metadata/{namespace}`.
   *
   * Stores one metadata record under a namespace. Items keep the key and type sent; values are echoed in their response
   * shapes: the value of a `file` item becomes a URL, and an `object-array` becomes an array of arrays.
   *
   * *Assumed:* a uid that exists already in the namespace is answered with 201 and the stored record when the items are
   * the same, so that a create can be repeated safely, and with 400 when they differ; nothing is ever overwritten
   * (decision 0005). Items nest at most 8 levels deep and a body has at most 1 MiB (decision 0003).
   *
   * @param namespace The logical type of the data, set by the operator of the service.
   * @param body The record to create.
   * @param options `signal`, `timeout`, `retry`, `headers`
   *
   * @example
   * const result = await client.createMetadata("inspection", record);
   */
  createMetadata(namespace: "analytics" | "inspection", body: MetadataInput, options?: CallOptions): ResponsePromise<MetadataCreated>;

  /**
   * List purchase orders: `GET /api/v1/purchase-orders`.
   *
   * Lists purchase orders, page by page, in the standard envelope. The order of the records is stable: by creation,
   * then by uid (*assumed*, decision 0009).
   *
   * @param query `limit`, `offset`
   * @param options `signal`, `timeout`, `retry`, `headers`, `concurrency` (pages at once), `drift`
   *
   * @example
   * for await (const record of client.listPurchaseOrders()) console.log(record.uid);
   */
  listPurchaseOrders(query?: ListPurchaseOrdersQuery, options?: ListOptions): PagedList<PurchaseOrder, PurchaseOrdersPage>;

  /**
   * List purchase orders (version 3): `GET /api/v3/purchase-orders`.
   *
   * Lists the same purchase orders in the member names of version 3, page by page, as a plain array; `updated_from` and
   * `updated_to` narrow it to what was created or updated since. A short page is no proof of the end: an empty one is.
   * The path and the order of the records, by creation, then by uid, are *assumed* (decision 0009).
   *
   * @param query `limit`, `offset`, `updated_from`, `updated_to`
   * @param options `signal`, `timeout`, `retry`, `headers`, `concurrency` (pages at once), `drift`
   *
   * @example
   * for await (const record of client.listPurchaseOrdersV3()) console.log(record.uid);
   */
  listPurchaseOrdersV3(query?: ListPurchaseOrdersV3Query, options?: ListOptions): PagedList<PurchaseOrderV3, PurchaseOrdersV3Page>;

  /**
   * Syncs what `listPurchaseOrdersV3` lists: returns what was created or updated since the previous sync.
   *
   * Each batch has a checkpoint. Process the records, store the checkpoint, and pass it to the next run, even after a
   * crash: no update is missed. A run returns each record once; the next run may return a few of them again. The
   * records come in no particular order.
   *
   * @param options `checkpoint`, `since`, `until`, `overlap`, `limit`, `signal`, `timeout`, `retry`, `headers`
   *
   * @throws {ClientError} If the checkpoint is malformed, or belongs to another operation.
   *
   * @example
   * for await (const { records, checkpoint } of client.syncPurchaseOrdersV3({ checkpoint: await load() })) {
   *   await process(records);
   *   await store(checkpoint);
   * }
   */
  syncPurchaseOrdersV3(options?: SyncOptions): AsyncIterable<SyncBatch<PurchaseOrderV3>>;

  /**
   * List reports: `GET /api/v1/reports`.
   *
   * Lists inspection reports, page by page, in the linked envelope; `updated_from` and `updated_to` narrow it to what
   * was created or updated since. The path and the order of the records, by creation, then by uid, are *assumed*
   * (decision 0009).
   *
   * @param query `limit`, `offset`, `updated_from`, `updated_to`
   * @param options `signal`, `timeout`, `retry`, `headers`, `concurrency` (pages at once), `drift`
   *
   * @example
   * for await (const record of client.listReports()) console.log(record.uid);
   */
  listReports(query?: ListReportsQuery, options?: ListOptions): PagedList<Report, ReportsPage>;

  /**
   * Syncs what `listReports` lists: returns what was created or updated since the previous sync.
   *
   * Each batch has a checkpoint. Process the records, store the checkpoint, and pass it to the next run, even after a
   * crash: no update is missed. A run returns each record once; the next run may return a few of them again. The
   * records come in no particular order.
   *
   * @param options `checkpoint`, `since`, `until`, `overlap`, `limit`, `signal`, `timeout`, `retry`, `headers`
   *
   * @throws {ClientError} If the checkpoint is malformed, or belongs to another operation.
   *
   * @example
   * for await (const { records, checkpoint } of client.syncReports({ checkpoint: await load() })) {
   *   await process(records);
   *   await store(checkpoint);
   * }
   */
  syncReports(options?: SyncOptions): AsyncIterable<SyncBatch<Report>>;
}
