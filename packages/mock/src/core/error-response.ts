import { createErrorForms, type ErrorBody, type Rules, responseFor } from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import type { MockResponse } from "./exchange.js";
import { exampleBody } from "./resources/envelope.js";
import { requiredHeaders } from "./success-response.js";
import type { ValueMaker } from "./values/value.js";

/**
 * Creates a function that puts an error into the format that its operation documents, or without an operation, into the
 * format of most operations.
 */
export function errorShaper(rules: Rules, maker: ValueMaker) {
  const forms = createErrorForms(rules, (media) => exampleBody(maker, media));
  return (answer: MockResponse, operation: OperationModel | undefined, usual?: number): MockResponse => {
    const plain = { status: answer.status, usual, body: answer.body as ErrorBody };
    const { status, mediaType, body, raw } = forms(plain, operation);
    const headers = {
      ...missingHeaders(answer.headers, requiredHeaders(maker, operation && responseFor(operation.responses, status))),
      ...answer.headers,
      ...(mediaType !== "application/json" && { "Content-Type": mediaType }),
    };
    return { ...answer, status, headers, body, ...(raw !== undefined && { raw }) };
  };
}

/** The required headers that are not sent anyway; the names of headers have no case. */
function missingHeaders(sent: MockResponse["headers"], required: Record<string, string>): Record<string, string> {
  const known = new Set(Object.keys(sent).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(required).filter(([name]) => !known.has(name.toLowerCase())));
}
