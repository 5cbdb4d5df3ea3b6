import type { Validator } from "./create-responder.js";
import { defectResponse, type OnDefect } from "./defect-response.js";

/**
 * A validator for environments or media types that Prism does not support. The request was already validated by the
 * server rules; this validates the response.
 */
export function createRulesValidator(onDefect: OnDefect): Validator {
  return async ({ operation }, _model, produce) => {
    const answer = produce();
    if (answer.body === undefined) return answer;
    const violation = operation.responses.get(answer.status)?.check(answer.body, answer.headers["Content-Type"]);
    return violation ? defectResponse(operation.id, violation, onDefect) : answer;
  };
}
