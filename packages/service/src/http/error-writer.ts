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
  const { schemas } = rules;
  const forms = createErrorForms(
    rules,
    ({ schema, examples }) =>
      examples.find(({ value }) => schema === undefined || schemas.fits(schema.pointer, value))?.value,
  );
  return ({ status, usual, body }, operation) => forms({ status, usual, body }, operation?.model);
}
