import type { OperationRules } from "@metadata-service/server-rules";
import { defectResponse, type OnDefect } from "./defect-response.js";
import type { MockResponse } from "./exchange.js";

/**
 * Validates the status and the JSON body of a response against the spec. A response that violates it is replaced by a
 * 500 that says what is wrong.
 */
export function checkedResponse(operation: OperationRules, response: MockResponse, onDefect: OnDefect): MockResponse {
  const violation = operation.checkResponse(response.status, response.body, response.headers["Content-Type"]);
  return violation === undefined ? response : defectResponse(operation.id, violation, onDefect);
}
