export { type PrintedJson, readJson, readPrintedJson, survivesRoundTrip } from "@metadata-service/spec-tools/json";
export { createRules, type OperationRules, type Rules } from "./create-rules.js";
export { type FoundOperation, findOperation, getBeside, whyNotServed } from "./find-operation.js";
export { formatPath, type PathStep, quote } from "./format-path.js";
export { canonicalJson, sameJson } from "./json/canonical-json.js";
export type { RouteMatch } from "./match-route.js";
export { buildPage, type PageParts, recordsField } from "./paging/build-page.js";
export { convertMembers, type MemberConverter, type MemberNames, memberKey } from "./paging/convert-members.js";
export { type Instant, parseInstant, roundUp } from "./paging/instant.js";
export type { PaginationRules } from "./paging/pagination-rules.js";
export { defaultsOf, keptFields, type RecordView, viewOfPlace, viewOfRequest } from "./paging/record-view.js";
export { type Window, windowOf } from "./paging/window-of.js";
export {
  atPlace,
  identityIn,
  identityTaken,
  noRecord,
  replacedStatus,
} from "./records/record-requests.js";
export { uidTaken } from "./records/uid-taken.js";
export { type BodyRules, bodyTooLarge, type HeaderReader } from "./request/body-rules.js";
export { checkHost, isHost } from "./request/check-host.js";
export { checkIfMatch, isKnownState } from "./request/conditions.js";
export {
  type CredentialSource,
  credentialParameters,
  keyFor,
  unauthorized,
  withoutCredentials,
} from "./request/credentials.js";
export { MAX_BODY_BYTES } from "./request/limits.js";
export { isAllowedHost, linkOrigin } from "./request/link-origin.js";
export { isInRange, type MediaType, matchMediaType, parseMediaType, writtenAs } from "./request/media-types.js";
export type { ParameterRules } from "./request/parameter-rules.js";
export { isReadOnly, patchRecord } from "./request/patch-record.js";
export type { Query } from "./request/read-query.js";
export { REQUEST_ID_HEADER, requestId, requestIdOf } from "./request/request-id.js";
export { originForm, type RequestTarget, splitTarget } from "./request/split-target.js";
export { readStyledFields } from "./request/styles/read-styled-query.js";
export type { TextReader } from "./request/styles/text-reader.js";
export { ERROR_MESSAGES, type ErrorBody, errorBody } from "./response/error-body.js";
export {
  createErrorForms,
  type ErrorForms,
  type Exemplified,
  errorText,
  type FormedError,
} from "./response/error-forms.js";
export { formatTimestamp } from "./response/format-timestamp.js";
export { type HeaderRules, headerText, locationOf, type ResponseFacts } from "./response/header-rules.js";
export { asRefusal, methodNotAllowed, Refusal, retryAfterHeader, tooManyRequests } from "./response/refusal.js";
export { RESPONSE_HEADERS } from "./response/response-headers.js";
export type { RecordItems } from "./response/response-items.js";
export { type ResponseRules, responseFor } from "./response/response-rules.js";
export { asksForStartPage, type StartPages, startPages } from "./response/start-page.js";
export { createSchemaChecker, type SchemaCheck, type SchemaChecker } from "./schema/create-schema-checker.js";
export { type Pattern, safePattern, slowPatternNotices } from "./schema/patterns/safe-pattern.js";
export { isDateTime } from "./schema/quick-formats.js";
export { Violation } from "./violation.js";
