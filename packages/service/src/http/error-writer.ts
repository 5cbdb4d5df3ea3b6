import {
  createErrorForms,
  type FormedError,
  type OperationRules,
  type Refusal,
  type Rules,
} from "@metadata-service/server-rules";

/** Puts a refusal into the error format that the spec documents for its operation and status. */
export type ErrorWriter = (refusal: Refusal, operation?: OperationRules) => FormedError;

export function createErrorWriter(rules: Rules): ErrorWriter {
  const forms = createErrorForms(rules);
  return ({ status, usual, body }, operation) => forms({ status, usual, body }, operation?.model);
}
