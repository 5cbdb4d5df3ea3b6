// Generated from openapi/ by `npm run generate`. Do not edit.
import type { components } from "./schema.js";

type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The caller's own identifier of the record. Not empty, at most 100 characters. */
export type Uid = Schema<"Uid">;

/** The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003). */
export type ItemKey = Schema<"ItemKey">;

/** An item whose value is a string, as sent. */
export interface StringItemInput extends Schema<"StringItemInput"> {}

/** An item whose value is a number, as sent. */
export interface NumberItemInput extends Schema<"NumberItemInput"> {}

/** An item whose value is a boolean, as sent. */
export interface BooleanItemInput extends Schema<"BooleanItemInput"> {}

/** A calendar date, `YYYY-MM-DD`. */
export type CalendarDate = Schema<"CalendarDate">;

/** An item whose value is a calendar date, as sent. */
export interface DateItemInput extends Schema<"DateItemInput"> {}

/**
 * An ISO 8601 date-time with `Z` or a numeric offset, fraction optional, as RFC 3339 spells it (*assumed*, decision
 * 0007).
 */
export type DateTime = Schema<"DateTime">;

/** An item whose value is a date-time, as sent. */
export interface DatetimeItemInput extends Schema<"DatetimeItemInput"> {}

/** An item whose value is an array of strings, as sent. */
export interface StringArrayItemInput extends Schema<"StringArrayItemInput"> {}

/** An item whose value is an array of numbers, as sent. */
export interface NumberArrayItemInput extends Schema<"NumberArrayItemInput"> {}

/** An item whose value is an array of calendar dates, as sent. */
export interface DateArrayItemInput extends Schema<"DateArrayItemInput"> {}

/** An item whose value is an array of date-times, as sent. */
export interface DatetimeArrayItemInput extends Schema<"DatetimeArrayItemInput"> {}

/** An item whose value is an array of booleans, as sent. */
export interface BooleanArrayItemInput extends Schema<"BooleanArrayItemInput"> {}

/** The identifier (UUID) of a file that is stored already. Files are uploaded elsewhere. */
export type FileIdentifier = Schema<"FileIdentifier">;

/** An item that refers to a stored file, as sent: the value is the identifier of the file. */
export interface FileItemInput extends Schema<"FileItemInput"> {}

/** One typed key/value pair, as sent. `type` decides the shape of `value`. */
export type MetadataItemInput = Schema<"MetadataItemInput">;

/** An item whose value is a set of items, as sent. */
export interface ObjectItemInput extends Schema<"ObjectItemInput"> {}

/** An item whose value is a list of items, as sent: the list is flat. */
export interface ObjectArrayItemInput extends Schema<"ObjectArrayItemInput"> {}

/**
 * A metadata record to create. Members that are not listed here are refused with 400, so that a typo cannot vanish
 * (*assumed*, decision 0002).
 */
export interface MetadataInput extends Schema<"MetadataInput"> {}

/** An item whose value is a string, as returned. */
export interface StringItem extends Schema<"StringItem"> {}

/** An item whose value is a number, as returned. */
export interface NumberItem extends Schema<"NumberItem"> {}

/** An item whose value is a boolean, as returned. */
export interface BooleanItem extends Schema<"BooleanItem"> {}

/** An item whose value is a calendar date, as returned. */
export interface DateItem extends Schema<"DateItem"> {}

/** An item whose value is a date-time, as returned. */
export interface DatetimeItem extends Schema<"DatetimeItem"> {}

/** An item whose value is an array of strings, as returned. */
export interface StringArrayItem extends Schema<"StringArrayItem"> {}

/** An item whose value is an array of numbers, as returned. */
export interface NumberArrayItem extends Schema<"NumberArrayItem"> {}

/** An item whose value is an array of calendar dates, as returned. */
export interface DateArrayItem extends Schema<"DateArrayItem"> {}

/** An item whose value is an array of date-times, as returned. */
export interface DatetimeArrayItem extends Schema<"DatetimeArrayItem"> {}

/** An item whose value is an array of booleans, as returned. */
export interface BooleanArrayItem extends Schema<"BooleanArrayItem"> {}

/** Where the stored file can be fetched. */
export type FileUrl = Schema<"FileUrl">;

/** An item that refers to a stored file, as returned: the value is the URL of the file. */
export interface FileItem extends Schema<"FileItem"> {}

/** One typed key/value pair, as returned. `type` decides the shape of `value`. */
export type MetadataItem = Schema<"MetadataItem">;

/** An item whose value is a set of items, as returned. */
export interface ObjectItem extends Schema<"ObjectItem"> {}

/** An item whose value is a list of lists of items, as returned. */
export interface ObjectArrayItem extends Schema<"ObjectArrayItem"> {}

/**
 * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
 * (*assumed*, decision 0007).
 */
export type Timestamp = Schema<"Timestamp">;

/** A stored metadata record. */
export interface Metadata extends Schema<"Metadata"> {}

/** The answer to a create, with the stored record as its only member. */
export interface MetadataCreated extends Schema<"MetadataCreated"> {
  /** A stored metadata record. */
  data: Metadata;
}

/** The class of the error. `Generic` is the only value known; others may come (*assumed*, decision 0008). */
export type ErrorCode = Schema<"ErrorCode">;

/** A text for people. On 400 it says where the request is wrong and how (*assumed*, decision 0008). */
export type ErrorMessage = Schema<"ErrorMessage">;

/** What went wrong, for every error but 500. It has no `errors` member. */
export interface ErrorBody extends Schema<"ErrorBody"> {}

/** What went wrong inside the service. */
export interface InternalErrorBody extends Schema<"InternalErrorBody"> {}

/**
 * A purchase order. An open object: its identity and timestamps are always there, the other members may be missing and
 * further ones may come (*assumed*, decision 0010).
 */
export interface PurchaseOrder extends Schema<"PurchaseOrder"> {}

/** One page of purchase orders, in the standard envelope. */
export interface PurchaseOrdersPage extends Schema<"PurchaseOrdersPage"> {
  /** The records of the page, oldest first, at most `limit` of them. */
  data: PurchaseOrder[];
}

/**
 * A purchase order, in the member names of version 3. An open object: its identity and timestamps are always there, the
 * other members may be missing and further ones may come (*assumed*, decision 0010).
 */
export interface PurchaseOrderV3 extends Schema<"PurchaseOrderV3"> {}

/** One page of purchase orders, as a plain array, oldest first, at most `limit` of them. A page past the end is empty. */
export type PurchaseOrdersV3Page = Schema<"PurchaseOrdersV3Page">;

/**
 * An inspection report. An open object: its identity and timestamps are always there, the other members may be missing
 * and further ones may come (*assumed*, decision 0010).
 */
export interface Report extends Schema<"Report"> {}

/** One page of reports, in the linked envelope. That the records are in `data` is *assumed* (decision 0009). */
export interface ReportsPage extends Schema<"ReportsPage"> {
  /** The records of the page, oldest first, at most `limit` of them. */
  data: Report[];
}
