export { apiKeyHeader } from "./api-key-header.js";
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
export { type FoundOperation, findOperation } from "./find-operation.js";
export { formatPath, type PathStep, quote } from "./format-path.js";
export { canonicalJson, sameJson } from "./json/canonical-json.js";
export { MAX_NESTING, readJson } from "./json/read-json.js";
export { survivesRoundTrip } from "./json/survives-round-trip.js";
export type { RouteMatch } from "./match-route.js";
export { buildPage, type PageParts } from "./paging/build-page.js";
export { convertMembers } from "./paging/convert-members.js";
export { type Instant, parseInstant, roundUp } from "./paging/instant.js";
export type { PaginationRules } from "./paging/pagination-rules.js";
export { type Window, windowOf } from "./paging/window-of.js";
export { type BodyRules, bodyTooLarge, type HeaderReader, MAX_BODY_BYTES } from "./request/body-rules.js";
export { checkHost, isHost } from "./request/check-host.js";
export { MAX_ITEM_LEVELS } from "./request/check-object-depth.js";
export { isAllowedHost, linkOrigin } from "./request/link-origin.js";
export type { ParameterRules } from "./request/parameter-rules.js";
export type { Query } from "./request/read-query.js";
export { originForm, splitTarget, type Target } from "./request/split-target.js";
export { ERROR_MESSAGES, type ErrorBody, errorBody } from "./response/error-body.js";
export { formatTimestamp } from "./response/format-timestamp.js";
export { asRefusal, methodNotAllowed, Refusal, retryAfterHeader, tooManyRequests } from "./response/refusal.js";
export { RESPONSE_HEADERS } from "./response/response-headers.js";
export type { ResponseRules } from "./response/response-rules.js";
export { type Item, toResponseItems } from "./response/to-response-items.js";
export { uidTaken } from "./response/uid-taken.js";
export { createSchemaChecker, type SchemaCheck, type SchemaChecker } from "./schema/create-schema-checker.js";
export { Violation } from "./violation.js";
