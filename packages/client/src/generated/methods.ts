// Generated from openapi/ by `npm run generate`. Do not edit.
import type { CallOptions, ListOptions, PagedList, SyncBatch, SyncOptions } from "../types.js";
import type { MetadataCreated, MetadataInput, PurchaseOrdersPage, PurchaseOrdersV3Page, ReportsPage } from "./models.js";
import type { operations } from "./schema.js";

/** The operations of the API as methods; their names are the operationIds of the spec. */
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
   * @param body the request body
   * @param options signal
   *
   * @example
   * const answer = await client.createMetadata("inspection", record);
   */
  createMetadata(namespace: operations["createMetadata"]["parameters"]["path"]["namespace"], body: MetadataInput, options?: CallOptions): Promise<MetadataCreated>;

  /**
   * List purchase orders: `GET /api/v1/purchase-orders`.
   *
   * Lists purchase orders, page by page, in the standard envelope. The order of the records is stable: by creation,
   * then by uid (*assumed*, decision 0009).
   *
   * @param query limit, offset
   * @param options signal, concurrency (pages at once), drift
   *
   * @example
   * for await (const record of client.listPurchaseOrders()) console.log(record.uid);
   */
  listPurchaseOrders(query?: NonNullable<operations["listPurchaseOrders"]["parameters"]["query"]>, options?: ListOptions): PagedList<PurchaseOrdersPage["data"][number], PurchaseOrdersPage>;

  /**
   * List purchase orders (version 3): `GET /api/v3/purchase-orders`.
   *
   * Lists the same purchase orders in the member names of version 3, page by page, as a plain array; `updated_from` and
   * `updated_to` narrow it to what was created or updated since. A short page is no proof of the end: an empty one is.
   * The path and the order of the records, by creation, then by uid, are *assumed* (decision 0009).
   *
   * @param query limit, offset, updated_from, updated_to
   * @param options signal, concurrency (pages at once), drift
   *
   * @example
   * for await (const record of client.listPurchaseOrdersV3()) console.log(record.uid);
   */
  listPurchaseOrdersV3(query?: NonNullable<operations["listPurchaseOrdersV3"]["parameters"]["query"]>, options?: ListOptions): PagedList<PurchaseOrdersV3Page[number], PurchaseOrdersV3Page>;

  /**
   * What was updated since a previous sync, of what `listPurchaseOrdersV3` lists: complete across crashes, and
   * resumable.
   *
   * Each batch comes with a checkpoint: process the records, store it, and give it to the next run. Across runs a
   * record may come again; within a run it comes once. The order of the records is not told.
   *
   * @param options since, until, checkpoint, overlap (ms), limit, signal
   *
   * @throws ClientError where the checkpoint is malformed, or of another operation
   *
   * @example
   * for await (const { records, checkpoint } of client.syncPurchaseOrdersV3({ checkpoint: await load() })) {
   *   await process(records);
   *   await store(checkpoint);
   * }
   */
  syncPurchaseOrdersV3(options?: SyncOptions): AsyncIterable<SyncBatch<PurchaseOrdersV3Page[number]>>;

  /**
   * List reports: `GET /api/v1/reports`.
   *
   * Lists inspection reports, page by page, in the linked envelope; `updated_from` and `updated_to` narrow it to what
   * was created or updated since. The path and the order of the records, by creation, then by uid, are *assumed*
   * (decision 0009).
   *
   * @param query limit, offset, updated_from, updated_to
   * @param options signal, concurrency (pages at once), drift
   *
   * @example
   * for await (const record of client.listReports()) console.log(record.uid);
   */
  listReports(query?: NonNullable<operations["listReports"]["parameters"]["query"]>, options?: ListOptions): PagedList<ReportsPage["data"][number], ReportsPage>;

  /**
   * What was updated since a previous sync, of what `listReports` lists: complete across crashes, and resumable.
   *
   * Each batch comes with a checkpoint: process the records, store it, and give it to the next run. Across runs a
   * record may come again; within a run it comes once. The order of the records is not told.
   *
   * @param options since, until, checkpoint, overlap (ms), limit, signal
   *
   * @throws ClientError where the checkpoint is malformed, or of another operation
   *
   * @example
   * for await (const { records, checkpoint } of client.syncReports({ checkpoint: await load() })) {
   *   await process(records);
   *   await store(checkpoint);
   * }
   */
  syncReports(options?: SyncOptions): AsyncIterable<SyncBatch<ReportsPage["data"][number]>>;
}
