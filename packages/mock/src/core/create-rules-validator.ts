import type { Validator } from "./create-responder.js";
import { defectAnswer, type OnDefect } from "./defect-answer.js";

/** The validator where Prism cannot run: the rules have held the request to the spec already, and hold the answer to it here. */
export function createRulesValidator(onDefect: OnDefect): Validator {
  return async ({ operation }, produce) => {
    const answer = produce();
    if (!answer) return defectAnswer(operation.id, `There is no example for ${operation.successStatus}`, onDefect);
    const violation = operation.responses.get(answer.status)?.check(answer.body);
    return violation ? defectAnswer(operation.id, violation, onDefect) : answer;
  };
}
