// Generated from openapi/ by `npm run generate`. Do not edit.
import type { components } from "./schema.js";

/** The caller's own identifier of the record. Not empty, at most 100 characters. */
export type Uid = components["schemas"]["Uid"];

/** The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003). */
export type ItemKey = components["schemas"]["ItemKey"];

/** An item whose value is a string, as sent. */
export type StringItemInput = components["schemas"]["StringItemInput"];

/** An item whose value is a number, as sent. */
export type NumberItemInput = components["schemas"]["NumberItemInput"];

/** An item whose value is a boolean, as sent. */
export type BooleanItemInput = components["schemas"]["BooleanItemInput"];

/** A calendar date, `YYYY-MM-DD`. */
export type CalendarDate = components["schemas"]["CalendarDate"];

/** An item whose value is a calendar date, as sent. */
export type DateItemInput = components["schemas"]["DateItemInput"];

/**
 * An ISO 8601 date-time with `Z` or a numeric offset, fraction optional, as RFC 3339 spells it (*assumed*, decision
 * 0007).
 */
export type DateTime = components["schemas"]["DateTime"];

/** An item whose value is a date-time, as sent. */
export type DatetimeItemInput = components["schemas"]["DatetimeItemInput"];

/** An item whose value is an array of strings, as sent. */
export type StringArrayItemInput = components["schemas"]["StringArrayItemInput"];

/** An item whose value is an array of numbers, as sent. */
export type NumberArrayItemInput = components["schemas"]["NumberArrayItemInput"];

/** An item whose value is an array of calendar dates, as sent. */
export type DateArrayItemInput = components["schemas"]["DateArrayItemInput"];

/** An item whose value is an array of date-times, as sent. */
export type DatetimeArrayItemInput = components["schemas"]["DatetimeArrayItemInput"];

/** An item whose value is an array of booleans, as sent. */
export type BooleanArrayItemInput = components["schemas"]["BooleanArrayItemInput"];

/** The identifier (UUID) of a file that is stored already. Files are uploaded elsewhere. */
export type FileIdentifier = components["schemas"]["FileIdentifier"];

/** An item that refers to a stored file, as sent: the value is the identifier of the file. */
export type FileItemInput = components["schemas"]["FileItemInput"];

/** One typed key/value pair, as sent. `type` decides the shape of `value`. */
export type MetadataItemInput = components["schemas"]["MetadataItemInput"];

/** An item whose value is a set of items, as sent. */
export type ObjectItemInput = components["schemas"]["ObjectItemInput"];

/** An item whose value is a list of items, as sent: the list is flat. */
export type ObjectArrayItemInput = components["schemas"]["ObjectArrayItemInput"];

/**
 * A metadata record to create. Members that are not listed here are refused with 400, so that a typo cannot vanish
 * (*assumed*, decision 0002).
 */
export type MetadataInput = components["schemas"]["MetadataInput"];

/** An item whose value is a string, as returned. */
export type StringItem = components["schemas"]["StringItem"];

/** An item whose value is a number, as returned. */
export type NumberItem = components["schemas"]["NumberItem"];

/** An item whose value is a boolean, as returned. */
export type BooleanItem = components["schemas"]["BooleanItem"];

/** An item whose value is a calendar date, as returned. */
export type DateItem = components["schemas"]["DateItem"];

/** An item whose value is a date-time, as returned. */
export type DatetimeItem = components["schemas"]["DatetimeItem"];

/** An item whose value is an array of strings, as returned. */
export type StringArrayItem = components["schemas"]["StringArrayItem"];

/** An item whose value is an array of numbers, as returned. */
export type NumberArrayItem = components["schemas"]["NumberArrayItem"];

/** An item whose value is an array of calendar dates, as returned. */
export type DateArrayItem = components["schemas"]["DateArrayItem"];

/** An item whose value is an array of date-times, as returned. */
export type DatetimeArrayItem = components["schemas"]["DatetimeArrayItem"];

/** An item whose value is an array of booleans, as returned. */
export type BooleanArrayItem = components["schemas"]["BooleanArrayItem"];

/** Where the stored file can be fetched. */
export type FileUrl = components["schemas"]["FileUrl"];

/** An item that refers to a stored file, as returned: the value is the URL of the file. */
export type FileItem = components["schemas"]["FileItem"];

/** One typed key/value pair, as returned. `type` decides the shape of `value`. */
export type MetadataItem = components["schemas"]["MetadataItem"];

/** An item whose value is a set of items, as returned. */
export type ObjectItem = components["schemas"]["ObjectItem"];

/** An item whose value is a list of lists of items, as returned. */
export type ObjectArrayItem = components["schemas"]["ObjectArrayItem"];

/**
 * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
 * (*assumed*, decision 0007).
 */
export type Timestamp = components["schemas"]["Timestamp"];

/** A stored metadata record. */
export type Metadata = components["schemas"]["Metadata"];

/** The answer to a create, with the stored record as its only member. */
export type MetadataCreated = components["schemas"]["MetadataCreated"];

/** The class of the error. `Generic` is the only value known; others may come (*assumed*, decision 0008). */
export type ErrorCode = components["schemas"]["ErrorCode"];

/** A text for people. On 400 it says where the request is wrong and how (*assumed*, decision 0008). */
export type ErrorMessage = components["schemas"]["ErrorMessage"];

/** What went wrong, for every error but 500. It has no `errors` member. */
export type ErrorBody = components["schemas"]["ErrorBody"];

/** What went wrong inside the service. */
export type InternalErrorBody = components["schemas"]["InternalErrorBody"];

/**
 * A purchase order. An open object: its identity and timestamps are always there, the other members may be missing and
 * further ones may come (*assumed*, decision 0010).
 */
export type PurchaseOrder = components["schemas"]["PurchaseOrder"];

/** One page of purchase orders, in the standard envelope. */
export type PurchaseOrdersPage = components["schemas"]["PurchaseOrdersPage"];

/**
 * A purchase order, in the member names of version 3. An open object: its identity and timestamps are always there, the
 * other members may be missing and further ones may come (*assumed*, decision 0010).
 */
export type PurchaseOrderV3 = components["schemas"]["PurchaseOrderV3"];

/** One page of purchase orders, as a plain array, oldest first, at most `limit` of them. A page past the end is empty. */
export type PurchaseOrdersV3Page = components["schemas"]["PurchaseOrdersV3Page"];

/**
 * An inspection report. An open object: its identity and timestamps are always there, the other members may be missing
 * and further ones may come (*assumed*, decision 0010).
 */
export type Report = components["schemas"]["Report"];

/** One page of reports, in the linked envelope. That the records are in `data` is *assumed* (decision 0009). */
export type ReportsPage = components["schemas"]["ReportsPage"];
