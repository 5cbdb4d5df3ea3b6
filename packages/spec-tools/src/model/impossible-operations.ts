import { createImpossibleFinder, type Impossible } from "../document/why-impossible.js";
import type { MediaTypeModel, OperationModel } from "./api-model.js";
import { successResponse } from "./resources/record-place.js";

/** Why an operation cannot be carried out. */
export interface ImpossibleOperation {
  /** The JSON pointer to the schema that no value satisfies. */
  readonly pointer: string;
  readonly message: string;
}

/** Returns a function that returns why an operation is impossible; undefined if it is not. */
export function impossibleOperations(document: object): (operation: OperationModel) => ImpossibleOperation | undefined {
  const finder = createImpossibleFinder(document);
  const inSchema = ({ schema }: Pick<MediaTypeModel, "schema">) => schema && finder.find(schema.node, schema.pointer);
  /** Why no body can be sent, if all of its media types are impossible. */
  const inContent = (content: readonly MediaTypeModel[]): Impossible | undefined => {
    const found = content.map(inSchema);
    return found.every((one) => one !== undefined) ? found[0] : undefined;
  };
  const why = ({ parameters, body, ...operation }: OperationModel) => {
    const required = parameters.filter((parameter) => parameter.required).map(inSchema);
    const request = required.find((one) => one !== undefined) ?? (body?.required ? inContent(body.content) : undefined);
    if (request) return { what: "request", ...request };
    const response = inContent(successResponse(operation)?.content ?? []);
    return response && { what: "response", ...response };
  };
  return (operation) => {
    const found = why(operation);
    if (!found) return undefined;
    const problem = found.isLarge ? "All values of this schema are too large" : "No value satisfies this schema";
    const message = `${problem}, so ${operation.id} can have no ${found.what}: ${found.reason}.`;
    return { pointer: found.pointer, message };
  };
}
