import { createErrorForms, type ErrorBody, type Rules } from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import type { MockResponse } from "./exchange.js";
import { exampleBody } from "./resources/envelope.js";
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
    const headers =
      mediaType === "application/json" ? answer.headers : { ...answer.headers, "Content-Type": mediaType };
    return { ...answer, status, headers, body, ...(raw !== undefined && { raw }) };
  };
}
