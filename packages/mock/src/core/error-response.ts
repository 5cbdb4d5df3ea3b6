import { createErrorForms, type ErrorBody, type Rules } from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import type { MockResponse } from "./exchange.js";
import { exampleValue } from "./resources/envelope.js";
import type { ValueMaker } from "./values/value.js";

/**
 * Creates a function that puts an error into the format that its operation documents, or without an operation, into the
 * format of most operations.
 */
export function errorShaper(rules: Rules, maker: ValueMaker) {
  const forms = createErrorForms(rules, (place) => exampleValue(maker, place));
  return (answer: MockResponse, operation: OperationModel | undefined, usual?: number): MockResponse => {
    const plain = { status: answer.status, usual, body: answer.body as ErrorBody, headers: answer.headers };
    const { status, mediaType, body, raw, headers: required } = forms(plain, operation);
    const type = mediaType !== "application/json" && { "Content-Type": mediaType };
    const headers = { ...required, ...answer.headers, ...type };
    return { ...answer, status, headers, body, ...(raw !== undefined && { raw }) };
  };
}
