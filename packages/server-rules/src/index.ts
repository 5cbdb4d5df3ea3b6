export { createRules, type OperationRules, type Rules } from "./create-rules.js";
export {
  type ContentHolder,
  type Located,
  locate,
  type OpenApiDocument,
  type OperationObject,
  type PaginationObject,
  type ParameterObject,
  pointerTo,
  type SchemaObject,
} from "./document.js";
export { formatPath, type PathStep, quote } from "./format-path.js";
export { MAX_NESTING, readJson } from "./json/read-json.js";
export { survivesRoundTrip } from "./json/survives-round-trip.js";
export type { RouteMatch } from "./match-route.js";
export { buildPage, type PageParts } from "./paging/build-page.js";
export { convertMembers } from "./paging/convert-members.js";
export { inWindow, type Window, windowOf } from "./paging/in-window.js";
export { compareInstants, type Instant, parseInstant } from "./paging/instant.js";
export type { PaginationRules } from "./paging/pagination-rules.js";
export { type BodyRules, bodyTooLarge, MAX_BODY_BYTES } from "./request/body-rules.js";
export { MAX_ITEM_LEVELS } from "./request/check-object-depth.js";
export type { ParameterRules } from "./request/parameter-rules.js";
export type { Query } from "./request/read-query.js";
export { ERROR_MESSAGES, type ErrorBody, errorBody, methodNotAllowed } from "./response/error-body.js";
export { formatTimestamp } from "./response/format-timestamp.js";
export type { ResponseRules } from "./response/response-rules.js";
export { sameItems } from "./response/same-items.js";
export { type Item, toResponseItems } from "./response/to-response-items.js";
export { createSchemaChecker, type SchemaCheck, type SchemaChecker } from "./schema/create-schema-checker.js";
export { Violation } from "./violation.js";
