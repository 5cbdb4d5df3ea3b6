// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.
declare const document: {
  "x-generated": "from openapi/openapi.yaml by npm run generate; do not edit",
  "openapi": "3.1.1",
  "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
  "info": {
    "title": "Metadata Service API",
    "version": "1.0.0",
    "summary": "Store typed inspection and analytics metadata; pull purchase orders and reports page by page.",
    "description": "You create metadata records. Each record has a uid that you choose, belongs to a namespace, and contains typed key/value items. You read purchase orders and reports page by page, with `limit` and `offset`.\n\nThe API's published description leaves some things open. Where this file decides them, the text is marked *assumed* and names the decision record that explains why. All other rules come from the published description.",
    "contact": {
      "name": "The operator of your deployment"
    },
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "x-guides": "guides",
  "x-promises": {
    "unknownQueryParameter": 400,
    "repeatedQueryParameter": 400,
    "otherMethods": 405
  },
  "servers": [
    {
      "url": "{base_url}",
      "description": "Any deployment of the service, or its mock. `base_url` is its scheme, host and port.",
      "variables": {
        "base_url": {
          "default": "http://localhost:4010"
        }
      }
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "tags": [
    {
      "name": "Metadata",
      "description": "Typed key/value records under a namespace."
    },
    {
      "name": "Purchase orders",
      "description": "Lists of purchase orders, page by page."
    },
    {
      "name": "Reports",
      "description": "Lists of inspection reports, page by page."
    }
  ],
  "paths": {
    "/api/v2/metadata/{namespace}": {
      "post": {
        "operationId": "createMetadata",
        "summary": "Create metadata",
        "description": "Stores one metadata record in a namespace and returns it. Items keep their key and type. Values are returned as sent, with two exceptions: the value of a `file` item becomes a URL, and an `object-array` becomes an array of arrays.\n\n*Assumed:* if a record with this uid and the same items already exists in the namespace, the response is a 201 with the stored record, so you can safely repeat a create request. If its items are different, the response is a 400. Nothing is ever overwritten (decision 0005). Items can be nested up to 8 levels deep, and a body can have up to 1 MiB (decision 0003).",
        "tags": [
          "Metadata"
        ],
        "x-promises": {
          "repeatedCreate": "sameRecord"
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/Namespace"
          }
        ],
        "requestBody": {
          "description": "The record to create.",
          "required": true,
          "content": {
            "application/json": {
              "x-limits": {
                "bytes": 1048576,
                "itemLevels": 8
              },
              "schema": {
                "$ref": "#/components/schemas/MetadataInput"
              },
              "examples": {
                "AllKinds": {
                  "$ref": "#/components/examples/CreateMetadataAllKinds"
                },
                "Minimal": {
                  "$ref": "#/components/examples/CreateMetadataMinimal"
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The record was stored.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/MetadataCreated"
                },
                "examples": {
                  "AllKinds": {
                    "$ref": "#/components/examples/CreatedMetadataAllKinds"
                  },
                  "Minimal": {
                    "$ref": "#/components/examples/CreatedMetadataMinimal"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/api/v1/purchase-orders": {
      "get": {
        "operationId": "listPurchaseOrders",
        "summary": "List purchase orders",
        "description": "Lists purchase orders page by page, in the standard envelope (`data`, `limit`, `offset`, `total`). Records are sorted by creation time, then by uid. The order and the use of the standard envelope are *assumed* (decision 0009).",
        "tags": [
          "Purchase orders"
        ],
        "x-pagination": {
          "shape": "standard",
          "records": "data",
          "total": "total",
          "identity": "uid",
          "createdAt": "createdDate",
          "updatedAt": "updatedDate"
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/PurchaseOrdersLimit"
          },
          {
            "$ref": "#/components/parameters/Offset"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of purchase orders.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PurchaseOrdersPage"
                },
                "examples": {
                  "PurchaseOrdersPage": {
                    "$ref": "#/components/examples/PurchaseOrdersPage"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/api/v3/purchase-orders": {
      "get": {
        "operationId": "listPurchaseOrdersV3",
        "summary": "List purchase orders (version 3)",
        "description": "Lists the same purchase orders as version 1, page by page, with the field names of version 3, as a plain array. `updated_from` and `updated_to` limit the list to records that were created or updated in a time window. Only an empty page marks the end of the list; a short one does not. Records are sorted by creation time, then by uid. The end of the list, the order and the path are *assumed* (decision 0009).",
        "tags": [
          "Purchase orders"
        ],
        "x-pagination": {
          "shape": "array",
          "identity": "uid",
          "createdAt": "created_at",
          "updatedAt": "updated_at",
          "updatedFrom": "updated_from",
          "updatedTo": "updated_to"
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/PurchaseOrdersV3Limit"
          },
          {
            "$ref": "#/components/parameters/Offset"
          },
          {
            "$ref": "#/components/parameters/UpdatedFrom"
          },
          {
            "$ref": "#/components/parameters/UpdatedTo"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of purchase orders.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PurchaseOrdersV3Page"
                },
                "examples": {
                  "PurchaseOrdersV3Page": {
                    "$ref": "#/components/examples/PurchaseOrdersV3Page"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/api/v1/reports": {
      "get": {
        "operationId": "listReports",
        "summary": "List reports",
        "description": "Lists inspection reports page by page, in the linked envelope (`count`, `next`, `previous`, `data`). `updated_from` and `updated_to` limit the list to reports that were created or updated in a time window. Reports are sorted by creation time, then by uid. The order, the path and the use of the linked envelope are *assumed* (decision 0009).",
        "tags": [
          "Reports"
        ],
        "x-pagination": {
          "shape": "linked",
          "records": "data",
          "total": "count",
          "identity": "uid",
          "createdAt": "createdDate",
          "updatedAt": "updatedDate",
          "updatedFrom": "updated_from",
          "updatedTo": "updated_to"
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/ReportsLimit"
          },
          {
            "$ref": "#/components/parameters/Offset"
          },
          {
            "$ref": "#/components/parameters/UpdatedFrom"
          },
          {
            "$ref": "#/components/parameters/UpdatedTo"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of reports.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReportsPage"
                },
                "examples": {
                  "ReportsPage": {
                    "$ref": "#/components/examples/ReportsPage"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "apiKey",
        "description": "Your API key. If it is missing, invalid or expired, the response is a 401."
      }
    },
    "parameters": {
      "Namespace": {
        "name": "namespace",
        "in": "path",
        "required": true,
        "description": "The namespace of the record, which is the type of its data, as defined by the operator of the service.",
        "schema": {
          "type": "string",
          "enum": [
            "analytics",
            "inspection"
          ]
        },
        "example": "inspection"
      },
      "PurchaseOrdersLimit": {
        "name": "limit",
        "in": "query",
        "description": "The maximum number of records in the response. It is at most 100; a value above that is rejected with 400 (*assumed*, decision 0009).",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 10
        },
        "example": 100
      },
      "Offset": {
        "name": "offset",
        "in": "query",
        "description": "The number of records to skip. *Assumed* (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly.",
        "schema": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "default": 0
        },
        "example": 0
      },
      "PurchaseOrdersV3Limit": {
        "name": "limit",
        "in": "query",
        "description": "The maximum number of records in the response. It is at most 200; a value above that is rejected with 400 (*assumed*, decision 0009).",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "default": 10
        },
        "example": 200
      },
      "UpdatedFrom": {
        "name": "updated_from",
        "in": "query",
        "description": "Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.",
        "schema": {
          "$ref": "#/components/schemas/DateTime"
        },
        "example": "2026-11-01T00:00:00Z"
      },
      "UpdatedTo": {
        "name": "updated_to",
        "in": "query",
        "description": "Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are *assumed* (decision 0007). In a URL, write the `+` of an offset as `%2B`.",
        "schema": {
          "$ref": "#/components/schemas/DateTime"
        },
        "example": "2026-12-01T00:00:00Z"
      },
      "ReportsLimit": {
        "name": "limit",
        "in": "query",
        "description": "The maximum number of records in the response. It is at most 50; a value above that is rejected with 400 (*assumed*, decision 0009).",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 50,
          "default": 10
        },
        "example": 50
      }
    },
    "schemas": {
      "Uid": {
        "type": "string",
        "description": "The ID of the record, chosen by the caller. It has 1 to 100 characters.",
        "minLength": 1,
        "maxLength": 100,
        "examples": [
          "lot-2026-0042"
        ]
      },
      "ItemKey": {
        "type": "string",
        "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record (*assumed*, decision 0003).",
        "minLength": 1,
        "maxLength": 100,
        "examples": [
          "inspectionNote"
        ]
      },
      "StringItemInput": {
        "type": "object",
        "description": "An item whose value is a string, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "string",
            "description": "The type of the item, always `string`.",
            "examples": [
              "string"
            ]
          },
          "value": {
            "type": "string",
            "description": "Any text; may be empty.",
            "examples": [
              "Lot 7 passed"
            ]
          }
        },
        "examples": [
          {
            "key": "inspectionNote",
            "type": "string",
            "value": "Lot 7 passed"
          }
        ]
      },
      "NumberItemInput": {
        "type": "object",
        "description": "An item whose value is a number, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "number",
            "description": "The type of the item, always `number`.",
            "examples": [
              "number"
            ]
          },
          "value": {
            "type": "number",
            "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number. `0.1` does. `9007199254740993` does not, and is rejected with 400 rather than changed (*assumed*, decision 0006).",
            "examples": [
              12.5
            ]
          }
        },
        "examples": [
          {
            "key": "sampleWeight",
            "type": "number",
            "value": 12.5
          }
        ]
      },
      "BooleanItemInput": {
        "type": "object",
        "description": "An item whose value is a boolean, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "boolean",
            "description": "The type of the item, always `boolean`.",
            "examples": [
              "boolean"
            ]
          },
          "value": {
            "type": "boolean",
            "description": "True or false.",
            "examples": [
              true
            ]
          }
        },
        "examples": [
          {
            "key": "sealed",
            "type": "boolean",
            "value": true
          }
        ]
      },
      "CalendarDate": {
        "type": "string",
        "format": "date",
        "description": "A calendar date, `YYYY-MM-DD`.",
        "examples": [
          "2026-11-21"
        ]
      },
      "DateItemInput": {
        "type": "object",
        "description": "An item whose value is a calendar date, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "date",
            "description": "The type of the item, always `date`.",
            "examples": [
              "date"
            ]
          },
          "value": {
            "$ref": "#/components/schemas/CalendarDate"
          }
        },
        "examples": [
          {
            "key": "inspectionDate",
            "type": "date",
            "value": "2026-11-21"
          }
        ]
      },
      "DateTime": {
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$",
        "description": "An ISO 8601 date-time in RFC 3339 format, with `Z` or a numeric offset; fractional seconds are optional (*assumed*, decision 0007).",
        "examples": [
          "2026-11-21T06:15:00Z",
          "2026-11-21T13:15:00.250+07:00"
        ]
      },
      "DatetimeItemInput": {
        "type": "object",
        "description": "An item whose value is a date-time, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "datetime",
            "description": "The type of the item, always `datetime`.",
            "examples": [
              "datetime"
            ]
          },
          "value": {
            "$ref": "#/components/schemas/DateTime"
          }
        },
        "examples": [
          {
            "key": "arrivedAt",
            "type": "datetime",
            "value": "2026-11-21T06:15:00Z"
          }
        ]
      },
      "StringArrayItemInput": {
        "type": "object",
        "description": "An item whose value is an array of strings, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "string-array",
            "description": "The type of the item, always `string-array`.",
            "examples": [
              "string-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Strings, in the order sent; may be empty.",
            "items": {
              "type": "string",
              "description": "Any text.",
              "examples": [
                "blue"
              ]
            },
            "examples": [
              [
                "blue",
                "navy"
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "colours",
            "type": "string-array",
            "value": [
              "blue",
              "navy"
            ]
          }
        ]
      },
      "NumberArrayItemInput": {
        "type": "object",
        "description": "An item whose value is an array of numbers, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "number-array",
            "description": "The type of the item, always `number-array`.",
            "examples": [
              "number-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Numbers, in the order sent; may be empty. Each of them has the limits of a `number` item.",
            "items": {
              "type": "number",
              "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number.",
              "examples": [
                1.5
              ]
            },
            "examples": [
              [
                1.5,
                2,
                -3
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "measurements",
            "type": "number-array",
            "value": [
              1.5,
              2,
              -3
            ]
          }
        ]
      },
      "DateArrayItemInput": {
        "type": "object",
        "description": "An item whose value is an array of calendar dates, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "date-array",
            "description": "The type of the item, always `date-array`.",
            "examples": [
              "date-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Calendar dates, in the order sent; may be empty.",
            "items": {
              "$ref": "#/components/schemas/CalendarDate"
            },
            "examples": [
              [
                "2026-11-21",
                "2026-12-01"
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "visitDates",
            "type": "date-array",
            "value": [
              "2026-11-21",
              "2026-12-01"
            ]
          }
        ]
      },
      "DatetimeArrayItemInput": {
        "type": "object",
        "description": "An item whose value is an array of date-times, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "datetime-array",
            "description": "The type of the item, always `datetime-array`.",
            "examples": [
              "datetime-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Date-times, in the order sent; may be empty.",
            "items": {
              "$ref": "#/components/schemas/DateTime"
            },
            "examples": [
              [
                "2026-11-21T06:15:00.250Z",
                "2026-11-21T13:15:00+07:00"
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "scanTimes",
            "type": "datetime-array",
            "value": [
              "2026-11-21T06:15:00.250Z",
              "2026-11-21T13:15:00+07:00"
            ]
          }
        ]
      },
      "BooleanArrayItemInput": {
        "type": "object",
        "description": "An item whose value is an array of booleans, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "boolean-array",
            "description": "The type of the item, always `boolean-array`.",
            "examples": [
              "boolean-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Booleans, in the order sent; may be empty.",
            "items": {
              "type": "boolean",
              "description": "True or false.",
              "examples": [
                true
              ]
            },
            "examples": [
              [
                true,
                false
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "checks",
            "type": "boolean-array",
            "value": [
              true,
              false
            ]
          }
        ]
      },
      "FileIdentifier": {
        "type": "string",
        "format": "uuid",
        "description": "The ID of a stored file, a UUID. Files are uploaded elsewhere, and any UUID is accepted (*assumed*, decision 0011).",
        "examples": [
          "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
        ]
      },
      "FileItemInput": {
        "type": "object",
        "description": "An item that refers to a stored file, as sent: the value is the ID of the file.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "file",
            "description": "The type of the item, always `file`.",
            "examples": [
              "file"
            ]
          },
          "value": {
            "$ref": "#/components/schemas/FileIdentifier"
          }
        },
        "examples": [
          {
            "key": "photo",
            "type": "file",
            "value": "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
          }
        ]
      },
      "MetadataItemInput": {
        "description": "One typed key/value pair, as sent. `type` determines the shape of `value`.",
        "x-items": {
          "key": "key",
          "type": "type",
          "value": "value",
          "response": "MetadataItem"
        },
        "oneOf": [
          {
            "$ref": "#/components/schemas/StringItemInput"
          },
          {
            "$ref": "#/components/schemas/NumberItemInput"
          },
          {
            "$ref": "#/components/schemas/BooleanItemInput"
          },
          {
            "$ref": "#/components/schemas/DateItemInput"
          },
          {
            "$ref": "#/components/schemas/DatetimeItemInput"
          },
          {
            "$ref": "#/components/schemas/StringArrayItemInput"
          },
          {
            "$ref": "#/components/schemas/NumberArrayItemInput"
          },
          {
            "$ref": "#/components/schemas/DateArrayItemInput"
          },
          {
            "$ref": "#/components/schemas/DatetimeArrayItemInput"
          },
          {
            "$ref": "#/components/schemas/BooleanArrayItemInput"
          },
          {
            "$ref": "#/components/schemas/FileItemInput"
          },
          {
            "$ref": "#/components/schemas/ObjectItemInput"
          },
          {
            "$ref": "#/components/schemas/ObjectArrayItemInput"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "string": "#/components/schemas/StringItemInput",
            "number": "#/components/schemas/NumberItemInput",
            "boolean": "#/components/schemas/BooleanItemInput",
            "date": "#/components/schemas/DateItemInput",
            "datetime": "#/components/schemas/DatetimeItemInput",
            "string-array": "#/components/schemas/StringArrayItemInput",
            "number-array": "#/components/schemas/NumberArrayItemInput",
            "date-array": "#/components/schemas/DateArrayItemInput",
            "datetime-array": "#/components/schemas/DatetimeArrayItemInput",
            "boolean-array": "#/components/schemas/BooleanArrayItemInput",
            "file": "#/components/schemas/FileItemInput",
            "object": "#/components/schemas/ObjectItemInput",
            "object-array": "#/components/schemas/ObjectArrayItemInput"
          }
        },
        "examples": [
          {
            "key": "inspectionNote",
            "type": "string",
            "value": "Lot 7 passed"
          }
        ]
      },
      "ObjectItemInput": {
        "type": "object",
        "description": "An item whose value is a list of nested items, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "object",
            "description": "The type of the item, always `object`.",
            "examples": [
              "object"
            ]
          },
          "value": {
            "type": "array",
            "description": "The nested items; 1 to 150 items (*assumed*, decision 0003).",
            "minItems": 1,
            "maxItems": 150,
            "items": {
              "$ref": "#/components/schemas/MetadataItemInput"
            },
            "examples": [
              [
                {
                  "key": "city",
                  "type": "string",
                  "value": "Hue"
                }
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "factory",
            "type": "object",
            "value": [
              {
                "key": "city",
                "type": "string",
                "value": "Hue"
              }
            ]
          }
        ]
      },
      "ObjectArrayItemInput": {
        "type": "object",
        "description": "An item whose value is a flat array of items, as sent.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "additionalProperties": false,
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "object-array",
            "description": "The type of the item, always `object-array`.",
            "examples": [
              "object-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "The items, in a flat array of up to 150 (*assumed*, decision 0003). In the response, each item is wrapped in its own one-element array.",
            "maxItems": 150,
            "items": {
              "$ref": "#/components/schemas/MetadataItemInput"
            },
            "examples": [
              [
                {
                  "key": "defect",
                  "type": "string",
                  "value": "loose thread"
                },
                {
                  "key": "defect",
                  "type": "string",
                  "value": "stain"
                }
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "defects",
            "type": "object-array",
            "value": [
              {
                "key": "defect",
                "type": "string",
                "value": "loose thread"
              },
              {
                "key": "defect",
                "type": "string",
                "value": "stain"
              }
            ]
          }
        ]
      },
      "MetadataInput": {
        "type": "object",
        "description": "A metadata record to create. Unknown fields are rejected with 400, so a typo never silently drops data (*assumed*, decision 0002).",
        "required": [
          "uid",
          "items"
        ],
        "additionalProperties": false,
        "properties": {
          "uid": {
            "$ref": "#/components/schemas/Uid"
          },
          "items": {
            "type": "array",
            "description": "The items of the record; 1 to 150 items (*assumed*, decision 0003).",
            "minItems": 1,
            "maxItems": 150,
            "items": {
              "$ref": "#/components/schemas/MetadataItemInput"
            },
            "examples": [
              [
                {
                  "key": "inspectionNote",
                  "type": "string",
                  "value": "Lot 7 passed"
                }
              ]
            ]
          }
        },
        "examples": [
          {
            "uid": "lot-2026-0042",
            "items": [
              {
                "key": "inspectionNote",
                "type": "string",
                "value": "Lot 7 passed"
              }
            ]
          }
        ]
      },
      "StringItem": {
        "type": "object",
        "description": "An item whose value is a string, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "string",
            "description": "The type of the item, always `string`.",
            "examples": [
              "string"
            ]
          },
          "value": {
            "type": "string",
            "description": "Any text; may be empty.",
            "examples": [
              "Lot 7 passed"
            ]
          }
        },
        "examples": [
          {
            "key": "inspectionNote",
            "type": "string",
            "value": "Lot 7 passed"
          }
        ]
      },
      "NumberItem": {
        "type": "object",
        "description": "An item whose value is a number, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "number",
            "description": "The type of the item, always `number`.",
            "examples": [
              "number"
            ]
          },
          "value": {
            "type": "number",
            "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number. `0.1` does. `9007199254740993` does not, and is rejected with 400 rather than changed (*assumed*, decision 0006).",
            "examples": [
              12.5
            ]
          }
        },
        "examples": [
          {
            "key": "sampleWeight",
            "type": "number",
            "value": 12.5
          }
        ]
      },
      "BooleanItem": {
        "type": "object",
        "description": "An item whose value is a boolean, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "boolean",
            "description": "The type of the item, always `boolean`.",
            "examples": [
              "boolean"
            ]
          },
          "value": {
            "type": "boolean",
            "description": "True or false.",
            "examples": [
              true
            ]
          }
        },
        "examples": [
          {
            "key": "sealed",
            "type": "boolean",
            "value": true
          }
        ]
      },
      "DateItem": {
        "type": "object",
        "description": "An item whose value is a calendar date, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "date",
            "description": "The type of the item, always `date`.",
            "examples": [
              "date"
            ]
          },
          "value": {
            "$ref": "#/components/schemas/CalendarDate"
          }
        },
        "examples": [
          {
            "key": "inspectionDate",
            "type": "date",
            "value": "2026-11-21"
          }
        ]
      },
      "DatetimeItem": {
        "type": "object",
        "description": "An item whose value is a date-time, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "datetime",
            "description": "The type of the item, always `datetime`.",
            "examples": [
              "datetime"
            ]
          },
          "value": {
            "$ref": "#/components/schemas/DateTime"
          }
        },
        "examples": [
          {
            "key": "arrivedAt",
            "type": "datetime",
            "value": "2026-11-21T06:15:00Z"
          }
        ]
      },
      "StringArrayItem": {
        "type": "object",
        "description": "An item whose value is an array of strings, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "string-array",
            "description": "The type of the item, always `string-array`.",
            "examples": [
              "string-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Strings, in the order sent; may be empty.",
            "items": {
              "type": "string",
              "description": "Any text.",
              "examples": [
                "blue"
              ]
            },
            "examples": [
              [
                "blue",
                "navy"
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "colours",
            "type": "string-array",
            "value": [
              "blue",
              "navy"
            ]
          }
        ]
      },
      "NumberArrayItem": {
        "type": "object",
        "description": "An item whose value is an array of numbers, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "number-array",
            "description": "The type of the item, always `number-array`.",
            "examples": [
              "number-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Numbers, in the order sent; may be empty. Each of them has the limits of a `number` item.",
            "items": {
              "type": "number",
              "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number.",
              "examples": [
                1.5
              ]
            },
            "examples": [
              [
                1.5,
                2,
                -3
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "measurements",
            "type": "number-array",
            "value": [
              1.5,
              2,
              -3
            ]
          }
        ]
      },
      "DateArrayItem": {
        "type": "object",
        "description": "An item whose value is an array of calendar dates, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "date-array",
            "description": "The type of the item, always `date-array`.",
            "examples": [
              "date-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Calendar dates, in the order sent; may be empty.",
            "items": {
              "$ref": "#/components/schemas/CalendarDate"
            },
            "examples": [
              [
                "2026-11-21",
                "2026-12-01"
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "visitDates",
            "type": "date-array",
            "value": [
              "2026-11-21",
              "2026-12-01"
            ]
          }
        ]
      },
      "DatetimeArrayItem": {
        "type": "object",
        "description": "An item whose value is an array of date-times, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "datetime-array",
            "description": "The type of the item, always `datetime-array`.",
            "examples": [
              "datetime-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Date-times, in the order sent; may be empty.",
            "items": {
              "$ref": "#/components/schemas/DateTime"
            },
            "examples": [
              [
                "2026-11-21T06:15:00.250Z",
                "2026-11-21T13:15:00+07:00"
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "scanTimes",
            "type": "datetime-array",
            "value": [
              "2026-11-21T06:15:00.250Z",
              "2026-11-21T13:15:00+07:00"
            ]
          }
        ]
      },
      "BooleanArrayItem": {
        "type": "object",
        "description": "An item whose value is an array of booleans, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "boolean-array",
            "description": "The type of the item, always `boolean-array`.",
            "examples": [
              "boolean-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Booleans, in the order sent; may be empty.",
            "items": {
              "type": "boolean",
              "description": "True or false.",
              "examples": [
                true
              ]
            },
            "examples": [
              [
                true,
                false
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "checks",
            "type": "boolean-array",
            "value": [
              true,
              false
            ]
          }
        ]
      },
      "FileUrl": {
        "type": "string",
        "format": "uri",
        "description": "The URL of the stored file.",
        "examples": [
          "http://localhost:4010/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
        ]
      },
      "FileItem": {
        "type": "object",
        "description": "An item that refers to a stored file, as returned: the value is the URL of the file.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "file",
            "description": "The type of the item, always `file`.",
            "examples": [
              "file"
            ]
          },
          "value": {
            "$ref": "#/components/schemas/FileUrl"
          }
        },
        "examples": [
          {
            "key": "photo",
            "type": "file",
            "value": "http://localhost:4010/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
          }
        ]
      },
      "MetadataItem": {
        "description": "One typed key/value pair, as returned. `type` determines the shape of `value`.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/StringItem"
          },
          {
            "$ref": "#/components/schemas/NumberItem"
          },
          {
            "$ref": "#/components/schemas/BooleanItem"
          },
          {
            "$ref": "#/components/schemas/DateItem"
          },
          {
            "$ref": "#/components/schemas/DatetimeItem"
          },
          {
            "$ref": "#/components/schemas/StringArrayItem"
          },
          {
            "$ref": "#/components/schemas/NumberArrayItem"
          },
          {
            "$ref": "#/components/schemas/DateArrayItem"
          },
          {
            "$ref": "#/components/schemas/DatetimeArrayItem"
          },
          {
            "$ref": "#/components/schemas/BooleanArrayItem"
          },
          {
            "$ref": "#/components/schemas/FileItem"
          },
          {
            "$ref": "#/components/schemas/ObjectItem"
          },
          {
            "$ref": "#/components/schemas/ObjectArrayItem"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "string": "#/components/schemas/StringItem",
            "number": "#/components/schemas/NumberItem",
            "boolean": "#/components/schemas/BooleanItem",
            "date": "#/components/schemas/DateItem",
            "datetime": "#/components/schemas/DatetimeItem",
            "string-array": "#/components/schemas/StringArrayItem",
            "number-array": "#/components/schemas/NumberArrayItem",
            "date-array": "#/components/schemas/DateArrayItem",
            "datetime-array": "#/components/schemas/DatetimeArrayItem",
            "boolean-array": "#/components/schemas/BooleanArrayItem",
            "file": "#/components/schemas/FileItem",
            "object": "#/components/schemas/ObjectItem",
            "object-array": "#/components/schemas/ObjectArrayItem"
          }
        },
        "examples": [
          {
            "key": "inspectionNote",
            "type": "string",
            "value": "Lot 7 passed"
          }
        ]
      },
      "ObjectItem": {
        "type": "object",
        "description": "An item whose value is a list of nested items, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "object",
            "description": "The type of the item, always `object`.",
            "examples": [
              "object"
            ]
          },
          "value": {
            "type": "array",
            "description": "The nested items, in the order sent; 1 to 150 items (*assumed*, decision 0003).",
            "minItems": 1,
            "maxItems": 150,
            "items": {
              "$ref": "#/components/schemas/MetadataItem"
            },
            "examples": [
              [
                {
                  "key": "city",
                  "type": "string",
                  "value": "Hue"
                }
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "factory",
            "type": "object",
            "value": [
              {
                "key": "city",
                "type": "string",
                "value": "Hue"
              }
            ]
          }
        ]
      },
      "ObjectArrayItem": {
        "type": "object",
        "description": "An item whose value is an array of arrays of items, as returned.",
        "required": [
          "key",
          "type",
          "value"
        ],
        "properties": {
          "key": {
            "$ref": "#/components/schemas/ItemKey"
          },
          "type": {
            "type": "string",
            "const": "object-array",
            "description": "The type of the item, always `object-array`.",
            "examples": [
              "object-array"
            ]
          },
          "value": {
            "type": "array",
            "description": "Each item sent comes back in its own one-element array, in the same order, with its key and type (*assumed*, decision 0004).",
            "items": {
              "type": "array",
              "description": "The items of one element.",
              "items": {
                "$ref": "#/components/schemas/MetadataItem"
              },
              "examples": [
                [
                  {
                    "key": "defect",
                    "type": "string",
                    "value": "loose thread"
                  }
                ]
              ]
            },
            "examples": [
              [
                [
                  {
                    "key": "defect",
                    "type": "string",
                    "value": "loose thread"
                  }
                ],
                [
                  {
                    "key": "defect",
                    "type": "string",
                    "value": "stain"
                  }
                ]
              ]
            ]
          }
        },
        "examples": [
          {
            "key": "defects",
            "type": "object-array",
            "value": [
              [
                {
                  "key": "defect",
                  "type": "string",
                  "value": "loose thread"
                }
              ],
              [
                {
                  "key": "defect",
                  "type": "string",
                  "value": "stain"
                }
              ]
            ]
          }
        ]
      },
      "Timestamp": {
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d+[+-]\\d{2}:\\d{2}$",
        "description": "A timestamp of the service: an ISO 8601 date-time with fractional seconds and a numeric UTC offset. `Z` is not used (*assumed*, decision 0007).",
        "examples": [
          "2026-11-21T06:15:00.123456+00:00"
        ]
      },
      "Metadata": {
        "type": "object",
        "description": "A stored metadata record.",
        "required": [
          "uid",
          "items",
          "createdDate",
          "updatedDate"
        ],
        "properties": {
          "uid": {
            "$ref": "#/components/schemas/Uid"
          },
          "items": {
            "type": "array",
            "description": "The items of the record, in the order sent; 1 to 150 items (*assumed*, decision 0003).",
            "minItems": 1,
            "maxItems": 150,
            "items": {
              "$ref": "#/components/schemas/MetadataItem"
            },
            "examples": [
              [
                {
                  "key": "inspectionNote",
                  "type": "string",
                  "value": "Lot 7 passed"
                }
              ]
            ]
          },
          "createdDate": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the record was created."
          },
          "updatedDate": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the record was last changed, or created if it was never changed (*assumed*, decision 0007)."
          }
        },
        "examples": [
          {
            "uid": "lot-2026-0042",
            "items": [
              {
                "key": "inspectionNote",
                "type": "string",
                "value": "Lot 7 passed"
              }
            ],
            "createdDate": "2026-11-21T06:15:00.123456+00:00",
            "updatedDate": "2026-11-21T06:15:00.123456+00:00"
          }
        ]
      },
      "MetadataCreated": {
        "type": "object",
        "description": "The response to a create request. Its only field is the stored record.",
        "required": [
          "data"
        ],
        "properties": {
          "data": {
            "$ref": "#/components/schemas/Metadata"
          }
        },
        "examples": [
          {
            "data": {
              "uid": "lot-2026-0042",
              "items": [
                {
                  "key": "inspectionNote",
                  "type": "string",
                  "value": "Lot 7 passed"
                }
              ],
              "createdDate": "2026-11-21T06:15:00.123456+00:00",
              "updatedDate": "2026-11-21T06:15:00.123456+00:00"
            }
          }
        ]
      },
      "ErrorCode": {
        "type": "string",
        "description": "The type of the error. `Generic` is the only known value; others may be added (*assumed*, decision 0008).",
        "examples": [
          "Generic"
        ]
      },
      "ErrorMessage": {
        "type": "string",
        "description": "A human-readable message. In a 400, it says where the request is invalid and why (*assumed*, decision 0008).",
        "examples": [
          "items[2].value must be a string"
        ]
      },
      "ErrorBody": {
        "type": "object",
        "description": "The body of every error except 500. It has no `errors` field.",
        "required": [
          "errorCode",
          "message"
        ],
        "properties": {
          "errorCode": {
            "$ref": "#/components/schemas/ErrorCode"
          },
          "message": {
            "$ref": "#/components/schemas/ErrorMessage"
          }
        },
        "propertyNames": {
          "not": {
            "const": "errors"
          }
        },
        "examples": [
          {
            "errorCode": "Generic",
            "message": "items[2].value must be a string"
          }
        ]
      },
      "InternalErrorBody": {
        "type": "object",
        "description": "The body of a 500 response. It describes what failed in the service.",
        "required": [
          "errorCode",
          "message"
        ],
        "properties": {
          "errorCode": {
            "$ref": "#/components/schemas/ErrorCode"
          },
          "message": {
            "$ref": "#/components/schemas/ErrorMessage"
          },
          "errors": {
            "type": "object",
            "description": "Lists of details by category, for example `system`.",
            "additionalProperties": {
              "type": "array",
              "description": "The details of one category.",
              "items": {
                "type": "string",
                "description": "One detail.",
                "examples": [
                  "The record could not be stored"
                ]
              },
              "examples": [
                [
                  "The record could not be stored"
                ]
              ]
            },
            "examples": [
              {
                "system": [
                  "The record could not be stored"
                ]
              }
            ]
          }
        },
        "examples": [
          {
            "errorCode": "Generic",
            "message": "Internal server error",
            "errors": {
              "system": [
                "The record could not be stored"
              ]
            }
          }
        ]
      },
      "PurchaseOrder": {
        "type": "object",
        "description": "A purchase order. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added (*assumed*, decision 0010).",
        "required": [
          "uid",
          "createdDate",
          "updatedDate"
        ],
        "properties": {
          "uid": {
            "type": "string",
            "description": "The ID of the order.",
            "minLength": 1,
            "maxLength": 100,
            "examples": [
              "po-000001"
            ]
          },
          "poNumber": {
            "type": "string",
            "description": "The order number, as the buyer writes it.",
            "examples": [
              "PO-2026-104233",
              "PO-2026-087150",
              "PO-2025-990412"
            ]
          },
          "poStatus": {
            "type": "string",
            "description": "The status of the order.",
            "examples": [
              "open",
              "confirmed",
              "in-production",
              "shipped",
              "closed"
            ]
          },
          "clientId": {
            "type": "string",
            "description": "The ID of the buyer.",
            "examples": [
              "client-017",
              "client-102",
              "client-233"
            ]
          },
          "factoryId": {
            "type": "string",
            "description": "The ID of the factory that makes the goods.",
            "examples": [
              "factory-0451",
              "factory-0078",
              "factory-0912"
            ]
          },
          "deliveryDate": {
            "$ref": "#/components/schemas/CalendarDate",
            "description": "The date on which the goods are due."
          },
          "totalQuantity": {
            "type": "integer",
            "description": "The total number of pieces ordered.",
            "minimum": 0,
            "examples": [
              1200,
              480,
              36000
            ]
          },
          "createdDate": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the order was created."
          },
          "updatedDate": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the order was last changed."
          }
        },
        "examples": [
          {
            "uid": "po-000001",
            "poNumber": "PO-2026-104233",
            "poStatus": "confirmed",
            "clientId": "client-017",
            "factoryId": "factory-0451",
            "deliveryDate": "2027-01-15",
            "totalQuantity": 1200,
            "createdDate": "2026-11-20T08:30:00.000000+00:00",
            "updatedDate": "2026-11-21T06:15:00.123456+00:00"
          }
        ]
      },
      "PurchaseOrdersPage": {
        "type": "object",
        "description": "One page of purchase orders, in the standard envelope.",
        "required": [
          "data",
          "limit",
          "offset",
          "total"
        ],
        "properties": {
          "data": {
            "type": "array",
            "description": "The records of the page, oldest first; at most `limit` records.",
            "items": {
              "$ref": "#/components/schemas/PurchaseOrder"
            },
            "examples": [
              [
                {
                  "uid": "po-000001",
                  "poNumber": "PO-2026-104233",
                  "createdDate": "2026-11-20T08:30:00.000000+00:00",
                  "updatedDate": "2026-11-21T06:15:00.123456+00:00"
                }
              ]
            ]
          },
          "limit": {
            "type": "integer",
            "description": "The `limit` that was applied.",
            "minimum": 1,
            "maximum": 100,
            "examples": [
              10
            ]
          },
          "offset": {
            "type": "integer",
            "description": "The `offset` that was applied.",
            "minimum": 0,
            "examples": [
              0
            ]
          },
          "total": {
            "type": "integer",
            "description": "The number of matching records on all pages.",
            "minimum": 0,
            "examples": [
              1000
            ]
          }
        },
        "examples": [
          {
            "data": [
              {
                "uid": "po-000001",
                "poNumber": "PO-2026-104233",
                "createdDate": "2026-11-20T08:30:00.000000+00:00",
                "updatedDate": "2026-11-21T06:15:00.123456+00:00"
              }
            ],
            "limit": 10,
            "offset": 0,
            "total": 1000
          }
        ]
      },
      "PurchaseOrderV3": {
        "type": "object",
        "description": "A purchase order, with the field names of version 3. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added (*assumed*, decision 0010).",
        "required": [
          "uid",
          "created_at",
          "updated_at"
        ],
        "properties": {
          "uid": {
            "type": "string",
            "description": "The ID of the order.",
            "minLength": 1,
            "maxLength": 100,
            "examples": [
              "po-000001"
            ]
          },
          "po_number": {
            "type": "string",
            "description": "The order number, as the buyer writes it.",
            "examples": [
              "PO-2026-104233",
              "PO-2026-087150",
              "PO-2025-990412"
            ]
          },
          "po_status": {
            "type": "string",
            "description": "The status of the order.",
            "examples": [
              "open",
              "confirmed",
              "in-production",
              "shipped",
              "closed"
            ]
          },
          "client_id": {
            "type": "string",
            "description": "The ID of the buyer.",
            "examples": [
              "client-017",
              "client-102",
              "client-233"
            ]
          },
          "factory_id": {
            "type": "string",
            "description": "The ID of the factory that makes the goods.",
            "examples": [
              "factory-0451",
              "factory-0078",
              "factory-0912"
            ]
          },
          "delivery_date": {
            "$ref": "#/components/schemas/CalendarDate",
            "description": "The date on which the goods are due."
          },
          "total_quantity": {
            "type": "integer",
            "description": "The total number of pieces ordered.",
            "minimum": 0,
            "examples": [
              1200,
              480,
              36000
            ]
          },
          "created_at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the order was created."
          },
          "updated_at": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the order was last changed."
          }
        },
        "examples": [
          {
            "uid": "po-000001",
            "po_number": "PO-2026-104233",
            "po_status": "confirmed",
            "client_id": "client-017",
            "factory_id": "factory-0451",
            "delivery_date": "2027-01-15",
            "total_quantity": 1200,
            "created_at": "2026-11-20T08:30:00.000000+00:00",
            "updated_at": "2026-11-21T06:15:00.123456+00:00"
          }
        ]
      },
      "PurchaseOrdersV3Page": {
        "type": "array",
        "description": "One page of purchase orders as a plain array, oldest first; at most `limit` orders. A page past the end is empty (*assumed*, decision 0009).",
        "items": {
          "$ref": "#/components/schemas/PurchaseOrderV3"
        },
        "examples": [
          [
            {
              "uid": "po-000001",
              "po_number": "PO-2026-104233",
              "created_at": "2026-11-20T08:30:00.000000+00:00",
              "updated_at": "2026-11-21T06:15:00.123456+00:00"
            }
          ]
        ]
      },
      "Report": {
        "type": "object",
        "description": "An inspection report. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added (*assumed*, decision 0010).",
        "required": [
          "uid",
          "createdDate",
          "updatedDate"
        ],
        "properties": {
          "uid": {
            "type": "string",
            "description": "The ID of the report.",
            "minLength": 1,
            "maxLength": 100,
            "examples": [
              "report-000001"
            ]
          },
          "caseNumber": {
            "type": "string",
            "description": "The number of the case that the report belongs to.",
            "examples": [
              "CN-2026-004711",
              "CN-2026-001938",
              "CN-2025-009120"
            ]
          },
          "bookingType": {
            "type": "string",
            "description": "The type of the booking.",
            "examples": [
              "final-inspection",
              "inline-inspection",
              "pre-production"
            ]
          },
          "country": {
            "type": "string",
            "description": "The country of the inspection, as an ISO 3166-1 alpha-2 code.",
            "examples": [
              "VN",
              "BD",
              "IN",
              "TR",
              "PT",
              "CN"
            ]
          },
          "createdDate": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the report was created."
          },
          "updatedDate": {
            "$ref": "#/components/schemas/Timestamp",
            "description": "When the report was last changed."
          }
        },
        "examples": [
          {
            "uid": "report-000001",
            "caseNumber": "CN-2026-004711",
            "bookingType": "final-inspection",
            "country": "VN",
            "createdDate": "2026-11-20T08:30:00.000000+00:00",
            "updatedDate": "2026-11-21T06:15:00.123456+00:00"
          }
        ]
      },
      "ReportsPage": {
        "type": "object",
        "description": "One page of reports, in the linked envelope. The field name `data` is *assumed* (decision 0009).",
        "required": [
          "count",
          "next",
          "previous",
          "data"
        ],
        "properties": {
          "count": {
            "type": "integer",
            "description": "The number of matching records on all pages.",
            "minimum": 0,
            "examples": [
              1000
            ]
          },
          "next": {
            "type": [
              "string",
              "null"
            ],
            "format": "uri",
            "description": "The absolute URL of the next page, or null on the last page (*assumed*, decision 0009).",
            "examples": [
              "http://localhost:4010/api/v1/reports?limit=10&offset=20"
            ]
          },
          "previous": {
            "type": [
              "string",
              "null"
            ],
            "format": "uri",
            "description": "The absolute URL of the previous page, or null on the first page (*assumed*, decision 0009).",
            "examples": [
              "http://localhost:4010/api/v1/reports?limit=10&offset=0"
            ]
          },
          "data": {
            "type": "array",
            "description": "The records of the page, oldest first; at most `limit` records.",
            "items": {
              "$ref": "#/components/schemas/Report"
            },
            "examples": [
              [
                {
                  "uid": "report-000001",
                  "caseNumber": "CN-2026-004711",
                  "createdDate": "2026-11-20T08:30:00.000000+00:00",
                  "updatedDate": "2026-11-21T06:15:00.123456+00:00"
                }
              ]
            ]
          }
        },
        "examples": [
          {
            "count": 1000,
            "next": "http://localhost:4010/api/v1/reports?limit=10&offset=20",
            "previous": "http://localhost:4010/api/v1/reports?limit=10&offset=0",
            "data": [
              {
                "uid": "report-000001",
                "caseNumber": "CN-2026-004711",
                "createdDate": "2026-11-20T08:30:00.000000+00:00",
                "updatedDate": "2026-11-21T06:15:00.123456+00:00"
              }
            ]
          }
        ]
      }
    },
    "examples": {
      "CreateMetadataAllKinds": {
        "summary": "A record with all thirteen item types, as sent",
        "value": {
          "uid": "lot-2026-0042",
          "items": [
            {
              "key": "inspectionNote",
              "type": "string",
              "value": "Lot 7 passed — xong ✓"
            },
            {
              "key": "sampleWeight",
              "type": "number",
              "value": 12.5
            },
            {
              "key": "sealed",
              "type": "boolean",
              "value": true
            },
            {
              "key": "inspectionDate",
              "type": "date",
              "value": "2026-11-21"
            },
            {
              "key": "arrivedAt",
              "type": "datetime",
              "value": "2026-11-21T06:15:00Z"
            },
            {
              "key": "colours",
              "type": "string-array",
              "value": [
                "blue",
                "navy"
              ]
            },
            {
              "key": "measurements",
              "type": "number-array",
              "value": [
                1.5,
                2,
                -3
              ]
            },
            {
              "key": "visitDates",
              "type": "date-array",
              "value": [
                "2026-11-21",
                "2026-12-01"
              ]
            },
            {
              "key": "scanTimes",
              "type": "datetime-array",
              "value": [
                "2026-11-21T06:15:00.250Z",
                "2026-11-21T13:15:00+07:00"
              ]
            },
            {
              "key": "checks",
              "type": "boolean-array",
              "value": [
                true,
                false
              ]
            },
            {
              "key": "photo",
              "type": "file",
              "value": "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
            },
            {
              "key": "factory",
              "type": "object",
              "value": [
                {
                  "key": "city",
                  "type": "string",
                  "value": "Hue"
                },
                {
                  "key": "certificate",
                  "type": "file",
                  "value": "0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09"
                },
                {
                  "key": "line",
                  "type": "object",
                  "value": [
                    {
                      "key": "operators",
                      "type": "number",
                      "value": 24
                    }
                  ]
                }
              ]
            },
            {
              "key": "defects",
              "type": "object-array",
              "value": [
                {
                  "key": "defect",
                  "type": "string",
                  "value": "loose thread"
                },
                {
                  "key": "severity",
                  "type": "number",
                  "value": 2
                },
                {
                  "key": "defectPhoto",
                  "type": "file",
                  "value": "0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09"
                }
              ]
            }
          ]
        }
      },
      "CreateMetadataMinimal": {
        "summary": "The smallest record",
        "value": {
          "uid": "lot-2026-0047",
          "items": [
            {
              "key": "inspectionNote",
              "type": "string",
              "value": "Lot 8 passed"
            }
          ]
        }
      },
      "CreatedMetadataAllKinds": {
        "summary": "A record with all thirteen item types, as returned",
        "value": {
          "data": {
            "uid": "lot-2026-0042",
            "items": [
              {
                "key": "inspectionNote",
                "type": "string",
                "value": "Lot 7 passed — xong ✓"
              },
              {
                "key": "sampleWeight",
                "type": "number",
                "value": 12.5
              },
              {
                "key": "sealed",
                "type": "boolean",
                "value": true
              },
              {
                "key": "inspectionDate",
                "type": "date",
                "value": "2026-11-21"
              },
              {
                "key": "arrivedAt",
                "type": "datetime",
                "value": "2026-11-21T06:15:00Z"
              },
              {
                "key": "colours",
                "type": "string-array",
                "value": [
                  "blue",
                  "navy"
                ]
              },
              {
                "key": "measurements",
                "type": "number-array",
                "value": [
                  1.5,
                  2,
                  -3
                ]
              },
              {
                "key": "visitDates",
                "type": "date-array",
                "value": [
                  "2026-11-21",
                  "2026-12-01"
                ]
              },
              {
                "key": "scanTimes",
                "type": "datetime-array",
                "value": [
                  "2026-11-21T06:15:00.250Z",
                  "2026-11-21T13:15:00+07:00"
                ]
              },
              {
                "key": "checks",
                "type": "boolean-array",
                "value": [
                  true,
                  false
                ]
              },
              {
                "key": "photo",
                "type": "file",
                "value": "http://localhost:4010/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
              },
              {
                "key": "factory",
                "type": "object",
                "value": [
                  {
                    "key": "city",
                    "type": "string",
                    "value": "Hue"
                  },
                  {
                    "key": "certificate",
                    "type": "file",
                    "value": "http://localhost:4010/files/0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09"
                  },
                  {
                    "key": "line",
                    "type": "object",
                    "value": [
                      {
                        "key": "operators",
                        "type": "number",
                        "value": 24
                      }
                    ]
                  }
                ]
              },
              {
                "key": "defects",
                "type": "object-array",
                "value": [
                  [
                    {
                      "key": "defect",
                      "type": "string",
                      "value": "loose thread"
                    }
                  ],
                  [
                    {
                      "key": "severity",
                      "type": "number",
                      "value": 2
                    }
                  ],
                  [
                    {
                      "key": "defectPhoto",
                      "type": "file",
                      "value": "http://localhost:4010/files/0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09"
                    }
                  ]
                ]
              }
            ],
            "createdDate": "2026-11-21T06:15:00.123456+00:00",
            "updatedDate": "2026-11-21T06:15:00.123456+00:00"
          }
        }
      },
      "CreatedMetadataMinimal": {
        "summary": "The smallest record, as returned",
        "value": {
          "data": {
            "uid": "lot-2026-0047",
            "items": [
              {
                "key": "inspectionNote",
                "type": "string",
                "value": "Lot 8 passed"
              }
            ],
            "createdDate": "2026-11-21T06:16:00.000001+00:00",
            "updatedDate": "2026-11-21T06:16:00.000001+00:00"
          }
        }
      },
      "BadRequest": {
        "summary": "An invalid value in an item",
        "value": {
          "errorCode": "Generic",
          "message": "items[2].value must be a string"
        }
      },
      "Unauthorized": {
        "summary": "An expired or invalid key",
        "value": {
          "errorCode": "Generic",
          "message": "Session cannot be retrieved: the token is expired or invalid"
        }
      },
      "TooManyRequests": {
        "summary": "The rate limit is exceeded",
        "value": {
          "errorCode": "Generic",
          "message": "Too many requests"
        }
      },
      "InternalServerError": {
        "summary": "A failure inside the service",
        "value": {
          "errorCode": "Generic",
          "message": "Internal server error",
          "errors": {
            "system": [
              "The record could not be stored"
            ]
          }
        }
      },
      "PurchaseOrdersPage": {
        "summary": "The first page of two orders",
        "value": {
          "data": [
            {
              "uid": "po-000001",
              "poNumber": "PO-2026-104233",
              "poStatus": "confirmed",
              "clientId": "client-017",
              "factoryId": "factory-0451",
              "deliveryDate": "2027-01-15",
              "totalQuantity": 1200,
              "createdDate": "2026-11-20T08:30:00.000000+00:00",
              "updatedDate": "2026-11-21T06:15:00.123456+00:00"
            },
            {
              "uid": "po-000002",
              "poNumber": "PO-2026-104234",
              "poStatus": "open",
              "clientId": "client-102",
              "factoryId": "factory-0078",
              "deliveryDate": "2027-02-03",
              "totalQuantity": 480,
              "createdDate": "2026-11-20T09:10:00.000000+00:00",
              "updatedDate": "2026-11-20T09:10:00.000000+00:00"
            }
          ],
          "limit": 10,
          "offset": 0,
          "total": 2
        }
      },
      "PurchaseOrdersV3Page": {
        "summary": "The first page of two orders",
        "value": [
          {
            "uid": "po-000001",
            "po_number": "PO-2026-104233",
            "po_status": "confirmed",
            "client_id": "client-017",
            "factory_id": "factory-0451",
            "delivery_date": "2027-01-15",
            "total_quantity": 1200,
            "created_at": "2026-11-20T08:30:00.000000+00:00",
            "updated_at": "2026-11-21T06:15:00.123456+00:00"
          },
          {
            "uid": "po-000002",
            "po_number": "PO-2026-104234",
            "po_status": "open",
            "client_id": "client-102",
            "factory_id": "factory-0078",
            "delivery_date": "2027-02-03",
            "total_quantity": 480,
            "created_at": "2026-11-20T09:10:00.000000+00:00",
            "updated_at": "2026-11-20T09:10:00.000000+00:00"
          }
        ]
      },
      "ReportsPage": {
        "summary": "A page in the middle of a list",
        "value": {
          "count": 1000,
          "next": "http://localhost:4010/api/v1/reports?limit=10&offset=20",
          "previous": "http://localhost:4010/api/v1/reports?limit=10&offset=0",
          "data": [
            {
              "uid": "report-000011",
              "caseNumber": "CN-2026-004711",
              "bookingType": "final-inspection",
              "country": "VN",
              "createdDate": "2026-11-20T08:30:00.000000+00:00",
              "updatedDate": "2026-11-21T06:15:00.123456+00:00"
            }
          ]
        }
      }
    },
    "responses": {
      "BadRequest": {
        "description": "The request is invalid; `message` says where and why. Fix the request; retrying won't help.\n\n*Assumed* (decision 0008): every invalid request gets this response. The following is rejected too, although no schema expresses it:\n\n- an unknown query parameter, a repeated one, or one with an empty value (decision 0008, decision 0030)\n- an integer in the query with a sign, a leading zero or an exponent, such as `1e1` (decision 0030)\n- a body that is not JSON in UTF-8, that has the same field twice in one object (decision 0030), or a `Content-Type`\n  other than `application/json` (decision 0008)\n\n- a number that does not read back unchanged as a 64-bit floating-point number (decision 0006)\n- items nested more than 8 levels deep, or a body of more than 1 MiB (decision 0003)\n- a body with more than 100,000 values, or with more than 1,000 fields in one object (decision 0089)\n- a uid that already exists in the namespace with different items (decision 0005)",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "examples": {
              "BadRequest": {
                "$ref": "#/components/examples/BadRequest"
              }
            }
          }
        }
      },
      "Unauthorized": {
        "description": "The API key is missing, invalid or expired.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "examples": {
              "Unauthorized": {
                "$ref": "#/components/examples/Unauthorized"
              }
            }
          }
        }
      },
      "TooManyRequests": {
        "description": "Too many requests. Wait for the number of seconds in `Retry-After`, then retry.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "examples": {
              "TooManyRequests": {
                "$ref": "#/components/examples/TooManyRequests"
              }
            }
          }
        }
      },
      "InternalServerError": {
        "description": "The service failed. `errors.system` lists details.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/InternalErrorBody"
            },
            "examples": {
              "InternalServerError": {
                "$ref": "#/components/examples/InternalServerError"
              }
            }
          }
        }
      }
    },
    "headers": {
      "RetryAfter": {
        "description": "The number of whole seconds to wait before the next request (RFC 9110, section 10.2.3; *assumed*, decision 0012).",
        "schema": {
          "type": "integer",
          "minimum": 0
        },
        "example": 2
      }
    }
  }
};
export default document;
