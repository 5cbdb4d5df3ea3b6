// Generated from openapi/ by `npm run generate`. Do not edit.
import type { ResponsePromise } from "../http/response-promise.js";
import type { PagedList } from "../lists/paged-list.js";
import type { CallOptions, ListOptions, SyncOptions } from "../options.js";
import type { SyncBatch } from "../sync/sync.js";
import type { DateTime, MetadataCreated, MetadataInput, PurchaseOrder, PurchaseOrderV3, PurchaseOrdersPage, PurchaseOrdersV3Page, Report, ReportsPage } from "./models.js";

/** The query of {@link Methods.listPurchaseOrders}. */
export interface ListPurchaseOrdersQuery {
  /**
   * The maximum number of records in the response. It is at most 100; a value above that is rejected with 400
   * (*assumed*, decision 0009). 1 to 100. Iterating over the list asks for 100 if it is left out.
   *
   * @default 100; 10 for `page()`
   * @example 100
   */
  limit?: number | undefined;

  /**
   * The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is
   * the largest integer that every JSON parser reads exactly. At least 0.
   *
   * @default 0
   * @example 0
   */
  offset?: number | undefined;
}

/** The query of {@link Methods.listPurchaseOrdersV3}. */
export interface ListPurchaseOrdersV3Query {
  /**
   * The maximum number of records in the response. It is at most 200; a value above that is rejected with 400
   * (*assumed*, decision 0009). 1 to 200. Iterating over the list asks for 200 if it is left out.
   *
   * @default 200; 10 for `page()`
   * @example 200
   */
  limit?: number | undefined;

  /**
   * The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is
   * the largest integer that every JSON parser reads exactly. At least 0.
   *
   * @default 0
   * @example 0
   */
  offset?: number | undefined;

  /**
   * Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound
   * are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
   *
   * @example "2026-11-01T00:00:00Z"
   */
  updated_from?: DateTime | undefined;

  /**
   * Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an
   * RFC 3339 date-time; the format and the exclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an
   * offset as `%2B`.
   *
   * @example "2026-12-01T00:00:00Z"
   */
  updated_to?: DateTime | undefined;
}

/** The query of {@link Methods.listReports}. */
export interface ListReportsQuery {
  /**
   * The maximum number of records in the response. It is at most 50; a value above that is rejected with 400
   * (*assumed*, decision 0009). 1 to 50. Iterating over the list asks for 50 if it is left out.
   *
   * @default 50; 10 for `page()`
   * @example 50
   */
  limit?: number | undefined;

  /**
   * The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is
   * the largest integer that every JSON parser reads exactly. At least 0.
   *
   * @default 0
   * @example 0
   */
  offset?: number | undefined;

  /**
   * Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound
   * are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
   *
   * @example "2026-11-01T00:00:00Z"
   */
  updated_from?: DateTime | undefined;

  /**
   * Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an
   * RFC 3339 date-time; the format and the exclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an
   * offset as `%2B`.
   *
   * @example "2026-12-01T00:00:00Z"
   */
  updated_to?: DateTime | undefined;
}

/** The operations of the API as methods, named after their operationIds. */
export interface Methods {
  /**
   * Create metadata: `POST /api/v2/metadata/{namespace}`.
   *
   * Stores one metadata record in a namespace and returns it. Items keep their key and type. Values are returned as
   * sent, with two exceptions: the value of a `file` item becomes a URL, and an `object-array` becomes an array of
   * arrays.
   *
   * *Assumed:* if a record with this uid and the same items already exists in the namespace, the response is a 201 with
   * the stored record, so you can safely repeat a create request. If its items are different, the response is a 400.
   * Nothing is ever overwritten (decision 0005). Items can be nested up to 8 levels deep, and a body can have up to 1
   * MiB (decision 0003).
   *
   * @param namespace The namespace of the record, which is the type of its data, as defined by the operator of the
   * service.
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
   * Lists purchase orders page by page, in the standard envelope (`data`, `limit`, `offset`, `total`). Records are
   * sorted by creation time, then by uid. The order and the use of the standard envelope are *assumed* (decision 0009).
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
   * Lists the same purchase orders as version 1, page by page, with the field names of version 3, as a plain array.
   * `updated_from` and `updated_to` limit the list to records that were created or updated in a time window. Only an
   * empty page marks the end of the list; a short one does not. Records are sorted by creation time, then by uid. The
   * end of the list, the order and the path are *assumed* (decision 0009).
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
   * @throws {ClientError} If the checkpoint is malformed, or belongs to another operation or to other filters.
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
   * Lists inspection reports page by page, in the linked envelope (`count`, `next`, `previous`, `data`). `updated_from`
   * and `updated_to` limit the list to reports that were created or updated in a time window. Reports are sorted by
   * creation time, then by uid. The order, the path and the use of the linked envelope are *assumed* (decision 0009).
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
   * @throws {ClientError} If the checkpoint is malformed, or belongs to another operation or to other filters.
   *
   * @example
   * for await (const { records, checkpoint } of client.syncReports({ checkpoint: await load() })) {
   *   await process(records);
   *   await store(checkpoint);
   * }
   */
  syncReports(options?: SyncOptions): AsyncIterable<SyncBatch<Report>>;
}
