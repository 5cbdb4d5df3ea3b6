// Generated from openapi/ by `npm run generate`. Do not edit.
export interface paths {
    "/api/v2/metadata/{namespace}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create metadata
         * @description Stores one metadata record in a namespace and returns it. Items keep their key and type. Values are returned as sent, with two exceptions: the value of a `file` item becomes a URL, and an `object-array` becomes an array of arrays.
         *
         *     *Assumed:* if a record with this uid and the same items already exists in the namespace, the response is a 201 with the stored record, so you can safely repeat a create request. If its items are different, the response is a 400. Nothing is ever overwritten (decision 0005). Items can be nested up to 8 levels deep, and a body can have up to 1 MiB (decision 0003).
         */
        post: operations["createMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/purchase-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purchase orders
         * @description Lists purchase orders page by page, in the standard envelope (`data`, `limit`, `offset`, `total`). Records are sorted by creation time, then by uid. The order and the use of the standard envelope are *assumed* (decision 0009).
         */
        get: operations["listPurchaseOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/purchase-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purchase orders (version 3)
         * @description Lists the same purchase orders as version 1, page by page, with the field names of version 3, as a plain array. `updated_from` and `updated_to` limit the list to records that were created or updated in a time window. Only an empty page marks the end of the list; a short one does not. Records are sorted by creation time, then by uid. The end of the list, the order and the path are *assumed* (decision 0009).
         */
        get: operations["listPurchaseOrdersV3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reports
         * @description Lists inspection reports page by page, in the linked envelope (`count`, `next`, `previous`, `data`). `updated_from` and `updated_to` limit the list to reports that were created or updated in a time window. Reports are sorted by creation time, then by uid. The order, the path and the use of the linked envelope are *assumed* (decision 0009).
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The ID of the record, chosen by the caller. It has 1 to 100 characters.
         * @example lot-2026-0042
         */
        Uid: string;
        /**
         * @description The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).
         * @example inspectionNote
         */
        ItemKey: string;
        /**
         * @description An item whose value is a string, as sent.
         * @example {
         *       "key": "inspectionNote",
         *       "type": "string",
         *       "value": "Lot 7 passed"
         *     }
         */
        StringItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `string`.
             * @example string
             * @constant
             */
            type: "string";
            /**
             * @description Any text; may be empty.
             * @example Lot 7 passed
             */
            value: string;
        };
        /**
         * @description An item whose value is a number, as sent.
         * @example {
         *       "key": "sampleWeight",
         *       "type": "number",
         *       "value": 12.5
         *     }
         */
        NumberItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `number`.
             * @example number
             * @constant
             */
            type: "number";
            /**
             * @description Any JSON number that reads back unchanged as a 64-bit floating-point number. `0.1` does. `9007199254740993` does not, and is rejected with 400 rather than changed (*assumed*, decision 0006).
             * @example 12.5
             */
            value: number;
        };
        /**
         * @description An item whose value is a boolean, as sent.
         * @example {
         *       "key": "sealed",
         *       "type": "boolean",
         *       "value": true
         *     }
         */
        BooleanItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `boolean`.
             * @example boolean
             * @constant
             */
            type: "boolean";
            /**
             * @description True or false.
             * @example true
             */
            value: boolean;
        };
        /**
         * Format: date
         * @description A calendar date, `YYYY-MM-DD`.
         * @example 2026-11-21
         */
        CalendarDate: string;
        /**
         * @description An item whose value is a calendar date, as sent.
         * @example {
         *       "key": "inspectionDate",
         *       "type": "date",
         *       "value": "2026-11-21"
         *     }
         */
        DateItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `date`.
             * @example date
             * @constant
             */
            type: "date";
            value: components["schemas"]["CalendarDate"];
        };
        /**
         * Format: date-time
         * @description An ISO 8601 date-time in RFC 3339 format, with `Z` or a numeric offset; fractional seconds are optional (*assumed*, decision 0007).
         * @example 2026-11-21T06:15:00Z
         * @example 2026-11-21T13:15:00.250+07:00
         */
        DateTime: string;
        /**
         * @description An item whose value is a date-time, as sent.
         * @example {
         *       "key": "arrivedAt",
         *       "type": "datetime",
         *       "value": "2026-11-21T06:15:00Z"
         *     }
         */
        DatetimeItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `datetime`.
             * @example datetime
             * @constant
             */
            type: "datetime";
            value: components["schemas"]["DateTime"];
        };
        /**
         * @description An item whose value is an array of strings, as sent.
         * @example {
         *       "key": "colours",
         *       "type": "string-array",
         *       "value": [
         *         "blue",
         *         "navy"
         *       ]
         *     }
         */
        StringArrayItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `string-array`.
             * @example string-array
             * @constant
             */
            type: "string-array";
            /**
             * @description Strings, in the order sent; may be empty.
             * @example [
             *       "blue",
             *       "navy"
             *     ]
             */
            value: string[];
        };
        /**
         * @description An item whose value is an array of numbers, as sent.
         * @example {
         *       "key": "measurements",
         *       "type": "number-array",
         *       "value": [
         *         1.5,
         *         2,
         *         -3
         *       ]
         *     }
         */
        NumberArrayItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `number-array`.
             * @example number-array
             * @constant
             */
            type: "number-array";
            /**
             * @description Numbers, in the order sent; may be empty. Each of them has the limits of a `number` item.
             * @example [
             *       1.5,
             *       2,
             *       -3
             *     ]
             */
            value: number[];
        };
        /**
         * @description An item whose value is an array of calendar dates, as sent.
         * @example {
         *       "key": "visitDates",
         *       "type": "date-array",
         *       "value": [
         *         "2026-11-21",
         *         "2026-12-01"
         *       ]
         *     }
         */
        DateArrayItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `date-array`.
             * @example date-array
             * @constant
             */
            type: "date-array";
            /**
             * @description Calendar dates, in the order sent; may be empty.
             * @example [
             *       "2026-11-21",
             *       "2026-12-01"
             *     ]
             */
            value: components["schemas"]["CalendarDate"][];
        };
        /**
         * @description An item whose value is an array of date-times, as sent.
         * @example {
         *       "key": "scanTimes",
         *       "type": "datetime-array",
         *       "value": [
         *         "2026-11-21T06:15:00.250Z",
         *         "2026-11-21T13:15:00+07:00"
         *       ]
         *     }
         */
        DatetimeArrayItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `datetime-array`.
             * @example datetime-array
             * @constant
             */
            type: "datetime-array";
            /**
             * @description Date-times, in the order sent; may be empty.
             * @example [
             *       "2026-11-21T06:15:00.250Z",
             *       "2026-11-21T13:15:00+07:00"
             *     ]
             */
            value: components["schemas"]["DateTime"][];
        };
        /**
         * @description An item whose value is an array of booleans, as sent.
         * @example {
         *       "key": "checks",
         *       "type": "boolean-array",
         *       "value": [
         *         true,
         *         false
         *       ]
         *     }
         */
        BooleanArrayItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `boolean-array`.
             * @example boolean-array
             * @constant
             */
            type: "boolean-array";
            /**
             * @description Booleans, in the order sent; may be empty.
             * @example [
             *       true,
             *       false
             *     ]
             */
            value: boolean[];
        };
        /**
         * Format: uuid
         * @description The ID of a stored file, a UUID. Files are uploaded elsewhere, and any UUID is accepted (*assumed*, decision 0011).
         * @example 6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d
         */
        FileIdentifier: `${string}-${string}-${string}-${string}-${string}`;
        /**
         * @description An item that refers to a stored file, as sent: the value is the ID of the file.
         * @example {
         *       "key": "photo",
         *       "type": "file",
         *       "value": "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
         *     }
         */
        FileItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `file`.
             * @example file
             * @constant
             */
            type: "file";
            value: components["schemas"]["FileIdentifier"];
        };
        /**
         * @description One typed key/value pair, as sent. `type` determines the shape of `value`.
         * @example {
         *       "key": "inspectionNote",
         *       "type": "string",
         *       "value": "Lot 7 passed"
         *     }
         */
        MetadataItemInput: components["schemas"]["StringItemInput"] | components["schemas"]["NumberItemInput"] | components["schemas"]["BooleanItemInput"] | components["schemas"]["DateItemInput"] | components["schemas"]["DatetimeItemInput"] | components["schemas"]["StringArrayItemInput"] | components["schemas"]["NumberArrayItemInput"] | components["schemas"]["DateArrayItemInput"] | components["schemas"]["DatetimeArrayItemInput"] | components["schemas"]["BooleanArrayItemInput"] | components["schemas"]["FileItemInput"] | components["schemas"]["ObjectItemInput"] | components["schemas"]["ObjectArrayItemInput"];
        /**
         * @description An item whose value is a list of nested items, as sent.
         * @example {
         *       "key": "factory",
         *       "type": "object",
         *       "value": [
         *         {
         *           "key": "city",
         *           "type": "string",
         *           "value": "Hue"
         *         }
         *       ]
         *     }
         */
        ObjectItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `object`.
             * @example object
             * @constant
             */
            type: "object";
            /**
             * @description The nested items; 1 to 150 items (*assumed*, decision 0003).
             * @example [
             *       {
             *         "key": "city",
             *         "type": "string",
             *         "value": "Hue"
             *       }
             *     ]
             */
            value: components["schemas"]["MetadataItemInput"][];
        };
        /**
         * @description An item whose value is a flat array of items, as sent.
         * @example {
         *       "key": "defects",
         *       "type": "object-array",
         *       "value": [
         *         {
         *           "key": "defect",
         *           "type": "string",
         *           "value": "loose thread"
         *         },
         *         {
         *           "key": "defect",
         *           "type": "string",
         *           "value": "stain"
         *         }
         *       ]
         *     }
         */
        ObjectArrayItemInput: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `object-array`.
             * @example object-array
             * @constant
             */
            type: "object-array";
            /**
             * @description The items, in a flat array of up to 150 (*assumed*, decision 0003). In the response, each item is wrapped in its own one-element array.
             * @example [
             *       {
             *         "key": "defect",
             *         "type": "string",
             *         "value": "loose thread"
             *       },
             *       {
             *         "key": "defect",
             *         "type": "string",
             *         "value": "stain"
             *       }
             *     ]
             */
            value: components["schemas"]["MetadataItemInput"][];
        };
        /**
         * @description A metadata record to create. Unknown fields are rejected with 400, so a typo never silently drops data (*assumed*, decision 0002).
         * @example {
         *       "uid": "lot-2026-0042",
         *       "items": [
         *         {
         *           "key": "inspectionNote",
         *           "type": "string",
         *           "value": "Lot 7 passed"
         *         }
         *       ]
         *     }
         */
        MetadataInput: {
            uid: components["schemas"]["Uid"];
            /**
             * @description The items of the record; 1 to 150 items (*assumed*, decision 0003).
             * @example [
             *       {
             *         "key": "inspectionNote",
             *         "type": "string",
             *         "value": "Lot 7 passed"
             *       }
             *     ]
             */
            items: components["schemas"]["MetadataItemInput"][];
        };
        /**
         * @description An item whose value is a string, as returned.
         * @example {
         *       "key": "inspectionNote",
         *       "type": "string",
         *       "value": "Lot 7 passed"
         *     }
         */
        StringItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `string`.
             * @example string
             * @constant
             */
            type: "string";
            /**
             * @description Any text; may be empty.
             * @example Lot 7 passed
             */
            value: string;
        };
        /**
         * @description An item whose value is a number, as returned.
         * @example {
         *       "key": "sampleWeight",
         *       "type": "number",
         *       "value": 12.5
         *     }
         */
        NumberItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `number`.
             * @example number
             * @constant
             */
            type: "number";
            /**
             * @description Any JSON number that reads back unchanged as a 64-bit floating-point number. `0.1` does. `9007199254740993` does not, and is rejected with 400 rather than changed (*assumed*, decision 0006).
             * @example 12.5
             */
            value: number;
        };
        /**
         * @description An item whose value is a boolean, as returned.
         * @example {
         *       "key": "sealed",
         *       "type": "boolean",
         *       "value": true
         *     }
         */
        BooleanItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `boolean`.
             * @example boolean
             * @constant
             */
            type: "boolean";
            /**
             * @description True or false.
             * @example true
             */
            value: boolean;
        };
        /**
         * @description An item whose value is a calendar date, as returned.
         * @example {
         *       "key": "inspectionDate",
         *       "type": "date",
         *       "value": "2026-11-21"
         *     }
         */
        DateItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `date`.
             * @example date
             * @constant
             */
            type: "date";
            value: components["schemas"]["CalendarDate"];
        };
        /**
         * @description An item whose value is a date-time, as returned.
         * @example {
         *       "key": "arrivedAt",
         *       "type": "datetime",
         *       "value": "2026-11-21T06:15:00Z"
         *     }
         */
        DatetimeItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `datetime`.
             * @example datetime
             * @constant
             */
            type: "datetime";
            value: components["schemas"]["DateTime"];
        };
        /**
         * @description An item whose value is an array of strings, as returned.
         * @example {
         *       "key": "colours",
         *       "type": "string-array",
         *       "value": [
         *         "blue",
         *         "navy"
         *       ]
         *     }
         */
        StringArrayItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `string-array`.
             * @example string-array
             * @constant
             */
            type: "string-array";
            /**
             * @description Strings, in the order sent; may be empty.
             * @example [
             *       "blue",
             *       "navy"
             *     ]
             */
            value: string[];
        };
        /**
         * @description An item whose value is an array of numbers, as returned.
         * @example {
         *       "key": "measurements",
         *       "type": "number-array",
         *       "value": [
         *         1.5,
         *         2,
         *         -3
         *       ]
         *     }
         */
        NumberArrayItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `number-array`.
             * @example number-array
             * @constant
             */
            type: "number-array";
            /**
             * @description Numbers, in the order sent; may be empty. Each of them has the limits of a `number` item.
             * @example [
             *       1.5,
             *       2,
             *       -3
             *     ]
             */
            value: number[];
        };
        /**
         * @description An item whose value is an array of calendar dates, as returned.
         * @example {
         *       "key": "visitDates",
         *       "type": "date-array",
         *       "value": [
         *         "2026-11-21",
         *         "2026-12-01"
         *       ]
         *     }
         */
        DateArrayItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `date-array`.
             * @example date-array
             * @constant
             */
            type: "date-array";
            /**
             * @description Calendar dates, in the order sent; may be empty.
             * @example [
             *       "2026-11-21",
             *       "2026-12-01"
             *     ]
             */
            value: components["schemas"]["CalendarDate"][];
        };
        /**
         * @description An item whose value is an array of date-times, as returned.
         * @example {
         *       "key": "scanTimes",
         *       "type": "datetime-array",
         *       "value": [
         *         "2026-11-21T06:15:00.250Z",
         *         "2026-11-21T13:15:00+07:00"
         *       ]
         *     }
         */
        DatetimeArrayItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `datetime-array`.
             * @example datetime-array
             * @constant
             */
            type: "datetime-array";
            /**
             * @description Date-times, in the order sent; may be empty.
             * @example [
             *       "2026-11-21T06:15:00.250Z",
             *       "2026-11-21T13:15:00+07:00"
             *     ]
             */
            value: components["schemas"]["DateTime"][];
        };
        /**
         * @description An item whose value is an array of booleans, as returned.
         * @example {
         *       "key": "checks",
         *       "type": "boolean-array",
         *       "value": [
         *         true,
         *         false
         *       ]
         *     }
         */
        BooleanArrayItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `boolean-array`.
             * @example boolean-array
             * @constant
             */
            type: "boolean-array";
            /**
             * @description Booleans, in the order sent; may be empty.
             * @example [
             *       true,
             *       false
             *     ]
             */
            value: boolean[];
        };
        /**
         * Format: uri
         * @description The URL of the stored file.
         * @example http://localhost:4010/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d
         */
        FileUrl: `${string}://${string}`;
        /**
         * @description An item that refers to a stored file, as returned: the value is the URL of the file.
         * @example {
         *       "key": "photo",
         *       "type": "file",
         *       "value": "http://localhost:4010/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
         *     }
         */
        FileItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `file`.
             * @example file
             * @constant
             */
            type: "file";
            value: components["schemas"]["FileUrl"];
        };
        /**
         * @description One typed key/value pair, as returned. `type` determines the shape of `value`.
         * @example {
         *       "key": "inspectionNote",
         *       "type": "string",
         *       "value": "Lot 7 passed"
         *     }
         */
        MetadataItem: components["schemas"]["StringItem"] | components["schemas"]["NumberItem"] | components["schemas"]["BooleanItem"] | components["schemas"]["DateItem"] | components["schemas"]["DatetimeItem"] | components["schemas"]["StringArrayItem"] | components["schemas"]["NumberArrayItem"] | components["schemas"]["DateArrayItem"] | components["schemas"]["DatetimeArrayItem"] | components["schemas"]["BooleanArrayItem"] | components["schemas"]["FileItem"] | components["schemas"]["ObjectItem"] | components["schemas"]["ObjectArrayItem"];
        /**
         * @description An item whose value is a list of nested items, as returned.
         * @example {
         *       "key": "factory",
         *       "type": "object",
         *       "value": [
         *         {
         *           "key": "city",
         *           "type": "string",
         *           "value": "Hue"
         *         }
         *       ]
         *     }
         */
        ObjectItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `object`.
             * @example object
             * @constant
             */
            type: "object";
            /**
             * @description The nested items, in the order sent; 1 to 150 items (*assumed*, decision 0003).
             * @example [
             *       {
             *         "key": "city",
             *         "type": "string",
             *         "value": "Hue"
             *       }
             *     ]
             */
            value: components["schemas"]["MetadataItem"][];
        };
        /**
         * @description An item whose value is an array of arrays of items, as returned.
         * @example {
         *       "key": "defects",
         *       "type": "object-array",
         *       "value": [
         *         [
         *           {
         *             "key": "defect",
         *             "type": "string",
         *             "value": "loose thread"
         *           }
         *         ],
         *         [
         *           {
         *             "key": "defect",
         *             "type": "string",
         *             "value": "stain"
         *           }
         *         ]
         *       ]
         *     }
         */
        ObjectArrayItem: {
            key: components["schemas"]["ItemKey"];
            /**
             * @description The type of the item, always `object-array`.
             * @example object-array
             * @constant
             */
            type: "object-array";
            /**
             * @description Each item sent comes back in its own one-element array, in the same order, with its key and type (*assumed*, decision 0004).
             * @example [
             *       [
             *         {
             *           "key": "defect",
             *           "type": "string",
             *           "value": "loose thread"
             *         }
             *       ],
             *       [
             *         {
             *           "key": "defect",
             *           "type": "string",
             *           "value": "stain"
             *         }
             *       ]
             *     ]
             */
            value: components["schemas"]["MetadataItem"][][];
        };
        /**
         * Format: date-time
         * @description A timestamp of the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset. `Z` is not used (*assumed*, decision 0007).
         * @example 2026-11-21T06:15:00.123456+00:00
         */
        Timestamp: string;
        /**
         * @description A stored metadata record.
         * @example {
         *       "uid": "lot-2026-0042",
         *       "items": [
         *         {
         *           "key": "inspectionNote",
         *           "type": "string",
         *           "value": "Lot 7 passed"
         *         }
         *       ],
         *       "createdDate": "2026-11-21T06:15:00.123456+00:00",
         *       "updatedDate": "2026-11-21T06:15:00.123456+00:00"
         *     }
         */
        Metadata: {
            uid: components["schemas"]["Uid"];
            /**
             * @description The items of the record, in the order sent; 1 to 150 items (*assumed*, decision 0003).
             * @example [
             *       {
             *         "key": "inspectionNote",
             *         "type": "string",
             *         "value": "Lot 7 passed"
             *       }
             *     ]
             */
            items: components["schemas"]["MetadataItem"][];
            /** @description When the record was created. */
            createdDate: components["schemas"]["Timestamp"];
            /** @description When the record was last changed, or created if it was never changed (*assumed*, decision 0007). */
            updatedDate: components["schemas"]["Timestamp"];
        };
        /**
         * @description The response to a create request. Its only field is the stored record.
         * @example {
         *       "data": {
         *         "uid": "lot-2026-0042",
         *         "items": [
         *           {
         *             "key": "inspectionNote",
         *             "type": "string",
         *             "value": "Lot 7 passed"
         *           }
         *         ],
         *         "createdDate": "2026-11-21T06:15:00.123456+00:00",
         *         "updatedDate": "2026-11-21T06:15:00.123456+00:00"
         *       }
         *     }
         */
        MetadataCreated: {
            data: components["schemas"]["Metadata"];
        };
        /**
         * @description The type of the error. `Generic` is the only known value; others may be added (*assumed*, decision 0008).
         * @example Generic
         */
        ErrorCode: string;
        /**
         * @description A human-readable message. In a 400, it says where the request is invalid and why (*assumed*, decision 0008).
         * @example items[2].value must be a string
         */
        ErrorMessage: string;
        /**
         * @description The body of every error except 500. It has no `errors` field.
         * @example {
         *       "errorCode": "Generic",
         *       "message": "items[2].value must be a string"
         *     }
         */
        ErrorBody: {
            errorCode: components["schemas"]["ErrorCode"];
            message: components["schemas"]["ErrorMessage"];
        };
        /**
         * @description The body of a 500 response. It describes what failed in the service.
         * @example {
         *       "errorCode": "Generic",
         *       "message": "Internal server error",
         *       "errors": {
         *         "system": [
         *           "The record could not be stored"
         *         ]
         *       }
         *     }
         */
        InternalErrorBody: {
            errorCode: components["schemas"]["ErrorCode"];
            message: components["schemas"]["ErrorMessage"];
            /**
             * @description Lists of details by category, for example `system`.
             * @example {
             *       "system": [
             *         "The record could not be stored"
             *       ]
             *     }
             */
            errors?: {
                [key: string]: string[];
            };
        };
        /**
         * @description A purchase order. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added (*assumed*, decision 0010).
         * @example {
         *       "uid": "po-000001",
         *       "poNumber": "PO-2026-104233",
         *       "poStatus": "confirmed",
         *       "clientId": "client-017",
         *       "factoryId": "factory-0451",
         *       "deliveryDate": "2027-01-15",
         *       "totalQuantity": 1200,
         *       "createdDate": "2026-11-20T08:30:00.000000+00:00",
         *       "updatedDate": "2026-11-21T06:15:00.123456+00:00"
         *     }
         */
        PurchaseOrder: {
            /**
             * @description The ID of the order.
             * @example po-000001
             */
            uid: string;
            /**
             * @description The order number, as the buyer writes it.
             * @example PO-2026-104233
             * @example PO-2026-087150
             * @example PO-2025-990412
             */
            poNumber?: string;
            /**
             * @description The status of the order.
             * @example open
             * @example confirmed
             * @example in-production
             * @example shipped
             * @example closed
             */
            poStatus?: string;
            /**
             * @description The ID of the buyer.
             * @example client-017
             * @example client-102
             * @example client-233
             */
            clientId?: string;
            /**
             * @description The ID of the factory that makes the goods.
             * @example factory-0451
             * @example factory-0078
             * @example factory-0912
             */
            factoryId?: string;
            /** @description The date on which the goods are due. */
            deliveryDate?: components["schemas"]["CalendarDate"];
            /**
             * @description The total number of pieces ordered.
             * @example 1200
             * @example 480
             * @example 36000
             */
            totalQuantity?: number;
            /** @description When the order was created. */
            createdDate: components["schemas"]["Timestamp"];
            /** @description When the order was last changed. */
            updatedDate: components["schemas"]["Timestamp"];
        };
        /**
         * @description One page of purchase orders, in the standard envelope.
         * @example {
         *       "data": [
         *         {
         *           "uid": "po-000001",
         *           "poNumber": "PO-2026-104233",
         *           "createdDate": "2026-11-20T08:30:00.000000+00:00",
         *           "updatedDate": "2026-11-21T06:15:00.123456+00:00"
         *         }
         *       ],
         *       "limit": 10,
         *       "offset": 0,
         *       "total": 1000
         *     }
         */
        PurchaseOrdersPage: {
            /**
             * @description The records of the page, oldest first; at most `limit` records.
             * @example [
             *       {
             *         "uid": "po-000001",
             *         "poNumber": "PO-2026-104233",
             *         "createdDate": "2026-11-20T08:30:00.000000+00:00",
             *         "updatedDate": "2026-11-21T06:15:00.123456+00:00"
             *       }
             *     ]
             */
            data: components["schemas"]["PurchaseOrder"][];
            /**
             * @description The `limit` that was applied.
             * @example 10
             */
            limit: number;
            /**
             * @description The `offset` that was applied.
             * @example 0
             */
            offset: number;
            /**
             * @description The number of matching records on all pages.
             * @example 1000
             */
            total: number;
        };
        /**
         * @description A purchase order, with the field names of version 3. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added (*assumed*, decision 0010).
         * @example {
         *       "uid": "po-000001",
         *       "po_number": "PO-2026-104233",
         *       "po_status": "confirmed",
         *       "client_id": "client-017",
         *       "factory_id": "factory-0451",
         *       "delivery_date": "2027-01-15",
         *       "total_quantity": 1200,
         *       "created_at": "2026-11-20T08:30:00.000000+00:00",
         *       "updated_at": "2026-11-21T06:15:00.123456+00:00"
         *     }
         */
        PurchaseOrderV3: {
            /**
             * @description The ID of the order.
             * @example po-000001
             */
            uid: string;
            /**
             * @description The order number, as the buyer writes it.
             * @example PO-2026-104233
             * @example PO-2026-087150
             * @example PO-2025-990412
             */
            po_number?: string;
            /**
             * @description The status of the order.
             * @example open
             * @example confirmed
             * @example in-production
             * @example shipped
             * @example closed
             */
            po_status?: string;
            /**
             * @description The ID of the buyer.
             * @example client-017
             * @example client-102
             * @example client-233
             */
            client_id?: string;
            /**
             * @description The ID of the factory that makes the goods.
             * @example factory-0451
             * @example factory-0078
             * @example factory-0912
             */
            factory_id?: string;
            /** @description The date on which the goods are due. */
            delivery_date?: components["schemas"]["CalendarDate"];
            /**
             * @description The total number of pieces ordered.
             * @example 1200
             * @example 480
             * @example 36000
             */
            total_quantity?: number;
            /** @description When the order was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the order was last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description One page of purchase orders as a plain array, oldest first; at most `limit` orders. A page past the end is empty (*assumed*, decision 0009).
         * @example [
         *       {
         *         "uid": "po-000001",
         *         "po_number": "PO-2026-104233",
         *         "created_at": "2026-11-20T08:30:00.000000+00:00",
         *         "updated_at": "2026-11-21T06:15:00.123456+00:00"
         *       }
         *     ]
         */
        PurchaseOrdersV3Page: components["schemas"]["PurchaseOrderV3"][];
        /**
         * @description An inspection report. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added (*assumed*, decision 0010).
         * @example {
         *       "uid": "report-000001",
         *       "caseNumber": "CN-2026-004711",
         *       "bookingType": "final-inspection",
         *       "country": "VN",
         *       "createdDate": "2026-11-20T08:30:00.000000+00:00",
         *       "updatedDate": "2026-11-21T06:15:00.123456+00:00"
         *     }
         */
        Report: {
            /**
             * @description The ID of the report.
             * @example report-000001
             */
            uid: string;
            /**
             * @description The number of the case that the report belongs to.
             * @example CN-2026-004711
             * @example CN-2026-001938
             * @example CN-2025-009120
             */
            caseNumber?: string;
            /**
             * @description The type of the booking.
             * @example final-inspection
             * @example inline-inspection
             * @example pre-production
             */
            bookingType?: string;
            /**
             * @description The country of the inspection, as an ISO 3166-1 alpha-2 code.
             * @example VN
             * @example BD
             * @example IN
             * @example TR
             * @example PT
             * @example CN
             */
            country?: string;
            /** @description When the report was created. */
            createdDate: components["schemas"]["Timestamp"];
            /** @description When the report was last changed. */
            updatedDate: components["schemas"]["Timestamp"];
        };
        /**
         * @description One page of reports, in the linked envelope. The field name `data` is *assumed* (decision 0009).
         * @example {
         *       "count": 1000,
         *       "next": "http://localhost:4010/api/v1/reports?limit=10&offset=20",
         *       "previous": "http://localhost:4010/api/v1/reports?limit=10&offset=0",
         *       "data": [
         *         {
         *           "uid": "report-000001",
         *           "caseNumber": "CN-2026-004711",
         *           "createdDate": "2026-11-20T08:30:00.000000+00:00",
         *           "updatedDate": "2026-11-21T06:15:00.123456+00:00"
         *         }
         *       ]
         *     }
         */
        ReportsPage: {
            /**
             * @description The number of matching records on all pages.
             * @example 1000
             */
            count: number;
            /**
             * Format: uri
             * @description The absolute URL of the next page, or null on the last page (*assumed*, decision 0009).
             * @example http://localhost:4010/api/v1/reports?limit=10&offset=20
             */
            next: `${string}://${string}` | null;
            /**
             * Format: uri
             * @description The absolute URL of the previous page, or null on the first page (*assumed*, decision 0009).
             * @example http://localhost:4010/api/v1/reports?limit=10&offset=0
             */
            previous: `${string}://${string}` | null;
            /**
             * @description The records of the page, oldest first; at most `limit` records.
             * @example [
             *       {
             *         "uid": "report-000001",
             *         "caseNumber": "CN-2026-004711",
             *         "createdDate": "2026-11-20T08:30:00.000000+00:00",
             *         "updatedDate": "2026-11-21T06:15:00.123456+00:00"
             *       }
             *     ]
             */
            data: components["schemas"]["Report"][];
        };
    };
    responses: {
        /**
         * @description The request is invalid; `message` says where and why. Fix the request; retrying won't help.
         *
         *     *Assumed* (decision 0008): every invalid request gets this response. The following is rejected too, although no schema expresses it:
         *
         *     - an unknown query parameter, a repeated one, or one with an empty value (decision 0008, decision 0030)
         *     - an integer in the query with a sign, a leading zero or an exponent, such as `1e1` (decision 0030)
         *     - a body that is not JSON in UTF-8, that has the same field twice in one object (decision 0030), or a `Content-Type`
         *       other than `application/json` (decision 0008)
         *
         *     - a number that does not read back unchanged as a 64-bit floating-point number (decision 0006)
         *     - items nested more than 8 levels deep, or a body of more than 1 MiB (decision 0003)
         *     - a body with more than 100,000 values, or with more than 1,000 fields in one object (decision 0089)
         *     - a uid that already exists in the namespace with different items (decision 0005)
         */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The API key is missing, invalid or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Too many requests. Wait for the number of seconds in `Retry-After`, then retry. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service failed. `errors.system` lists details. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorBody"];
            };
        };
    };
    parameters: {
        /**
         * @description The namespace of the record, which is the type of its data, as defined by the operator of the service.
         * @example inspection
         */
        Namespace: "analytics" | "inspection";
        /**
         * @description The maximum number of records in the response. It is at most 100; a value above that is rejected with 400 (*assumed*, decision 0009).
         * @example 100
         */
        PurchaseOrdersLimit: number;
        /**
         * @description The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly.
         * @example 0
         */
        Offset: number;
        /**
         * @description The maximum number of records in the response. It is at most 200; a value above that is rejected with 400 (*assumed*, decision 0009).
         * @example 200
         */
        PurchaseOrdersV3Limit: number;
        /**
         * @description Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
         * @example 2026-11-01T00:00:00Z
         */
        UpdatedFrom: components["schemas"]["DateTime"];
        /**
         * @description Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
         * @example 2026-12-01T00:00:00Z
         */
        UpdatedTo: components["schemas"]["DateTime"];
        /**
         * @description The maximum number of records in the response. It is at most 50; a value above that is rejected with 400 (*assumed*, decision 0009).
         * @example 50
         */
        ReportsLimit: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The number of whole seconds to wait before the next request (RFC 9110, section 10.2.3; *assumed*, decision 0012).
         * @example 2
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The namespace of the record, which is the type of its data, as defined by the operator of the service.
                 * @example inspection
                 */
                namespace: components["parameters"]["Namespace"];
            };
            cookie?: never;
        };
        /** @description The record to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetadataInput"];
            };
        };
        responses: {
            /** @description The record was stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listPurchaseOrders: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of records in the response. It is at most 100; a value above that is rejected with 400 (*assumed*, decision 0009).
                 * @example 100
                 */
                limit?: components["parameters"]["PurchaseOrdersLimit"];
                /**
                 * @description The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of purchase orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrdersPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listPurchaseOrdersV3: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of records in the response. It is at most 200; a value above that is rejected with 400 (*assumed*, decision 0009).
                 * @example 200
                 */
                limit?: components["parameters"]["PurchaseOrdersV3Limit"];
                /**
                 * @description The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
                 * @example 2026-11-01T00:00:00Z
                 */
                updated_from?: components["parameters"]["UpdatedFrom"];
                /**
                 * @description Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
                 * @example 2026-12-01T00:00:00Z
                 */
                updated_to?: components["parameters"]["UpdatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of purchase orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseOrdersV3Page"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of records in the response. It is at most 50; a value above that is rejected with 400 (*assumed*, decision 0009).
                 * @example 50
                 */
                limit?: components["parameters"]["ReportsLimit"];
                /**
                 * @description The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
                 * @example 2026-11-01T00:00:00Z
                 */
                updated_from?: components["parameters"]["UpdatedFrom"];
                /**
                 * @description Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.
                 * @example 2026-12-01T00:00:00Z
                 */
                updated_to?: components["parameters"]["UpdatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of reports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportsPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
