import type { Validator } from "./create-responder.js";
import { defectAnswer, type OnDefect } from "./defect-answer.js";

/**
 * The validator where Prism cannot run, or does not read what is sent: the rules have held the request to the spec already, and
 * hold the response to it here.
 */
export function createRulesValidator(onDefect: OnDefect): Validator {
  return async ({ operation }, _model, produce) => {
    const answer = produce();
    if (answer.body === undefined) return answer;
    const violation = operation.responses.get(answer.status)?.check(answer.body);
    return violation ? defectAnswer(operation.id, violation, onDefect) : answer;
  };
}
