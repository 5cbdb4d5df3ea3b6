// Generated from openapi/ by `npm run generate`. Do not edit.
/** The ID of the record, chosen by the caller. It has 1 to 100 characters. */
export type Uid = string;

/** The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003). */
export type ItemKey = string;

/** An item whose value is a string, as sent. */
export interface StringItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `string`.
   *
   * @example "string"
   */
  type: "string";
  /**
   * Any text; may be empty.
   *
   * @example "Lot 7 passed"
   */
  value: string;
}

/** An item whose value is a number, as sent. */
export interface NumberItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `number`.
   *
   * @example "number"
   */
  type: "number";
  /**
   * Any JSON number that reads back unchanged as a 64-bit floating-point number. `0.1` does. `9007199254740993` does not,
   * and is rejected with 400 rather than changed (*assumed*, decision 0006).
   *
   * @example 12.5
   */
  value: number;
}

/** An item whose value is a boolean, as sent. */
export interface BooleanItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `boolean`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `date`.
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
 * An ISO 8601 date-time in RFC 3339 format, with `Z` or a numeric offset; fractional seconds are optional (*assumed*,
 * decision 0007).
 */
export type DateTime = string;

/** An item whose value is a date-time, as sent. */
export interface DatetimeItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `datetime`.
   *
   * @example "datetime"
   */
  type: "datetime";
  /**
   * An ISO 8601 date-time in RFC 3339 format, with `Z` or a numeric offset; fractional seconds are optional (*assumed*,
   * decision 0007).
   *
   * @example "2026-11-21T06:15:00Z"
   */
  value: DateTime;
}

/** An item whose value is an array of strings, as sent. */
export interface StringArrayItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `string-array`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `number-array`.
   *
   * @example "number-array"
   */
  type: "number-array";
  /** Numbers, in the order sent; may be empty. Each of them has the limits of a `number` item. */
  value: number[];
}

/** An item whose value is an array of calendar dates, as sent. */
export interface DateArrayItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `date-array`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `datetime-array`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `boolean-array`.
   *
   * @example "boolean-array"
   */
  type: "boolean-array";
  /** Booleans, in the order sent; may be empty. */
  value: boolean[];
}

/** The ID of a stored file, a UUID. Files are uploaded elsewhere, and any UUID is accepted (*assumed*, decision 0011). */
export type FileIdentifier = `${string}-${string}-${string}-${string}-${string}`;

/** An item that refers to a stored file, as sent: the value is the ID of the file. */
export interface FileItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `file`.
   *
   * @example "file"
   */
  type: "file";
  /**
   * The ID of a stored file, a UUID. Files are uploaded elsewhere, and any UUID is accepted (*assumed*, decision 0011).
   *
   * @example "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
   */
  value: FileIdentifier;
}

/** One typed key/value pair, as sent. `type` determines the shape of `value`. */
export type MetadataItemInput = StringItemInput | NumberItemInput | BooleanItemInput | DateItemInput | DatetimeItemInput | StringArrayItemInput | NumberArrayItemInput | DateArrayItemInput | DatetimeArrayItemInput | BooleanArrayItemInput | FileItemInput | ObjectItemInput | ObjectArrayItemInput;

/** An item whose value is a list of nested items, as sent. */
export interface ObjectItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `object`.
   *
   * @example "object"
   */
  type: "object";
  /** The nested items; 1 to 150 items (*assumed*, decision 0003). */
  value: MetadataItemInput[];
}

/** An item whose value is a flat array of items, as sent. */
export interface ObjectArrayItemInput {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `object-array`.
   *
   * @example "object-array"
   */
  type: "object-array";
  /**
   * The items, in a flat array of up to 150 (*assumed*, decision 0003). In the response, each item is wrapped in its own
   * one-element array.
   */
  value: MetadataItemInput[];
}

/**
 * A metadata record to create. Unknown fields are rejected with 400, so a typo never silently drops data (*assumed*,
 * decision 0002).
 */
export interface MetadataInput {
  /**
   * The ID of the record, chosen by the caller. It has 1 to 100 characters.
   *
   * @example "lot-2026-0042"
   */
  uid: Uid;
  /** The items of the record; 1 to 150 items (*assumed*, decision 0003). */
  items: MetadataItemInput[];
}

/** An item whose value is a string, as returned. */
export interface StringItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `string`.
   *
   * @example "string"
   */
  type: "string";
  /**
   * Any text; may be empty.
   *
   * @example "Lot 7 passed"
   */
  value: string;
}

/** An item whose value is a number, as returned. */
export interface NumberItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `number`.
   *
   * @example "number"
   */
  type: "number";
  /**
   * Any JSON number that reads back unchanged as a 64-bit floating-point number. `0.1` does. `9007199254740993` does not,
   * and is rejected with 400 rather than changed (*assumed*, decision 0006).
   *
   * @example 12.5
   */
  value: number;
}

/** An item whose value is a boolean, as returned. */
export interface BooleanItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `boolean`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `date`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `datetime`.
   *
   * @example "datetime"
   */
  type: "datetime";
  /**
   * An ISO 8601 date-time in RFC 3339 format, with `Z` or a numeric offset; fractional seconds are optional (*assumed*,
   * decision 0007).
   *
   * @example "2026-11-21T06:15:00Z"
   */
  value: DateTime;
}

/** An item whose value is an array of strings, as returned. */
export interface StringArrayItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `string-array`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `number-array`.
   *
   * @example "number-array"
   */
  type: "number-array";
  /** Numbers, in the order sent; may be empty. Each of them has the limits of a `number` item. */
  value: number[];
}

/** An item whose value is an array of calendar dates, as returned. */
export interface DateArrayItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `date-array`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `datetime-array`.
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
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `boolean-array`.
   *
   * @example "boolean-array"
   */
  type: "boolean-array";
  /** Booleans, in the order sent; may be empty. */
  value: boolean[];
}

/** The URL of the stored file. */
export type FileUrl = `${string}://${string}`;

/** An item that refers to a stored file, as returned: the value is the URL of the file. */
export interface FileItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `file`.
   *
   * @example "file"
   */
  type: "file";
  /**
   * The URL of the stored file.
   *
   * @example "http://localhost:4010/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
   */
  value: FileUrl;
}

/** One typed key/value pair, as returned. `type` determines the shape of `value`. */
export type MetadataItem = StringItem | NumberItem | BooleanItem | DateItem | DatetimeItem | StringArrayItem | NumberArrayItem | DateArrayItem | DatetimeArrayItem | BooleanArrayItem | FileItem | ObjectItem | ObjectArrayItem;

/** An item whose value is a list of nested items, as returned. */
export interface ObjectItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `object`.
   *
   * @example "object"
   */
  type: "object";
  /** The nested items, in the order sent; 1 to 150 items (*assumed*, decision 0003). */
  value: MetadataItem[];
}

/** An item whose value is an array of arrays of items, as returned. */
export interface ObjectArrayItem {
  /**
   * The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
   *
   * @example "inspectionNote"
   */
  key: ItemKey;
  /**
   * The type of the item, always `object-array`.
   *
   * @example "object-array"
   */
  type: "object-array";
  /**
   * Each item sent comes back in its own one-element array, in the same order, with its key and type (*assumed*, decision
   * 0004).
   */
  value: MetadataItem[][];
}

/**
 * A timestamp of the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset. `Z` is not used
 * (*assumed*, decision 0007).
 */
export type Timestamp = string;

/** A stored metadata record. */
export interface Metadata {
  /**
   * The ID of the record, chosen by the caller. It has 1 to 100 characters.
   *
   * @example "lot-2026-0042"
   */
  uid: Uid;
  /** The items of the record, in the order sent; 1 to 150 items (*assumed*, decision 0003). */
  items: MetadataItem[];
  /**
   * When the record was created.
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  createdDate: Timestamp;
  /**
   * When the record was last changed, or created if it was never changed (*assumed*, decision 0007).
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updatedDate: Timestamp;
}

/** The response to a create request. Its only field is the stored record. */
export interface MetadataCreated {
  /** A stored metadata record. */
  data: Metadata;
}

/** The type of the error. `Generic` is the only known value; others may be added (*assumed*, decision 0008). */
export type ErrorCode = string;

/** A human-readable message. In a 400, it says where the request is invalid and why (*assumed*, decision 0008). */
export type ErrorMessage = string;

/** The body of every error except 500. It has no `errors` field. */
export interface ErrorBody {
  /**
   * The type of the error. `Generic` is the only known value; others may be added (*assumed*, decision 0008).
   *
   * @example "Generic"
   */
  errorCode: ErrorCode;
  /**
   * A human-readable message. In a 400, it says where the request is invalid and why (*assumed*, decision 0008).
   *
   * @example "items[2].value must be a string"
   */
  message: ErrorMessage;
}

/** The body of a 500 response. It describes what failed in the service. */
export interface InternalErrorBody {
  /**
   * The type of the error. `Generic` is the only known value; others may be added (*assumed*, decision 0008).
   *
   * @example "Generic"
   */
  errorCode: ErrorCode;
  /**
   * A human-readable message. In a 400, it says where the request is invalid and why (*assumed*, decision 0008).
   *
   * @example "items[2].value must be a string"
   */
  message: ErrorMessage;
  /** Lists of details by category, for example `system`. */
  errors?: { [name: string]: string[] } | undefined;
}

/**
 * A purchase order. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added
 * (*assumed*, decision 0010).
 */
export interface PurchaseOrder {
  /**
   * The ID of the order. 1 to 100 characters.
   *
   * @example "po-000001"
   */
  uid: string;
  /**
   * The order number, as the buyer writes it.
   *
   * @example "PO-2026-104233"
   */
  poNumber?: string | undefined;
  /**
   * The status of the order.
   *
   * @example "open"
   */
  poStatus?: string | undefined;
  /**
   * The ID of the buyer.
   *
   * @example "client-017"
   */
  clientId?: string | undefined;
  /**
   * The ID of the factory that makes the goods.
   *
   * @example "factory-0451"
   */
  factoryId?: string | undefined;
  /**
   * The date on which the goods are due.
   *
   * @example "2026-11-21"
   */
  deliveryDate?: CalendarDate | undefined;
  /**
   * The total number of pieces ordered. At least 0.
   *
   * @example 1200
   */
  totalQuantity?: number | undefined;
  /**
   * When the order was created.
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  createdDate: Timestamp;
  /**
   * When the order was last changed.
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updatedDate: Timestamp;
}

/** One page of purchase orders, in the standard envelope. */
export interface PurchaseOrdersPage {
  /** The records of the page, oldest first; at most `limit` records. */
  data: PurchaseOrder[];
  /**
   * The `limit` that was applied. 1 to 100.
   *
   * @example 10
   */
  limit: number;
  /**
   * The `offset` that was applied. At least 0.
   *
   * @example 0
   */
  offset: number;
  /**
   * The number of matching records on all pages. At least 0.
   *
   * @example 1000
   */
  total: number;
}

/**
 * A purchase order, with the field names of version 3. Its ID and timestamps are always present. Other fields may be
 * missing, and new ones may be added (*assumed*, decision 0010).
 */
export interface PurchaseOrderV3 {
  /**
   * The ID of the order. 1 to 100 characters.
   *
   * @example "po-000001"
   */
  uid: string;
  /**
   * The order number, as the buyer writes it.
   *
   * @example "PO-2026-104233"
   */
  po_number?: string | undefined;
  /**
   * The status of the order.
   *
   * @example "open"
   */
  po_status?: string | undefined;
  /**
   * The ID of the buyer.
   *
   * @example "client-017"
   */
  client_id?: string | undefined;
  /**
   * The ID of the factory that makes the goods.
   *
   * @example "factory-0451"
   */
  factory_id?: string | undefined;
  /**
   * The date on which the goods are due.
   *
   * @example "2026-11-21"
   */
  delivery_date?: CalendarDate | undefined;
  /**
   * The total number of pieces ordered. At least 0.
   *
   * @example 1200
   */
  total_quantity?: number | undefined;
  /**
   * When the order was created.
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  created_at: Timestamp;
  /**
   * When the order was last changed.
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updated_at: Timestamp;
}

/**
 * One page of purchase orders as a plain array, oldest first; at most `limit` orders. A page past the end is empty
 * (*assumed*, decision 0009).
 */
export type PurchaseOrdersV3Page = PurchaseOrderV3[];

/**
 * An inspection report. Its ID and timestamps are always present. Other fields may be missing, and new ones may be
 * added (*assumed*, decision 0010).
 */
export interface Report {
  /**
   * The ID of the report. 1 to 100 characters.
   *
   * @example "report-000001"
   */
  uid: string;
  /**
   * The number of the case that the report belongs to.
   *
   * @example "CN-2026-004711"
   */
  caseNumber?: string | undefined;
  /**
   * The type of the booking.
   *
   * @example "final-inspection"
   */
  bookingType?: string | undefined;
  /**
   * The country of the inspection, as an ISO 3166-1 alpha-2 code.
   *
   * @example "VN"
   */
  country?: string | undefined;
  /**
   * When the report was created.
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  createdDate: Timestamp;
  /**
   * When the report was last changed.
   *
   * @example "2026-11-21T06:15:00.123456+00:00"
   */
  updatedDate: Timestamp;
}

/** One page of reports, in the linked envelope. The field name `data` is *assumed* (decision 0009). */
export interface ReportsPage {
  /**
   * The number of matching records on all pages. At least 0.
   *
   * @example 1000
   */
  count: number;
  /**
   * The absolute URL of the next page, or null on the last page (*assumed*, decision 0009).
   *
   * @example "http://localhost:4010/api/v1/reports?limit=10&offset=20"
   */
  next: `${string}://${string}` | null;
  /**
   * The absolute URL of the previous page, or null on the first page (*assumed*, decision 0009).
   *
   * @example "http://localhost:4010/api/v1/reports?limit=10&offset=0"
   */
  previous: `${string}://${string}` | null;
  /** The records of the page, oldest first; at most `limit` records. */
  data: Report[];
}
