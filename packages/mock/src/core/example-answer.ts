import { type OperationRules, quote, retryAfterHeader, Violation } from "@metadata-service/server-rules";
import type { OperationModel } from "@metadata-service/spec-tools";
import type { Answer, Source } from "./exchange.js";

/** Which of the examples of an operation is wanted. */
export interface ExampleWish {
  readonly status?: number;
  readonly example?: string;
  /** Seconds; on a 429 it is 1 unless given. */
  readonly retryAfter?: number;
}

/**
 * Answers with an example of the spec.
 *
 * @throws Violation when the spec documents no such status or example for the operation
 */
export function exampleAnswer(
  operation: OperationRules,
  model: OperationModel,
  wish: ExampleWish,
  source: Source,
): Answer {
  const status = wish.status ?? statusOf(operation, wish.example);
  const documented = model.responses.find((one) => one.status === String(status));
  if (documented?.content.length === 0 && wish.example === undefined)
    return { status, headers: {}, body: undefined, why: { source, operation: operation.id, detail: "no content" } };
  const response = operation.responses.get(status);
  if (!response) {
    const known = [...operation.responses.keys()].join(", ");
    throw new Violation(`${operation.id} documents no status ${status}; it has ${known}`);
  }
  const { examples } = response;
  const name = wish.example ?? examples.keys().next().value;
  if (name === undefined || !examples.has(name)) {
    const known = [...examples.keys()].join(", ") || "none";
    throw new Violation(`${operation.id} has no example ${quote(name ?? "")} for ${status}; it has ${known}`);
  }
  const retryAfter = wish.retryAfter ?? (status === 429 ? 1 : undefined);
  return {
    status,
    headers: retryAfter === undefined ? {} : retryAfterHeader(retryAfter),
    body: examples.get(name),
    why: { source, operation: operation.id, detail: `example ${name}` },
  };
}

/** The status that has an example of that name, that of success first. */
function statusOf(operation: OperationRules, example: string | undefined): number {
  if (example === undefined || operation.responses.get(operation.successStatus)?.examples.has(example))
    return operation.successStatus;
  for (const { status, examples } of operation.responses.values()) if (examples.has(example)) return status;
  return operation.successStatus;
}
