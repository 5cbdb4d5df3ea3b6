// Generated from openapi/ by `npm run generate`. Do not edit.
import type { OperationDescriptor, SecuritySchemes } from "../descriptors.js";

/** Where a request carries the credentials, by security scheme. */
export const securitySchemes = {
  "apiKey": {
    "in": "header",
    "name": "apiKey"
  }
} as const satisfies SecuritySchemes;

/** The schemes that operations need, unless they name others: one of these sets. */
export const usualSecurity: readonly (readonly (keyof typeof securitySchemes)[])[] = [["apiKey"]];

/** What the runtime needs to know of each operation. */
export const operationTable = {
  "createMetadata": {
    "method": "POST",
    "path": "/api/v2/metadata/{namespace}",
    "body": true
  },
  "listPurchaseOrders": {
    "method": "GET",
    "path": "/api/v1/purchase-orders",
    "query": true,
    "pagination": {
      "shape": "standard",
      "records": "data",
      "total": "total",
      "identity": "uid",
      "maxLimit": 100
    }
  },
  "listPurchaseOrdersV3": {
    "method": "GET",
    "path": "/api/v3/purchase-orders",
    "query": true,
    "pagination": {
      "shape": "array",
      "identity": "uid",
      "updatedFrom": "updated_from",
      "updatedTo": "updated_to",
      "updatedAt": "updated_at",
      "sync": "syncPurchaseOrdersV3",
      "maxLimit": 200
    }
  },
  "listReports": {
    "method": "GET",
    "path": "/api/v1/reports",
    "query": true,
    "pagination": {
      "shape": "linked",
      "records": "data",
      "total": "count",
      "identity": "uid",
      "updatedFrom": "updated_from",
      "updatedTo": "updated_to",
      "updatedAt": "updatedDate",
      "sync": "syncReports",
      "maxLimit": 50
    }
  }
} as const satisfies Record<string, OperationDescriptor>;
