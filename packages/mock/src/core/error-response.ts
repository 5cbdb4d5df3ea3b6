import { createErrorForms, type ErrorBody, errorBody } from "@metadata-service/server-rules";
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
export function errorShaper(maker: ValueMaker, operations: readonly OperationModel[]) {
  const source = {
    fits: (pointer: string, value: unknown) => maker.fits(pointer, value),
    example: (media: OperationModel["responses"][number]["content"][number]) => exampleBody(maker, media),
  };
  const forms = createErrorForms(source, operations);
  return (answer: MockResponse, operation: OperationModel | undefined): MockResponse => {
    const { status, mediaType, body } = forms({ status: answer.status, body: answer.body as ErrorBody }, operation);
    const headers =
      mediaType === "application/json" ? answer.headers : { ...answer.headers, "Content-Type": mediaType };
    return { ...answer, status, headers, body };
  };
}
