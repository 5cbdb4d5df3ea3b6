import { at, CREATE, drop, limitOf, ORDERS, operation, parameter, push, REPORTS, type Seed, set } from "./seed.js";

/** Changes of operations, security and parameters. */
export const OPERATION_SEEDS: Record<string, Seed> = {
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
  "an operation requires another key": {
    edit: set((spec) => operation(spec, REPORTS), { security: [{ token: [] }] }),
    breaking: true,
    rule: "security-changed",
    at: "reports",
  },
  "an operation also accepts another key": {
    edit: set((spec) => operation(spec, REPORTS), { security: [{ apiKey: [] }, { token: [] }] }),
    breaking: false,
    rule: "security-alternative-added",
    at: "reports",
  },
  "an operation makes the key optional": {
    edit: set((spec) => operation(spec, REPORTS), { security: [{ apiKey: [] }, {}] }),
    breaking: false,
    rule: "security-changed",
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
    at: "reports/get/parameters",
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
      at(limitOf(spec, REPORTS), "schema")["default"] = 20;
    },
    breaking: true,
    rule: "request-default-changed",
    at: "/schema/default",
  },
  "the maximum of a parameter is lowered": {
    edit: (spec) => {
      at(limitOf(spec, ORDERS), "schema")["maximum"] = 50;
    },
    breaking: true,
    rule: "request-maximum-narrowed",
    at: "/schema/maximum",
  },
  "the maximum of a parameter is raised": {
    edit: (spec) => {
      at(limitOf(spec, ORDERS), "schema")["maximum"] = 200;
    },
    breaking: false,
    rule: "request-maximum-widened",
    at: "/schema/maximum",
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
    edit: set((spec) => limitOf(spec, REPORTS), { style: "spaceDelimited" }),
    breaking: true,
    rule: "parameter-serialization-changed",
    at: "/style",
  },
};
