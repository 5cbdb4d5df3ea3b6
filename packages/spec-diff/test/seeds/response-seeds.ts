import { at, CREATE, member, ORDERS, operation, pull, push, type Seed, schema, V3 } from "./seed.js";

/** Changes of responses. */
export const RESPONSE_SEEDS: Record<string, Seed> = {
  "a property of a response is removed": {
    edit: (spec) => {
      delete at(schema(spec, "Report"), "properties")["country"];
    },
    breaking: true,
    rule: "response-property-removed",
    at: "Report/properties/country",
  },
  "a property of a response becomes optional": {
    edit: pull((spec) => schema(spec, "Metadata"), "required", "updatedDate"),
    breaking: true,
    rule: "response-property-became-optional",
    at: "Metadata/required",
  },
  "a property of a response becomes required": {
    edit: push((spec) => schema(spec, "Report"), "required", "country"),
    breaking: false,
    rule: "response-property-became-required",
    at: "Report/required",
  },
  "a property is added to a response": {
    edit: (spec) => {
      at(schema(spec, "Report"), "properties")["city"] = { type: "string" };
    },
    breaking: false,
    rule: "response-property-added",
    at: "Report/properties/city",
  },
  "a property of a response becomes nullable": {
    edit: (spec) => {
      member(spec, "Report", "country")["type"] = ["string", "null"];
    },
    breaking: true,
    rule: "response-became-nullable",
    at: "Report/properties/country/type",
  },
  "a property of a response becomes nullable by a union": {
    edit: (spec) => {
      at(schema(spec, "Report"), "properties")["country"] = { oneOf: [{ type: "string" }, { type: "null" }] };
    },
    breaking: true,
    rule: "response-branch-added",
    at: "Report/properties/country",
  },
  "a property of a response can no longer be null": {
    edit: (spec) => {
      member(spec, "ReportsPage", "next")["type"] = "string";
    },
    breaking: false,
    rule: "response-no-longer-nullable",
    at: "ReportsPage/properties/next",
  },
  "a type of a response is widened": {
    edit: (spec) => {
      member(spec, "ReportsPage", "count")["type"] = "number";
    },
    breaking: true,
    rule: "response-type-widened",
    at: "count/type",
  },
  "a bound of a response is widened": {
    edit: (spec) => {
      member(spec, "ReportsPage", "count")["minimum"] = -1;
    },
    breaking: true,
    rule: "response-minimum-widened",
    at: "count/minimum",
  },
  "a bound of a response is narrowed": {
    edit: (spec) => {
      member(spec, "Report", "uid")["maxLength"] = 50;
    },
    breaking: false,
    rule: "response-maxLength-narrowed",
    at: "uid/maxLength",
  },
  "a bound of a response is removed": {
    edit: (spec) => {
      delete member(spec, "Report", "uid")["maxLength"];
    },
    breaking: true,
    rule: "response-maxLength-widened",
    at: "uid/maxLength",
  },
  "a format of a response is removed": {
    edit: (spec) => {
      delete schema(spec, "FileUrl")["format"];
    },
    breaking: true,
    rule: "response-format-removed",
    at: "FileUrl/format",
  },
  "a pattern of a response is added": {
    edit: (spec) => {
      member(spec, "Report", "country")["pattern"] = "^[A-Z]{2}$";
    },
    breaking: false,
    rule: "response-pattern-added",
    at: "country/pattern",
  },
  "a branch of a response is added": {
    edit: push((spec) => schema(spec, "MetadataItem"), "oneOf", {
      type: "object",
      properties: { type: { const: "money" } },
    }),
    breaking: true,
    rule: "response-branch-added",
    at: "MetadataItem/oneOf",
  },
  "a branch of a response is removed": {
    edit: pull((spec) => schema(spec, "MetadataItem"), "oneOf", { $ref: "#/components/schemas/FileItem" }),
    breaking: false,
    rule: "response-branch-removed",
    at: "MetadataItem/oneOf",
  },
  "the values of a response are restricted": {
    edit: (spec) => {
      schema(spec, "ErrorCode")["enum"] = ["Generic"];
    },
    breaking: false,
    rule: "response-values-restricted",
    at: "ErrorCode",
  },
  "a success status is removed": {
    edit: (spec) => {
      const responses = at(operation(spec, CREATE, "post"), "responses");
      responses["202"] = responses["201"];
      delete responses["201"];
    },
    breaking: true,
    rule: "success-status-removed",
    at: "responses/201",
  },
  "an error status is removed": {
    edit: (spec) => {
      delete at(operation(spec, ORDERS), "responses")["429"];
    },
    breaking: true,
    rule: "error-status-removed",
    at: "responses/429",
  },
  "an error status is added": {
    edit: (spec) => {
      const responses = at(operation(spec, ORDERS), "responses");
      responses["503"] = responses["500"];
    },
    breaking: false,
    rule: "status-added",
    at: "responses/503",
  },
  "a media type of a response is removed": {
    edit: (spec) => {
      const content = at(operation(spec, ORDERS), "responses", "200", "content");
      content["text/csv"] = {};
      delete content["application/json"];
    },
    breaking: true,
    rule: "media-type-removed",
    at: "responses/200/content/application~1json",
  },
  "a media type of a response is added": {
    edit: (spec) => {
      at(operation(spec, ORDERS), "responses", "200", "content")["text/csv"] = {};
    },
    breaking: false,
    rule: "media-type-added",
    at: "text~1csv",
  },
  "a header of a response is removed": {
    edit: (spec) => {
      delete at(spec, "components", "responses", "TooManyRequests")["headers"];
    },
    breaking: true,
    rule: "header-removed",
    at: "TooManyRequests/headers",
  },
  "a header of a response is added": {
    edit: (spec) => {
      at(spec, "components", "responses", "BadRequest")["headers"] = { "X-Request-Id": { schema: { type: "string" } } };
    },
    breaking: false,
    rule: "header-added",
    at: "X-Request-Id",
  },
  "a header of a response changes its type": {
    edit: (spec) => {
      at(spec, "components", "headers", "RetryAfter", "schema")["type"] = "string";
    },
    breaking: true,
    rule: "response-type-widened",
    at: "RetryAfter/schema/type",
  },
  "the records of a page move": {
    edit: (spec) => {
      at(operation(spec, ORDERS), "x-pagination")["records"] = "orders";
    },
    breaking: true,
    rule: "pagination-changed",
    at: "x-pagination/records",
  },
  "a list can be filtered by date": {
    edit: (spec) => {
      Object.assign(at(operation(spec, ORDERS), "x-pagination"), { updatedFrom: "updated_from" });
    },
    breaking: false,
    rule: "pagination-changed",
    at: "x-pagination/updatedFrom",
  },
  "the envelope of a list becomes a plain array": {
    edit: (spec) => {
      schema(spec, "PurchaseOrdersPage")["type"] = "array";
    },
    breaking: true,
    rule: "response-type-widened",
    at: "PurchaseOrdersPage/type",
  },
  "a reference is replaced by the same schema": {
    edit: (spec) => {
      member(spec, "Metadata", "uid");
      at(schema(spec, "Metadata"), "properties")["uid"] = { ...schema(spec, "Uid"), description: "In place." };
    },
    breaking: false,
    rule: "description-changed",
    at: "Metadata/properties/uid",
  },
  "a list of version 3 drops a property": {
    edit: (spec) => {
      delete at(schema(spec, "PurchaseOrderV3"), "properties")["po_number"];
    },
    breaking: true,
    rule: "response-property-removed",
    at: "PurchaseOrderV3/properties/po_number",
  },
  "a filter of version 3 is gone": {
    edit: (spec) => {
      (operation(spec, V3)["parameters"] as unknown[]).splice(2, 1);
    },
    breaking: true,
    rule: "parameter-removed",
    at: "purchase-orders/get/parameters",
  },
};
