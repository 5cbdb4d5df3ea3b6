// Generated from openapi/ by `npm run generate`. Do not edit.
/** The caller's own identifier of the record. Not empty, at most 100 characters. */
export type Uid = string;

/** The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003). */
export type ItemKey = string;

/** An item whose value is a string, as sent. */
export interface StringItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `string`.
   *
   * @example "string"
   */
  type: "string";
  /**
   * Any text, the empty string included.
   *
   * @example "Lot 7 passed"
   */
  value: string;
}

/** An item whose value is a number, as sent. */
export interface NumberItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `number`.
   *
   * @example "number"
   */
  type: "number";
  /**
   * Any JSON number that survives the round trip through a double: `0.1` does, `9007199254740993` does not and is refused
   * with 400 rather than altered (*assumed*, decision 0006).
   *
   * @example 12.5
   */
  value: number;
}

/** An item whose value is a boolean, as sent. */
export interface BooleanItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `boolean`.
   *
   * @example "boolean"
   */
  type: "boolean";
  /**
   * True or false.
   *
   * @example true
   */
  value: boolean;
}

/** A calendar date, `YYYY-MM-DD`. */
export type CalendarDate = string;

/** An item whose value is a calendar date, as sent. */
export interface DateItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `date`.
   *
   * @example "date"
   */
  type: "date";
  /**
   * A calendar date, `YYYY-MM-DD`.
   *
   * @example "2026-11-21"
   */
  value: CalendarDate;
}

/**
 * An ISO 8601 date-time with `Z` or a numeric offset, fraction optional, as RFC 3339 spells it (*assumed*, decision
 * 0007).
 */
export type DateTime = string;

/** An item whose value is a date-time, as sent. */
export interface DatetimeItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `datetime`.
   *
   * @example "datetime"
   */
  type: "datetime";
  /**
   * An ISO 8601 date-time with `Z` or a numeric offset, fraction optional, as RFC 3339 spells it (*assumed*, decision
   * 0007).
   *
   * @example "2026-11-21T06:15:00Z"
   */
  value: DateTime;
}

/** An item whose value is an array of strings, as sent. */
export interface StringArrayItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `string-array`.
   *
   * @example "string-array"
   */
  type: "string-array";
  /** Strings, in the order sent; may be empty. */
  value: string[];
}

/** An item whose value is an array of numbers, as sent. */
export interface NumberArrayItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `number-array`.
   *
   * @example "number-array"
   */
  type: "number-array";
  /** Numbers, in the order sent; may be empty. Each one survives the round trip, as in a `number` item. */
  value: number[];
}

/** An item whose value is an array of calendar dates, as sent. */
export interface DateArrayItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `date-array`.
   *
   * @example "date-array"
   */
  type: "date-array";
  /** Calendar dates, in the order sent; may be empty. */
  value: CalendarDate[];
}

/** An item whose value is an array of date-times, as sent. */
export interface DatetimeArrayItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `datetime-array`.
   *
   * @example "datetime-array"
   */
  type: "datetime-array";
  /** Date-times, in the order sent; may be empty. */
  value: DateTime[];
}

/** An item whose value is an array of booleans, as sent. */
export interface BooleanArrayItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `boolean-array`.
   *
   * @example "boolean-array"
   */
  type: "boolean-array";
  /** Booleans, in the order sent; may be empty. */
  value: boolean[];
}

/** The identifier (UUID) of a file that is stored already. Files are uploaded elsewhere. */
export type FileIdentifier = `${string}-${string}-${string}-${string}-${string}`;

/** An item that refers to a stored file, as sent: the value is the identifier of the file. */
export interface FileItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `file`.
   *
   * @example "file"
   */
  type: "file";
  /**
   * The identifier (UUID) of a file that is stored already. Files are uploaded elsewhere.
   *
   * @example "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
   */
  value: FileIdentifier;
}

/** One typed key/value pair, as sent. `type` decides the shape of `value`. */
export type MetadataItemInput = StringItemInput | NumberItemInput | BooleanItemInput | DateItemInput | DatetimeItemInput | StringArrayItemInput | NumberArrayItemInput | DateArrayItemInput | DatetimeArrayItemInput | BooleanArrayItemInput | FileItemInput | ObjectItemInput | ObjectArrayItemInput;

/** An item whose value is a set of items, as sent. */
export interface ObjectItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `object`.
   *
   * @example "object"
   */
  type: "object";
  /** The nested items. One to 150 of them (*assumed*, decision 0003). */
  value: MetadataItemInput[];
}

/** An item whose value is a list of items, as sent: the list is flat. */
export interface ObjectArrayItemInput {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `object-array`.
   *
   * @example "object-array"
   */
  type: "object-array";
  /** The items, flat; the answer holds each of them in an array of its own. Up to 150 of them (*assumed*, decision 0003). */
  value: MetadataItemInput[];
}

/**
 * A metadata record to create. Members that are not listed here are refused with 400, so that a typo cannot vanish
 * (*assumed*, decision 0002).
 */
export interface MetadataInput {
  /**
   * The caller's own identifier of the record. Not empty, at most 100 characters.
   *
   * @example "lot-2026-0042"
   */
  uid: Uid;
  /** The items of the record, in the order given. One to 150 of them (*assumed*, decision 0003). */
  items: MetadataItemInput[];
}

/** An item whose value is a string, as returned. */
export interface StringItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `string`.
   *
   * @example "string"
   */
  type: "string";
  /**
   * Any text, the empty string included.
   *
   * @example "Lot 7 passed"
   */
  value: string;
}

/** An item whose value is a number, as returned. */
export interface NumberItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `number`.
   *
   * @example "number"
   */
  type: "number";
  /**
   * Any JSON number that survives the round trip through a double: `0.1` does, `9007199254740993` does not and is refused
   * with 400 rather than altered (*assumed*, decision 0006).
   *
   * @example 12.5
   */
  value: number;
}

/** An item whose value is a boolean, as returned. */
export interface BooleanItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `boolean`.
   *
   * @example "boolean"
   */
  type: "boolean";
  /**
   * True or false.
   *
   * @example true
   */
  value: boolean;
}

/** An item whose value is a calendar date, as returned. */
export interface DateItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `date`.
   *
   * @example "date"
   */
  type: "date";
  /**
   * A calendar date, `YYYY-MM-DD`.
   *
   * @example "2026-11-21"
   */
  value: CalendarDate;
}

/** An item whose value is a date-time, as returned. */
export interface DatetimeItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `datetime`.
   *
   * @example "datetime"
   */
  type: "datetime";
  /**
   * An ISO 8601 date-time with `Z` or a numeric offset, fraction optional, as RFC 3339 spells it (*assumed*, decision
   * 0007).
   *
   * @example "2026-11-21T06:15:00Z"
   */
  value: DateTime;
}

/** An item whose value is an array of strings, as returned. */
export interface StringArrayItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `string-array`.
   *
   * @example "string-array"
   */
  type: "string-array";
  /** Strings, in the order sent; may be empty. */
  value: string[];
}

/** An item whose value is an array of numbers, as returned. */
export interface NumberArrayItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `number-array`.
   *
   * @example "number-array"
   */
  type: "number-array";
  /** Numbers, in the order sent; may be empty. Each one survives the round trip, as in a `number` item. */
  value: number[];
}

/** An item whose value is an array of calendar dates, as returned. */
export interface DateArrayItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `date-array`.
   *
   * @example "date-array"
   */
  type: "date-array";
  /** Calendar dates, in the order sent; may be empty. */
  value: CalendarDate[];
}

/** An item whose value is an array of date-times, as returned. */
export interface DatetimeArrayItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `datetime-array`.
   *
   * @example "datetime-array"
   */
  type: "datetime-array";
  /** Date-times, in the order sent; may be empty. */
  value: DateTime[];
}

/** An item whose value is an array of booleans, as returned. */
export interface BooleanArrayItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `boolean-array`.
   *
   * @example "boolean-array"
   */
  type: "boolean-array";
  /** Booleans, in the order sent; may be empty. */
  value: boolean[];
}

/** Where the stored file can be fetched. */
export type FileUrl = `${string}://${string}`;

/** An item that refers to a stored file, as returned: the value is the URL of the file. */
export interface FileItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `file`.
   *
   * @example "file"
   */
  type: "file";
  /**
   * Where the stored file can be fetched.
   *
   * @example "http://localhost:4010/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
   */
  value: FileUrl;
}

/** One typed key/value pair, as returned. `type` decides the shape of `value`. */
export type MetadataItem = StringItem | NumberItem | BooleanItem | DateItem | DatetimeItem | StringArrayItem | NumberArrayItem | DateArrayItem | DatetimeArrayItem | BooleanArrayItem | FileItem | ObjectItem | ObjectArrayItem;

/** An item whose value is a set of items, as returned. */
export interface ObjectItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `object`.
   *
   * @example "object"
   */
  type: "object";
  /** The nested items, in the order sent. One to 150 of them (*assumed*, decision 0003). */
  value: MetadataItem[];
}

/** An item whose value is a list of lists of items, as returned. */
export interface ObjectArrayItem {
  /**
   * The name of the item. 1 to 100 characters, any of them; may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The kind of the item, always `object-array`.
   *
   * @example "object-array"
   */
  type: "object-array";
  /** Element i is the array that holds item i of the request alone, with its key and type (*assumed*, decision 0004). */
  value: MetadataItem[][];
}

/**
 * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
 * (*assumed*, decision 0007).
 */
export type Timestamp = string;

/** A stored metadata record. */
export interface Metadata {
  /**
   * The caller's own identifier of the record. Not empty, at most 100 characters.
   *
   * @example "lot-2026-0042"
   */
  uid: Uid;
  /** The items of the record, in the order sent. One to 150 of them (*assumed*, decision 0003). */
  items: MetadataItem[];
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  createdDate: Timestamp;
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updatedDate: Timestamp;
}

/** The answer to a create, with the stored record as its only member. */
export interface MetadataCreated {
  /** A stored metadata record. */
  data: Metadata;
}

/** The class of the error. `Generic` is the only value known; others may come (*assumed*, decision 0008). */
export type ErrorCode = string;

/** A text for people. On 400 it says where the request is wrong and how (*assumed*, decision 0008). */
export type ErrorMessage = string;

/** What went wrong, for every error but 500. It has no `errors` member. */
export interface ErrorBody {
  /**
   * The class of the error. `Generic` is the only value known; others may come (*assumed*, decision 0008).
   *
   * @example "Generic"
   */
  errorCode: ErrorCode;
  /**
   * A text for people. On 400 it says where the request is wrong and how (*assumed*, decision 0008).
   *
   * @example "items[2].value must be a string"
   */
  message: ErrorMessage;
}

/** What went wrong inside the service. */
export interface InternalErrorBody {
  /**
   * The class of the error. `Generic` is the only value known; others may come (*assumed*, decision 0008).
   *
   * @example "Generic"
   */
  errorCode: ErrorCode;
  /**
   * A text for people. On 400 it says where the request is wrong and how (*assumed*, decision 0008).
   *
   * @example "items[2].value must be a string"
   */
  message: ErrorMessage;
  /** Detail strings by category, for example `system`. */
  errors?: { [name: string]: string[] };
}

/**
 * A purchase order. An open object: its identity and timestamps are always there, the other members may be missing and
 * further ones may come (*assumed*, decision 0010).
 */
export interface PurchaseOrder {
  /**
   * The identifier of the order. 1 to 100 characters.
   *
   * @example "po-000001"
   */
  uid: string;
  /**
   * The number of the order, as its buyer writes it.
   *
   * @example "PO-2026-104233"
   */
  poNumber?: string;
  /**
   * How far the order is.
   *
   * @example "open"
   */
  poStatus?: string;
  /**
   * The identifier of the buyer.
   *
   * @example "client-017"
   */
  clientId?: string;
  /**
   * The identifier of the factory that makes the goods.
   *
   * @example "factory-0451"
   */
  factoryId?: string;
  /**
   * A calendar date, `YYYY-MM-DD`.
   *
   * @example "2026-11-21"
   */
  deliveryDate?: CalendarDate;
  /**
   * The number of pieces ordered, over all lines. At least 0.
   *
   * @example 1200
   */
  totalQuantity?: number;
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  createdDate: Timestamp;
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updatedDate: Timestamp;
}

/** One page of purchase orders, in the standard envelope. */
export interface PurchaseOrdersPage {
  /** The records of the page, oldest first, at most `limit` of them. */
  data: PurchaseOrder[];
  /**
   * The limit applied. 1 to 100.
   *
   * @example 10
   */
  limit: number;
  /**
   * The offset applied. At least 0.
   *
   * @example 0
   */
  offset: number;
  /**
   * The number of records that match, over all pages. At least 0.
   *
   * @example 1000
   */
  total: number;
}

/**
 * A purchase order, in the member names of version 3. An open object: its identity and timestamps are always there, the
 * other members may be missing and further ones may come (*assumed*, decision 0010).
 */
export interface PurchaseOrderV3 {
  /**
   * The identifier of the order. 1 to 100 characters.
   *
   * @example "po-000001"
   */
  uid: string;
  /**
   * The number of the order, as its buyer writes it.
   *
   * @example "PO-2026-104233"
   */
  po_number?: string;
  /**
   * How far the order is.
   *
   * @example "open"
   */
  po_status?: string;
  /**
   * The identifier of the buyer.
   *
   * @example "client-017"
   */
  client_id?: string;
  /**
   * The identifier of the factory that makes the goods.
   *
   * @example "factory-0451"
   */
  factory_id?: string;
  /**
   * A calendar date, `YYYY-MM-DD`.
   *
   * @example "2026-11-21"
   */
  delivery_date?: CalendarDate;
  /**
   * The number of pieces ordered, over all lines. At least 0.
   *
   * @example 1200
   */
  total_quantity?: number;
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  created_at: Timestamp;
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updated_at: Timestamp;
}

/** One page of purchase orders, as a plain array, oldest first, at most `limit` of them. A page past the end is empty. */
export type PurchaseOrdersV3Page = PurchaseOrderV3[];

/**
 * An inspection report. An open object: its identity and timestamps are always there, the other members may be missing
 * and further ones may come (*assumed*, decision 0010).
 */
export interface Report {
  /**
   * The identifier of the report. 1 to 100 characters.
   *
   * @example "report-000001"
   */
  uid: string;
  /**
   * The number of the case that the report belongs to.
   *
   * @example "CN-2026-004711"
   */
  caseNumber?: string;
  /**
   * What was booked.
   *
   * @example "final-inspection"
   */
  bookingType?: string;
  /**
   * Where the inspection took place, as an ISO 3166-1 alpha-2 code.
   *
   * @example "VN"
   */
  country?: string;
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  createdDate: Timestamp;
  /**
   * A moment kept by the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset; `Z` is not used
   * (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updatedDate: Timestamp;
}

/** One page of reports, in the linked envelope. That the records are in `data` is *assumed* (decision 0009). */
export interface ReportsPage {
  /**
   * The number of records that match, over all pages. At least 0.
   *
   * @example 1000
   */
  count: number;
  /**
   * The absolute URL of the next page, or null where there is none (*assumed*, decision 0009).
   *
   * @example "http://localhost:4010/api/v1/reports?limit=10&offset=20"
   */
  next: `${string}://${string}` | null;
  /**
   * The absolute URL of the previous page, or null where there is none (*assumed*, decision 0009).
   *
   * @example "http://localhost:4010/api/v1/reports?limit=10&offset=0"
   */
  previous: `${string}://${string}` | null;
  /** The records of the page, oldest first, at most `limit` of them. */
  data: Report[];
}
