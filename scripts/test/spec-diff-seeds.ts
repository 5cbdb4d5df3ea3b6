import type { Node, Spec } from "../spec-diff/spec.js";

/** A change of the spec, and what it has to be called. */
export interface Seed {
  edit(spec: Spec): void;
  breaking: boolean;
  /** The rule that has to be reported. */
  rule: string;
  /** What the reported path has to contain. */
  at: string;
}

const at = (spec: Node, ...path: (string | number)[]): Node =>
  path.reduce((node, part) => (node as Record<string | number, unknown>)[part] as Node, spec);
const schema = (spec: Spec, name: string) => at(spec, "components", "schemas", name);
const member = (spec: Spec, name: string, ...path: string[]) =>
  path.reduce((node, part) => at(node, "properties", part), schema(spec, name));
const operation = (spec: Spec, path: string, method = "get") => at(spec, "paths", path, method);
const parameter = (spec: Spec, name: string) => at(spec, "components", "parameters", name);
const ORDERS = "/api/v1/purchase-orders";
const V3 = "/api/v3/purchase-orders";
const REPORTS = "/api/v1/reports";
const CREATE = "/api/v2/metadata/{namespace}";

/** A seed that sets members of a node. */
const set = (find: (spec: Spec) => Node, values: Node) => (spec: Spec) => void Object.assign(find(spec), values);
/** A seed that takes a member of a node away. */
const drop = (find: (spec: Spec) => Node, name: string) => (spec: Spec) => void delete find(spec)[name];
/** A seed that changes an array. */
const push =
  (find: (spec: Spec) => Node, name: string, ...values: unknown[]) =>
  (spec: Spec) => {
    find(spec)[name] = [...((find(spec)[name] as unknown[]) ?? []), ...values];
  };
const pull = (find: (spec: Spec) => Node, name: string, value: unknown) => (spec: Spec) => {
  find(spec)[name] = (find(spec)[name] as unknown[]).filter((other) => JSON.stringify(other) !== JSON.stringify(value));
};

/** Seeded changes, breaking and not, in both directions. */
export const SEEDS: Record<string, Seed> = {
  // Operations
  "a path is removed": {
    edit: drop((spec) => at(spec, "paths"), REPORTS),
    breaking: true,
    rule: "path-removed",
    at: "/paths/~1api~1v1~1reports",
  },
  "a path is added": {
    edit: (spec) => {
      at(spec, "paths")["/api/v1/factories"] = structuredClone(at(spec, "paths", REPORTS));
    },
    breaking: false,
    rule: "operation-added",
    at: "factories",
  },
  "an operation is removed": {
    edit: (spec) => {
      const item = at(spec, "paths", REPORTS);
      item["delete"] = item["get"];
      delete item["get"];
    },
    breaking: true,
    rule: "operation-removed",
    at: "reports/get",
  },
  "an operation is added": {
    edit: (spec) => {
      at(spec, "paths", REPORTS)["delete"] = { operationId: "deleteReports", responses: {} };
    },
    breaking: false,
    rule: "operation-added",
    at: "reports/delete",
  },
  "an operationId is renamed": {
    edit: set((spec) => operation(spec, REPORTS), { operationId: "listAllReports" }),
    breaking: true,
    rule: "operation-id-renamed",
    at: "operationId",
  },
  "a path parameter is renamed": {
    edit: (spec) => {
      const paths = at(spec, "paths");
      paths["/api/v2/metadata/{space}"] = paths[CREATE];
      delete paths[CREATE];
      parameter(spec, "Namespace")["name"] = "space";
    },
    breaking: false,
    rule: "path-parameter-renamed",
    at: "space",
  },
  "a description is reworded": {
    edit: set((spec) => operation(spec, REPORTS), { description: "Other words." }),
    breaking: false,
    rule: "description-changed",
    at: "reports",
  },
  "an operation is deprecated": {
    edit: set((spec) => operation(spec, ORDERS), { deprecated: true }),
    breaking: false,
    rule: "deprecated",
    at: "purchase-orders",
  },

  // Security
  "a key is sent under another name": {
    edit: set((spec) => at(spec, "components", "securitySchemes", "apiKey"), { name: "x-api-key" }),
    breaking: true,
    rule: "security-scheme-changed",
    at: "securitySchemes/apiKey/name",
  },
  "a key moves into the query": {
    edit: set((spec) => at(spec, "components", "securitySchemes", "apiKey"), { in: "query" }),
    breaking: true,
    rule: "security-scheme-changed",
    at: "securitySchemes/apiKey/in",
  },
  "an operation wants another key": {
    edit: set((spec) => operation(spec, REPORTS), { security: [{ token: [] }] }),
    breaking: true,
    rule: "security-changed",
    at: "reports",
  },
  "an operation takes another key too": {
    edit: set((spec) => operation(spec, REPORTS), { security: [{ apiKey: [] }, { token: [] }] }),
    breaking: false,
    rule: "security-alternative-added",
    at: "reports",
  },
  "an operation needs no key": {
    edit: set((spec) => operation(spec, REPORTS), { security: [] }),
    breaking: false,
    rule: "security-changed",
    at: "reports",
  },

  // Parameters
  "a parameter is removed": {
    edit: (spec) => {
      (operation(spec, REPORTS)["parameters"] as unknown[]).pop();
    },
    breaking: true,
    rule: "parameter-removed",
    at: "UpdatedTo",
  },
  "an optional parameter is added": {
    edit: push((spec) => operation(spec, REPORTS), "parameters", {
      name: "country",
      in: "query",
      schema: { type: "string" },
    }),
    breaking: false,
    rule: "parameter-added",
    at: "parameters/4",
  },
  "a required parameter is added": {
    edit: push((spec) => operation(spec, REPORTS), "parameters", {
      name: "country",
      in: "query",
      required: true,
      schema: { type: "string" },
    }),
    breaking: true,
    rule: "required-parameter-added",
    at: "parameters/4",
  },
  "a parameter becomes required": {
    edit: set((spec) => parameter(spec, "UpdatedFrom"), { required: true }),
    breaking: true,
    rule: "parameter-became-required",
    at: "UpdatedFrom",
  },
  "the default of a parameter changes": {
    edit: (spec) => {
      at(parameter(spec, "Limit50"), "schema")["default"] = 20;
    },
    breaking: true,
    rule: "request-default-changed",
    at: "Limit50/schema/default",
  },
  "the maximum of a parameter is lowered": {
    edit: (spec) => {
      at(parameter(spec, "Limit100"), "schema")["maximum"] = 50;
    },
    breaking: true,
    rule: "request-maximum-narrowed",
    at: "Limit100/schema/maximum",
  },
  "the maximum of a parameter is raised": {
    edit: (spec) => {
      at(parameter(spec, "Limit100"), "schema")["maximum"] = 200;
    },
    breaking: false,
    rule: "request-maximum-widened",
    at: "Limit100/schema/maximum",
  },
  "a value of an enum of the request is removed": {
    edit: (spec) => {
      at(parameter(spec, "Namespace"), "schema")["enum"] = ["inspection"];
    },
    breaking: true,
    rule: "request-value-removed",
    at: "Namespace/schema/enum",
  },
  "a value of an enum of the request is added": {
    edit: push((spec) => at(parameter(spec, "Namespace"), "schema"), "enum", "audit"),
    breaking: false,
    rule: "request-value-added",
    at: "Namespace/schema/enum",
  },
  "a parameter is written differently": {
    edit: set((spec) => parameter(spec, "Limit50"), { style: "spaceDelimited" }),
    breaking: true,
    rule: "parameter-serialization-changed",
    at: "Limit50/style",
  },

  // The request body
  "a member of the request becomes required": {
    edit: (spec) => {
      at(schema(spec, "MetadataInput"), "properties")["label"] = { type: "string" };
      push((s) => schema(s, "MetadataInput"), "required", "label")(spec);
    },
    breaking: true,
    rule: "request-required-member-added",
    at: "MetadataInput/properties/label",
  },
  "an optional member is added to the request": {
    edit: (spec) => {
      at(schema(spec, "MetadataInput"), "properties")["label"] = { type: "string" };
    },
    breaking: false,
    rule: "request-member-added",
    at: "MetadataInput/properties/label",
  },
  "a member of the request is removed": {
    edit: (spec) => {
      delete at(schema(spec, "MetadataInput"), "properties")["uid"];
    },
    breaking: true,
    rule: "request-member-removed",
    at: "MetadataInput/properties/uid",
  },
  "a member of the request becomes optional": {
    edit: pull((spec) => schema(spec, "MetadataInput"), "required", "uid"),
    breaking: false,
    rule: "request-member-became-optional",
    at: "MetadataInput/required",
  },
  "a type of the request is narrowed": {
    edit: (spec) => {
      member(spec, "NumberItemInput", "value")["type"] = "integer";
    },
    breaking: true,
    rule: "request-type-narrowed",
    at: "NumberItemInput/properties/value/type",
  },
  "a type of the request becomes nullable": {
    edit: (spec) => {
      member(spec, "StringItemInput", "value")["type"] = ["string", "null"];
    },
    breaking: false,
    rule: "request-became-nullable",
    at: "StringItemInput",
  },
  "a pattern is added to the request": {
    edit: (spec) => {
      schema(spec, "Uid")["pattern"] = "^[a-z]+$";
    },
    breaking: true,
    rule: "request-pattern-added",
    at: "Uid/pattern",
  },
  "a pattern of the request is changed": {
    edit: (spec) => {
      schema(spec, "DateTime")["pattern"] = "Z$";
    },
    breaking: true,
    rule: "request-pattern-changed",
    at: "DateTime/pattern",
  },
  "a pattern that requests and answers share is removed": {
    edit: (spec) => {
      delete schema(spec, "DateTime")["pattern"];
    },
    breaking: true,
    rule: "response-pattern-removed",
    at: "DateTime/pattern",
  },
  "a format of the request is removed": {
    edit: (spec) => {
      delete schema(spec, "FileIdentifier")["format"];
    },
    breaking: false,
    rule: "request-format-removed",
    at: "FileIdentifier/format",
  },
  "a format is added to the request": {
    edit: (spec) => {
      member(spec, "StringItemInput", "value")["format"] = "email";
    },
    breaking: true,
    rule: "request-format-added",
    at: "StringItemInput/properties/value/format",
  },
  "a length of the request is shortened": {
    edit: (spec) => {
      schema(spec, "Uid")["maxLength"] = 50;
    },
    breaking: true,
    rule: "request-maxLength-narrowed",
    at: "Uid/maxLength",
  },
  "a least number of items is raised": {
    edit: (spec) => {
      member(spec, "MetadataInput", "items")["minItems"] = 2;
    },
    breaking: true,
    rule: "request-minItems-narrowed",
    at: "items/minItems",
  },
  "a branch of the request is removed": {
    edit: pull((spec) => schema(spec, "MetadataItemInput"), "oneOf", { $ref: "#/components/schemas/FileItemInput" }),
    breaking: true,
    rule: "request-branch-removed",
    at: "MetadataItemInput/oneOf",
  },
  "a branch of the request is added": {
    edit: push((spec) => schema(spec, "MetadataItemInput"), "oneOf", {
      type: "object",
      properties: { type: { const: "money" } },
    }),
    breaking: false,
    rule: "request-branch-added",
    at: "MetadataItemInput/oneOf",
  },
  "the constant of a branch of the request changes": {
    edit: (spec) => {
      member(spec, "FileItemInput", "type")["const"] = "attachment";
    },
    breaking: true,
    rule: "request-branch-removed",
    at: "MetadataItemInput/oneOf",
  },
  "an object of the request is opened": {
    edit: (spec) => {
      schema(spec, "MetadataInput")["additionalProperties"] = true;
    },
    breaking: false,
    rule: "request-other-members-opened",
    at: "MetadataInput/additionalProperties",
  },
  "a media type of the request is removed": {
    edit: (spec) => {
      const content = at(operation(spec, CREATE, "post"), "requestBody", "content");
      content["application/xml"] = content["application/json"];
      delete content["application/json"];
    },
    breaking: true,
    rule: "media-type-removed",
    at: "requestBody/content/application~1json",
  },
  "the request body becomes optional": {
    edit: (spec) => {
      at(operation(spec, CREATE, "post"), "requestBody")["required"] = false;
    },
    breaking: false,
    rule: "body-became-optional",
    at: "requestBody",
  },

  // Answers
  "a member of an answer is removed": {
    edit: (spec) => {
      delete at(schema(spec, "Report"), "properties")["country"];
    },
    breaking: true,
    rule: "response-member-removed",
    at: "Report/properties/country",
  },
  "a member of an answer becomes optional": {
    edit: pull((spec) => schema(spec, "Metadata"), "required", "updatedDate"),
    breaking: true,
    rule: "response-member-became-optional",
    at: "Metadata/required",
  },
  "a member of an answer becomes required": {
    edit: push((spec) => schema(spec, "Report"), "required", "country"),
    breaking: false,
    rule: "response-member-became-required",
    at: "Report/required",
  },
  "a member is added to an answer": {
    edit: (spec) => {
      at(schema(spec, "Report"), "properties")["city"] = { type: "string" };
    },
    breaking: false,
    rule: "response-member-added",
    at: "Report/properties/city",
  },
  "a member of an answer becomes nullable": {
    edit: (spec) => {
      member(spec, "Report", "country")["type"] = ["string", "null"];
    },
    breaking: true,
    rule: "response-became-nullable",
    at: "Report/properties/country/type",
  },
  "a member of an answer becomes nullable by a union": {
    edit: (spec) => {
      at(schema(spec, "Report"), "properties")["country"] = { oneOf: [{ type: "string" }, { type: "null" }] };
    },
    breaking: true,
    rule: "response-branch-added",
    at: "Report/properties/country",
  },
  "a member of an answer is never null again": {
    edit: (spec) => {
      member(spec, "ReportsPage", "next")["type"] = "string";
    },
    breaking: false,
    rule: "response-no-longer-nullable",
    at: "ReportsPage/properties/next",
  },
  "a type of an answer is widened": {
    edit: (spec) => {
      member(spec, "ReportsPage", "count")["type"] = "number";
    },
    breaking: true,
    rule: "response-type-widened",
    at: "count/type",
  },
  "a bound of an answer is widened": {
    edit: (spec) => {
      member(spec, "ReportsPage", "count")["minimum"] = -1;
    },
    breaking: true,
    rule: "response-minimum-widened",
    at: "count/minimum",
  },
  "a bound of an answer is narrowed": {
    edit: (spec) => {
      member(spec, "Report", "uid")["maxLength"] = 50;
    },
    breaking: false,
    rule: "response-maxLength-narrowed",
    at: "uid/maxLength",
  },
  "a bound of an answer is lost": {
    edit: (spec) => {
      delete member(spec, "Report", "uid")["maxLength"];
    },
    breaking: true,
    rule: "response-maxLength-widened",
    at: "uid/maxLength",
  },
  "a format of an answer is lost": {
    edit: (spec) => {
      delete schema(spec, "FileUrl")["format"];
    },
    breaking: true,
    rule: "response-format-removed",
    at: "FileUrl/format",
  },
  "a pattern of an answer is added": {
    edit: (spec) => {
      member(spec, "Report", "country")["pattern"] = "^[A-Z]{2}$";
    },
    breaking: false,
    rule: "response-pattern-added",
    at: "country/pattern",
  },
  "a branch of an answer is added": {
    edit: push((spec) => schema(spec, "MetadataItem"), "oneOf", {
      type: "object",
      properties: { type: { const: "money" } },
    }),
    breaking: true,
    rule: "response-branch-added",
    at: "MetadataItem/oneOf",
  },
  "a branch of an answer is removed": {
    edit: pull((spec) => schema(spec, "MetadataItem"), "oneOf", { $ref: "#/components/schemas/FileItem" }),
    breaking: false,
    rule: "response-branch-removed",
    at: "MetadataItem/oneOf",
  },
  "the values of an answer are restricted": {
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
  "a media type of an answer is removed": {
    edit: (spec) => {
      const content = at(operation(spec, ORDERS), "responses", "200", "content");
      content["text/csv"] = {};
      delete content["application/json"];
    },
    breaking: true,
    rule: "media-type-removed",
    at: "responses/200/content/application~1json",
  },
  "a media type of an answer is added": {
    edit: (spec) => {
      at(operation(spec, ORDERS), "responses", "200", "content")["text/csv"] = {};
    },
    breaking: false,
    rule: "media-type-added",
    at: "text~1csv",
  },
  "a header of an answer is removed": {
    edit: (spec) => {
      delete at(spec, "components", "responses", "TooManyRequests")["headers"];
    },
    breaking: true,
    rule: "header-removed",
    at: "RetryAfter",
  },
  "a header of an answer is added": {
    edit: (spec) => {
      at(spec, "components", "responses", "BadRequest")["headers"] = { "X-Request-Id": { schema: { type: "string" } } };
    },
    breaking: false,
    rule: "header-added",
    at: "X-Request-Id",
  },
  "a header of an answer changes its type": {
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
  "a list of version 3 drops a member": {
    edit: (spec) => {
      delete at(schema(spec, "PurchaseOrderV3"), "properties")["po_number"];
    },
    breaking: true,
    rule: "response-member-removed",
    at: "PurchaseOrderV3/properties/po_number",
  },
  "a filter of version 3 is gone": {
    edit: (spec) => {
      (operation(spec, V3)["parameters"] as unknown[]).splice(2, 1);
    },
    breaking: true,
    rule: "parameter-removed",
    at: "UpdatedFrom",
  },
};
