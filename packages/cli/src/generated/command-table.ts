// Generated from openapi/ by `npm run generate`. Do not edit.

import type { CommandTable } from "../command-table.js";

/** What the command knows of the API. */
export const commandTable: CommandTable = {
  "title": "Metadata Service API",
  "version": "1.0.0",
  "schemes": [
    "apiKey"
  ],
  "check": "listPurchaseOrders",
  "commands": [
    {
      "operation": "createMetadata",
      "words": [
        "create"
      ],
      "summary": "Create metadata",
      "description": "Stores one metadata record in a namespace and returns it. Items keep their key and type. Values are returned as sent, with two exceptions: the value of a file item becomes a URL, and an object-array becomes an array of arrays. Assumed: if a record with this uid and the same items already exists in the namespace, the response is a 201 with the stored record, so you can safely repeat a create request. If its items are different, the response is a 400. Nothing is ever overwritten (decision 0005). Items can be nested up to 8 levels deep, and a body can have up to 1 MiB (decision 0003).",
      "method": "POST",
      "path": "/api/v2/metadata/{namespace}",
      "arguments": [
        {
          "key": "namespace",
          "flag": "namespace",
          "type": "text",
          "required": true,
          "values": [
            "analytics",
            "inspection"
          ],
          "description": "The namespace of the record, which is the type of its data, as defined by the operator of the service."
        }
      ],
      "parameters": [],
      "body": {
        "kind": "json",
        "mediaType": "application/json",
        "required": true,
        "identity": "uid",
        "created": [
          "data",
          "createdDate"
        ],
        "fields": [
          {
            "name": "uid",
            "type": "text",
            "description": "The ID of the record, chosen by the caller. It has 1 to 100 characters."
          },
          {
            "name": "items",
            "type": "json",
            "description": "The items of the record; 1 to 150 items."
          }
        ],
        "items": {
          "field": "items",
          "key": "key",
          "type": "type",
          "value": "value",
          "types": {
            "string": {
              "type": "text"
            },
            "number": {
              "type": "number"
            },
            "boolean": {
              "type": "boolean"
            },
            "date": {
              "type": "date"
            },
            "datetime": {
              "type": "timestamp"
            },
            "string-array": {
              "type": "text",
              "repeated": true
            },
            "number-array": {
              "type": "number",
              "repeated": true
            },
            "date-array": {
              "type": "date",
              "repeated": true
            },
            "datetime-array": {
              "type": "timestamp",
              "repeated": true
            },
            "boolean-array": {
              "type": "boolean",
              "repeated": true
            },
            "file": {
              "type": "text"
            },
            "object": {
              "type": "json"
            },
            "object-array": {
              "type": "json"
            }
          }
        }
      },
      "returns": "json"
    },
    {
      "operation": "listPurchaseOrders",
      "words": [
        "purchase-orders",
        "list"
      ],
      "summary": "List purchase orders",
      "description": "Lists purchase orders page by page, in the standard envelope (data, limit, offset, total). Records are sorted by creation time, then by uid. The order and the use of the standard envelope are assumed (decision 0009).",
      "method": "GET",
      "path": "/api/v1/purchase-orders",
      "arguments": [],
      "parameters": [
        {
          "key": "limit",
          "flag": "limit",
          "type": "integer",
          "default": 10,
          "description": "The maximum number of records in the response. It is at most 100; a value above that is rejected with 400."
        },
        {
          "key": "offset",
          "flag": "offset",
          "type": "integer",
          "default": 0,
          "description": "The number of records to skip. Assumed (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly."
        }
      ],
      "list": {
        "group": [
          "purchase-orders"
        ],
        "name": "purchase_orders",
        "identity": "uid",
        "createdAt": "createdDate",
        "updatedAt": "updatedDate",
        "maxLimit": 100,
        "columns": [
          {
            "name": "uid",
            "type": "text",
            "description": "The ID of the order."
          },
          {
            "name": "poNumber",
            "type": "text",
            "description": "The order number, as the buyer writes it."
          },
          {
            "name": "poStatus",
            "type": "text",
            "description": "The status of the order."
          },
          {
            "name": "clientId",
            "type": "text",
            "description": "The ID of the buyer."
          },
          {
            "name": "factoryId",
            "type": "text",
            "description": "The ID of the factory that makes the goods."
          },
          {
            "name": "deliveryDate",
            "type": "date",
            "description": "The date on which the goods are due."
          },
          {
            "name": "totalQuantity",
            "type": "integer",
            "description": "The total number of pieces ordered."
          },
          {
            "name": "createdDate",
            "type": "timestamp",
            "description": "When the order was created."
          },
          {
            "name": "updatedDate",
            "type": "timestamp",
            "description": "When the order was last changed."
          }
        ]
      },
      "returns": "json"
    },
    {
      "operation": "listPurchaseOrdersV3",
      "words": [
        "purchase-orders-v3",
        "list"
      ],
      "summary": "List purchase orders (version 3)",
      "description": "Lists the same purchase orders as version 1, page by page, with the field names of version 3, as a plain array. updated_from and updated_to limit the list to records that were created or updated in a time window. Only an empty page marks the end of the list; a short one does not. Records are sorted by creation time, then by uid. The end of the list, the order and the path are assumed (decision 0009).",
      "method": "GET",
      "path": "/api/v3/purchase-orders",
      "arguments": [],
      "parameters": [
        {
          "key": "limit",
          "flag": "limit",
          "type": "integer",
          "default": 10,
          "description": "The maximum number of records in the response. It is at most 200; a value above that is rejected with 400."
        },
        {
          "key": "offset",
          "flag": "offset",
          "type": "integer",
          "default": 0,
          "description": "The number of records to skip. Assumed (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly."
        },
        {
          "key": "updated_from",
          "flag": "updated-from",
          "type": "timestamp",
          "description": "Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B."
        },
        {
          "key": "updated_to",
          "flag": "updated-to",
          "type": "timestamp",
          "description": "Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B."
        }
      ],
      "list": {
        "group": [
          "purchase-orders-v3"
        ],
        "name": "purchase_orders_v3",
        "identity": "uid",
        "sync": "syncPurchaseOrdersV3",
        "updatedFrom": "updated_from",
        "updatedTo": "updated_to",
        "createdAt": "created_at",
        "updatedAt": "updated_at",
        "maxLimit": 200,
        "columns": [
          {
            "name": "uid",
            "type": "text",
            "description": "The ID of the order."
          },
          {
            "name": "po_number",
            "type": "text",
            "description": "The order number, as the buyer writes it."
          },
          {
            "name": "po_status",
            "type": "text",
            "description": "The status of the order."
          },
          {
            "name": "client_id",
            "type": "text",
            "description": "The ID of the buyer."
          },
          {
            "name": "factory_id",
            "type": "text",
            "description": "The ID of the factory that makes the goods."
          },
          {
            "name": "delivery_date",
            "type": "date",
            "description": "The date on which the goods are due."
          },
          {
            "name": "total_quantity",
            "type": "integer",
            "description": "The total number of pieces ordered."
          },
          {
            "name": "created_at",
            "type": "timestamp",
            "description": "When the order was created."
          },
          {
            "name": "updated_at",
            "type": "timestamp",
            "description": "When the order was last changed."
          }
        ]
      },
      "returns": "json"
    },
    {
      "operation": "listReports",
      "words": [
        "reports",
        "list"
      ],
      "summary": "List reports",
      "description": "Lists inspection reports page by page, in the linked envelope (count, next, previous, data). updated_from and updated_to limit the list to reports that were created or updated in a time window. Reports are sorted by creation time, then by uid. The order, the path and the use of the linked envelope are assumed (decision 0009).",
      "method": "GET",
      "path": "/api/v1/reports",
      "arguments": [],
      "parameters": [
        {
          "key": "limit",
          "flag": "limit",
          "type": "integer",
          "default": 10,
          "description": "The maximum number of records in the response. It is at most 50; a value above that is rejected with 400."
        },
        {
          "key": "offset",
          "flag": "offset",
          "type": "integer",
          "default": 0,
          "description": "The number of records to skip. Assumed (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly."
        },
        {
          "key": "updated_from",
          "flag": "updated-from",
          "type": "timestamp",
          "description": "Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B."
        },
        {
          "key": "updated_to",
          "flag": "updated-to",
          "type": "timestamp",
          "description": "Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B."
        }
      ],
      "list": {
        "group": [
          "reports"
        ],
        "name": "reports",
        "identity": "uid",
        "sync": "syncReports",
        "updatedFrom": "updated_from",
        "updatedTo": "updated_to",
        "createdAt": "createdDate",
        "updatedAt": "updatedDate",
        "maxLimit": 50,
        "columns": [
          {
            "name": "uid",
            "type": "text",
            "description": "The ID of the report."
          },
          {
            "name": "caseNumber",
            "type": "text",
            "description": "The number of the case that the report belongs to."
          },
          {
            "name": "bookingType",
            "type": "text",
            "description": "The type of the booking."
          },
          {
            "name": "country",
            "type": "text",
            "description": "The country of the inspection, as an ISO 3166-1 alpha-2 code."
          },
          {
            "name": "createdDate",
            "type": "timestamp",
            "description": "When the report was created."
          },
          {
            "name": "updatedDate",
            "type": "timestamp",
            "description": "When the report was last changed."
          }
        ]
      },
      "returns": "json"
    }
  ]
};
