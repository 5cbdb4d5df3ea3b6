import { dereference, type Located } from "./dereference.js";
import type { OpenApiDocument, OperationObject, ParameterObject, PathItemObject } from "./open-api-document.js";
import { pointerTo } from "./pointer.js";

/**
 * The parameters of an operation and of its path item. An operation's parameter replaces one with the same
 * name and location.
 */
export function parametersOf(
  document: OpenApiDocument,
  item: PathItemObject,
  itemPointer: string,
  operation: OperationObject | undefined,
  pointer: string,
): Located<ParameterObject>[] {
  const located = (parameters: OperationObject["parameters"] = [], at: string) =>
    parameters.map((parameter, i) => dereference(document, parameter, pointerTo(at, "parameters", i)));
  const own = located(operation?.parameters, pointer);
  const isReplaced = ({ node }: Located<ParameterObject>) =>
    own.some((other) => other.node.name === node.name && other.node.in === node.in);
  return [...located(item.parameters, itemPointer).filter((parameter) => !isReplaced(parameter)), ...own];
}
