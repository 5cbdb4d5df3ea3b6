import {
  createErrorForms,
  type FormedError,
  type OperationRules,
  type Refusal,
  type Rules,
} from "@metadata-service/server-rules";

/**
 * Puts a refusal into the error format that the spec documents for its operation and status.
 *
 * @param sent the headers that are sent with it. @default those of the refusal
 */
export type ErrorWriter = (
  refusal: Refusal,
  operation?: OperationRules,
  sent?: Readonly<Record<string, unknown>>,
) => FormedError;

export function createErrorWriter(rules: Rules): ErrorWriter {
  const forms = createErrorForms(rules);
  return ({ status, usual, body, headers }, operation, sent = headers) =>
    forms({ status, usual, body, headers: sent }, operation?.model);
}
