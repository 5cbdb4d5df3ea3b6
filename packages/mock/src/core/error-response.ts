import { createErrorForms, type ErrorBody, errorBody, type Rules } from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import type { MockResponse } from "./exchange.js";
import { exampleBody } from "./resources/envelope.js";
import type { Conflict } from "./resources/run-operation.js";
import type { ValueMaker } from "./values/value.js";

/** The response to a request that conflicts with an existing record. */
export function conflictResponse({ status, message }: Conflict, operation?: string): MockResponse {
  const why = { source: "memory", ...(operation !== undefined && { operation }), detail: message } as const;
  return { status, headers: {}, body: errorBody(400, message), why };
}

/**
 * Creates a function that puts an error into the format that its operation documents, or without an operation, into the
 * format of most operations.
 */
export function errorShaper(rules: Rules, maker: ValueMaker) {
  const forms = createErrorForms(rules, (media) => exampleBody(maker, media));
  return (answer: MockResponse, operation: OperationModel | undefined): MockResponse => {
    const plain = { status: answer.status, body: answer.body as ErrorBody };
    const { status, mediaType, body, raw } = forms(plain, operation);
    const headers =
      mediaType === "application/json" ? answer.headers : { ...answer.headers, "Content-Type": mediaType };
    return { ...answer, status, headers, body, ...(raw !== undefined && { raw }) };
  };
}
