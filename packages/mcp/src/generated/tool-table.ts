// Generated from openapi/ by `npm run generate`. Do not edit.

import type { OperationTool, ToolTable } from "../tool-table.js";

const tool0: OperationTool = {
  "name": "createMetadata",
  "operation": "createMetadata",
  "title": "Create metadata",
  "description": "Create metadata. Stores one metadata record in a namespace and returns it. Items keep their key and type. Values are returned as sent, with two exceptions: the value of a file item becomes a URL, and an object-array becomes an array of arrays. Assumed: if a record with this uid and the same items already exists in the namespace, the response is a 201 with the stored record, so you can safely repeat a create request. If its items are different, the response is a 400. Nothing is ever overwritten (decision 0005). Items can be nested up to 8 levels deep, and a body can have up to 1 MiB (decision 0003).",
  "annotations": {
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": true
  },
  "arguments": [
    {
      "name": "namespace",
      "key": "namespace",
      "in": "path"
    }
  ],
  "inputSchema": {
    "type": "object",
    "properties": {
      "namespace": {
        "enum": [
          "analytics",
          "inspection"
        ],
        "type": "string",
        "description": "The namespace of the record, which is the type of its data, as defined by the operator of the service."
      },
      "body": {
        "description": "The record to create.",
        "type": "object",
        "properties": {
          "uid": {
            "description": "The ID of the record, chosen by the caller. It has 1 to 100 characters.",
            "type": "string",
            "minLength": 1,
            "maxLength": 100
          },
          "items": {
            "description": "The items of the record; 1 to 150 items.",
            "type": "array",
            "items": {
              "description": "One typed key/value pair, as sent. type determines the shape of value.",
              "anyOf": [
                {
                  "description": "An item whose value is a string, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always string.",
                      "const": "string",
                      "type": "string"
                    },
                    "value": {
                      "description": "Any text; may be empty.",
                      "type": "string"
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is a number, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always number.",
                      "const": "number",
                      "type": "string"
                    },
                    "value": {
                      "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number. 0.1 does. 9007199254740993 does not, and is rejected with 400 rather than changed.",
                      "type": "number"
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is a boolean, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always boolean.",
                      "const": "boolean",
                      "type": "string"
                    },
                    "value": {
                      "description": "True or false.",
                      "type": "boolean"
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is a calendar date, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always date.",
                      "const": "date",
                      "type": "string"
                    },
                    "value": {
                      "description": "A calendar date, YYYY-MM-DD.",
                      "type": "string",
                      "format": "date"
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is a date-time, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always datetime.",
                      "const": "datetime",
                      "type": "string"
                    },
                    "value": {
                      "description": "An ISO 8601 date-time in RFC 3339 format, with Z or a numeric offset; fractional seconds are optional.",
                      "type": "string",
                      "format": "date-time",
                      "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is an array of strings, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always string-array.",
                      "const": "string-array",
                      "type": "string"
                    },
                    "value": {
                      "description": "Strings, in the order sent; may be empty.",
                      "type": "array",
                      "items": {
                        "description": "Any text.",
                        "type": "string"
                      }
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is an array of numbers, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always number-array.",
                      "const": "number-array",
                      "type": "string"
                    },
                    "value": {
                      "description": "Numbers, in the order sent; may be empty. Each of them has the limits of a number item.",
                      "type": "array",
                      "items": {
                        "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number.",
                        "type": "number"
                      }
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is an array of calendar dates, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always date-array.",
                      "const": "date-array",
                      "type": "string"
                    },
                    "value": {
                      "description": "Calendar dates, in the order sent; may be empty.",
                      "type": "array",
                      "items": {
                        "description": "A calendar date, YYYY-MM-DD.",
                        "type": "string",
                        "format": "date"
                      }
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is an array of date-times, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always datetime-array.",
                      "const": "datetime-array",
                      "type": "string"
                    },
                    "value": {
                      "description": "Date-times, in the order sent; may be empty.",
                      "type": "array",
                      "items": {
                        "description": "An ISO 8601 date-time in RFC 3339 format, with Z or a numeric offset; fractional seconds are optional.",
                        "type": "string",
                        "format": "date-time",
                        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"
                      }
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is an array of booleans, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always boolean-array.",
                      "const": "boolean-array",
                      "type": "string"
                    },
                    "value": {
                      "description": "Booleans, in the order sent; may be empty.",
                      "type": "array",
                      "items": {
                        "description": "True or false.",
                        "type": "boolean"
                      }
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item that refers to a stored file, as sent: the value is the ID of the file.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always file.",
                      "const": "file",
                      "type": "string"
                    },
                    "value": {
                      "description": "The ID of a stored file, a UUID. Files are uploaded elsewhere, and any UUID is accepted.",
                      "type": "string",
                      "format": "uuid"
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is a list of nested items, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always object.",
                      "const": "object",
                      "type": "string"
                    },
                    "value": {
                      "description": "The nested items; 1 to 150 items.",
                      "type": "array",
                      "items": {
                        "description": "One typed key/value pair, as sent. type determines the shape of value."
                      },
                      "minItems": 1,
                      "maxItems": 150
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                },
                {
                  "description": "An item whose value is a flat array of items, as sent.",
                  "type": "object",
                  "properties": {
                    "key": {
                      "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 100
                    },
                    "type": {
                      "description": "The type of the item, always object-array.",
                      "const": "object-array",
                      "type": "string"
                    },
                    "value": {
                      "description": "The items, in a flat array of up to 150. In the response, each item is wrapped in its own one-element array.",
                      "type": "array",
                      "items": {
                        "description": "One typed key/value pair, as sent. type determines the shape of value."
                      },
                      "maxItems": 150
                    }
                  },
                  "required": [
                    "key",
                    "type",
                    "value"
                  ],
                  "additionalProperties": false
                }
              ]
            },
            "minItems": 1,
            "maxItems": 150
          }
        },
        "required": [
          "uid",
          "items"
        ],
        "additionalProperties": false
      }
    },
    "required": [
      "namespace",
      "body"
    ],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "result": {
        "description": "The response to a create request. Its only field is the stored record.",
        "type": "object",
        "properties": {
          "data": {
            "description": "A stored metadata record.",
            "type": "object",
            "properties": {
              "uid": {
                "description": "The ID of the record, chosen by the caller. It has 1 to 100 characters.",
                "type": "string"
              },
              "items": {
                "description": "The items of the record, in the order sent; 1 to 150 items.",
                "type": "array",
                "items": {
                  "description": "One typed key/value pair, as returned. type determines the shape of value.",
                  "anyOf": [
                    {
                      "description": "An item whose value is a string, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always string.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Any text; may be empty.",
                          "type": "string"
                        }
                      }
                    },
                    {
                      "description": "An item whose value is a number, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always number.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number. 0.1 does. 9007199254740993 does not, and is rejected with 400 rather than changed.",
                          "type": "number"
                        }
                      }
                    },
                    {
                      "description": "An item whose value is a boolean, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always boolean.",
                          "type": "string"
                        },
                        "value": {
                          "description": "True or false.",
                          "type": "boolean"
                        }
                      }
                    },
                    {
                      "description": "An item whose value is a calendar date, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always date.",
                          "type": "string"
                        },
                        "value": {
                          "description": "A calendar date, YYYY-MM-DD.",
                          "type": "string"
                        }
                      }
                    },
                    {
                      "description": "An item whose value is a date-time, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always datetime.",
                          "type": "string"
                        },
                        "value": {
                          "description": "An ISO 8601 date-time in RFC 3339 format, with Z or a numeric offset; fractional seconds are optional.",
                          "type": "string"
                        }
                      }
                    },
                    {
                      "description": "An item whose value is an array of strings, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always string-array.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Strings, in the order sent; may be empty.",
                          "type": "array",
                          "items": {
                            "description": "Any text.",
                            "type": "string"
                          }
                        }
                      }
                    },
                    {
                      "description": "An item whose value is an array of numbers, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always number-array.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Numbers, in the order sent; may be empty. Each of them has the limits of a number item.",
                          "type": "array",
                          "items": {
                            "description": "Any JSON number that reads back unchanged as a 64-bit floating-point number.",
                            "type": "number"
                          }
                        }
                      }
                    },
                    {
                      "description": "An item whose value is an array of calendar dates, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always date-array.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Calendar dates, in the order sent; may be empty.",
                          "type": "array",
                          "items": {
                            "description": "A calendar date, YYYY-MM-DD.",
                            "type": "string"
                          }
                        }
                      }
                    },
                    {
                      "description": "An item whose value is an array of date-times, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always datetime-array.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Date-times, in the order sent; may be empty.",
                          "type": "array",
                          "items": {
                            "description": "An ISO 8601 date-time in RFC 3339 format, with Z or a numeric offset; fractional seconds are optional.",
                            "type": "string"
                          }
                        }
                      }
                    },
                    {
                      "description": "An item whose value is an array of booleans, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always boolean-array.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Booleans, in the order sent; may be empty.",
                          "type": "array",
                          "items": {
                            "description": "True or false.",
                            "type": "boolean"
                          }
                        }
                      }
                    },
                    {
                      "description": "An item that refers to a stored file, as returned: the value is the URL of the file.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always file.",
                          "type": "string"
                        },
                        "value": {
                          "description": "The URL of the stored file.",
                          "type": "string"
                        }
                      }
                    },
                    {
                      "description": "An item whose value is a list of nested items, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always object.",
                          "type": "string"
                        },
                        "value": {
                          "description": "The nested items, in the order sent; 1 to 150 items.",
                          "type": "array",
                          "items": {
                            "description": "One typed key/value pair, as returned. type determines the shape of value."
                          }
                        }
                      }
                    },
                    {
                      "description": "An item whose value is an array of arrays of items, as returned.",
                      "type": "object",
                      "properties": {
                        "key": {
                          "description": "The name of the item: any 1 to 100 characters. Keys may repeat within a record.",
                          "type": "string"
                        },
                        "type": {
                          "description": "The type of the item, always object-array.",
                          "type": "string"
                        },
                        "value": {
                          "description": "Each item sent comes back in its own one-element array, in the same order, with its key and type.",
                          "type": "array",
                          "items": {
                            "description": "The items of one element.",
                            "type": "array",
                            "items": {
                              "description": "One typed key/value pair, as returned. type determines the shape of value."
                            }
                          }
                        }
                      }
                    }
                  ]
                }
              },
              "createdDate": {
                "description": "When the record was created.",
                "type": "string"
              },
              "updatedDate": {
                "description": "When the record was last changed, or created if it was never changed.",
                "type": "string"
              }
            }
          }
        }
      },
      "notice": {
        "type": "string",
        "description": "What is missing in this result, and what to do."
      }
    }
  }
};

const tool1: OperationTool = {
  "name": "listPurchaseOrders",
  "operation": "listPurchaseOrders",
  "title": "List purchase orders",
  "description": "List purchase orders. Lists purchase orders page by page, in the standard envelope (data, limit, offset, total). Records are sorted by creation time, then by uid. The order and the use of the standard envelope are assumed (decision 0009). Returns one page; next_offset is the offset of the next one.",
  "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": true
  },
  "arguments": [
    {
      "name": "limit",
      "key": "limit",
      "in": "parameters"
    },
    {
      "name": "offset",
      "key": "offset",
      "in": "parameters"
    }
  ],
  "page": {
    "records": "data",
    "total": "total"
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "limit": {
        "default": 10,
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "description": "The maximum number of records in the response. It is at most 100; a value above that is rejected with 400."
      },
      "offset": {
        "default": 0,
        "type": "integer",
        "minimum": 0,
        "maximum": 9007199254740991,
        "description": "The number of records to skip. Assumed (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly."
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "records": {
        "type": "array",
        "items": {
          "description": "A purchase order. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added.",
          "type": "object",
          "properties": {
            "uid": {
              "description": "The ID of the order.",
              "type": "string"
            },
            "poNumber": {
              "description": "The order number, as the buyer writes it.",
              "type": "string"
            },
            "poStatus": {
              "description": "The status of the order.",
              "type": "string"
            },
            "clientId": {
              "description": "The ID of the buyer.",
              "type": "string"
            },
            "factoryId": {
              "description": "The ID of the factory that makes the goods.",
              "type": "string"
            },
            "deliveryDate": {
              "description": "The date on which the goods are due.",
              "type": "string"
            },
            "totalQuantity": {
              "description": "The total number of pieces ordered.",
              "type": "integer"
            },
            "createdDate": {
              "description": "When the order was created.",
              "type": "string"
            },
            "updatedDate": {
              "description": "When the order was last changed.",
              "type": "string"
            }
          }
        }
      },
      "total": {
        "type": "integer",
        "description": "The number of records in all pages, if it is known."
      },
      "next_offset": {
        "type": "integer",
        "description": "The offset of the next page; missing on the last one."
      },
      "notice": {
        "type": "string",
        "description": "What is missing in this result, and what to do."
      }
    }
  }
};

const tool2: OperationTool = {
  "name": "listPurchaseOrdersV3",
  "operation": "listPurchaseOrdersV3",
  "title": "List purchase orders (version 3)",
  "description": "List purchase orders (version 3). Lists the same purchase orders as version 1, page by page, with the field names of version 3, as a plain array. updated_from and updated_to limit the list to records that were created or updated in a time window. Only an empty page marks the end of the list; a short one does not. Records are sorted by creation time, then by uid. The end of the list, the order and the path are assumed (decision 0009). Returns one page; next_offset is the offset of the next one.",
  "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": true
  },
  "arguments": [
    {
      "name": "limit",
      "key": "limit",
      "in": "parameters"
    },
    {
      "name": "offset",
      "key": "offset",
      "in": "parameters"
    },
    {
      "name": "updated_from",
      "key": "updated_from",
      "in": "parameters"
    },
    {
      "name": "updated_to",
      "key": "updated_to",
      "in": "parameters"
    }
  ],
  "page": {},
  "inputSchema": {
    "type": "object",
    "properties": {
      "limit": {
        "default": 10,
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "description": "The maximum number of records in the response. It is at most 200; a value above that is rejected with 400."
      },
      "offset": {
        "default": 0,
        "type": "integer",
        "minimum": 0,
        "maximum": 9007199254740991,
        "description": "The number of records to skip. Assumed (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly."
      },
      "updated_from": {
        "description": "Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B.",
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"
      },
      "updated_to": {
        "description": "Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B.",
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "records": {
        "type": "array",
        "items": {
          "description": "A purchase order, with the field names of version 3. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added.",
          "type": "object",
          "properties": {
            "uid": {
              "description": "The ID of the order.",
              "type": "string"
            },
            "po_number": {
              "description": "The order number, as the buyer writes it.",
              "type": "string"
            },
            "po_status": {
              "description": "The status of the order.",
              "type": "string"
            },
            "client_id": {
              "description": "The ID of the buyer.",
              "type": "string"
            },
            "factory_id": {
              "description": "The ID of the factory that makes the goods.",
              "type": "string"
            },
            "delivery_date": {
              "description": "The date on which the goods are due.",
              "type": "string"
            },
            "total_quantity": {
              "description": "The total number of pieces ordered.",
              "type": "integer"
            },
            "created_at": {
              "description": "When the order was created.",
              "type": "string"
            },
            "updated_at": {
              "description": "When the order was last changed.",
              "type": "string"
            }
          }
        }
      },
      "total": {
        "type": "integer",
        "description": "The number of records in all pages, if it is known."
      },
      "next_offset": {
        "type": "integer",
        "description": "The offset of the next page; missing on the last one."
      },
      "notice": {
        "type": "string",
        "description": "What is missing in this result, and what to do."
      }
    }
  }
};

const tool3: OperationTool = {
  "name": "listReports",
  "operation": "listReports",
  "title": "List reports",
  "description": "List reports. Lists inspection reports page by page, in the linked envelope (count, next, previous, data). updated_from and updated_to limit the list to reports that were created or updated in a time window. Reports are sorted by creation time, then by uid. The order, the path and the use of the linked envelope are assumed (decision 0009). Returns one page; next_offset is the offset of the next one.",
  "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": true
  },
  "arguments": [
    {
      "name": "limit",
      "key": "limit",
      "in": "parameters"
    },
    {
      "name": "offset",
      "key": "offset",
      "in": "parameters"
    },
    {
      "name": "updated_from",
      "key": "updated_from",
      "in": "parameters"
    },
    {
      "name": "updated_to",
      "key": "updated_to",
      "in": "parameters"
    }
  ],
  "page": {
    "records": "data",
    "total": "count"
  },
  "inputSchema": {
    "type": "object",
    "properties": {
      "limit": {
        "default": 10,
        "type": "integer",
        "minimum": 1,
        "maximum": 50,
        "description": "The maximum number of records in the response. It is at most 50; a value above that is rejected with 400."
      },
      "offset": {
        "default": 0,
        "type": "integer",
        "minimum": 0,
        "maximum": 9007199254740991,
        "description": "The number of records to skip. Assumed (decision 0009): a page past the last record is empty, and the maximum is the largest integer that every JSON parser reads exactly."
      },
      "updated_from": {
        "description": "Returns only records updated at this time or later. It is an RFC 3339 date-time; the format and the inclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B.",
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"
      },
      "updated_to": {
        "description": "Returns only records updated before this time, so back-to-back windows return each record exactly once. It is an RFC 3339 date-time; the format and the exclusive bound are assumed (decision 0007). In a URL, write the + of an offset as %2B.",
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"
      }
    },
    "required": [],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {
      "records": {
        "type": "array",
        "items": {
          "description": "An inspection report. Its ID and timestamps are always present. Other fields may be missing, and new ones may be added.",
          "type": "object",
          "properties": {
            "uid": {
              "description": "The ID of the report.",
              "type": "string"
            },
            "caseNumber": {
              "description": "The number of the case that the report belongs to.",
              "type": "string"
            },
            "bookingType": {
              "description": "The type of the booking.",
              "type": "string"
            },
            "country": {
              "description": "The country of the inspection, as an ISO 3166-1 alpha-2 code.",
              "type": "string"
            },
            "createdDate": {
              "description": "When the report was created.",
              "type": "string"
            },
            "updatedDate": {
              "description": "When the report was last changed.",
              "type": "string"
            }
          }
        }
      },
      "total": {
        "type": "integer",
        "description": "The number of records in all pages, if it is known."
      },
      "next_offset": {
        "type": "integer",
        "description": "The offset of the next page; missing on the last one."
      },
      "notice": {
        "type": "string",
        "description": "What is missing in this result, and what to do."
      }
    }
  }
};

/** The operations of the API as tools. */
export const toolTable: ToolTable = { tools: [tool0, tool1, tool2, tool3] };
