import {
  createErrorForms,
  type FormedError,
  type OperationRules,
  type Refusal,
  type Rules,
} from "@metadata-service/server-rules";
import type { MediaTypeModel } from "@metadata-service/spec-tools";

/** Puts a refusal into the error format that the spec documents for its operation and status. */
export type ErrorWriter = (refusal: Refusal, operation?: OperationRules) => FormedError;

export function createErrorWriter({ api, schemas }: Rules): ErrorWriter {
  const fits = (pointer: string, value: unknown) => schemas.at(pointer)(value) === undefined;
  const example = ({ schema, examples }: MediaTypeModel): unknown =>
    examples.find(({ value }) => schema === undefined || fits(schema.pointer, value))?.value;
  const forms = createErrorForms({ fits, example }, api.operations);
  const models = new Map(api.operations.map((model) => [model.id, model]));
  return ({ status, body }, operation) => forms({ status, body }, operation && models.get(operation.id));
}
