import { dereference, type Located } from "./dereference.js";
import {
  isMethod,
  type Method,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
  type RequestBodyObject,
  type ResponseObject,
} from "./open-api-document.js";
import { pointerTo } from "./pointer.js";

/** An operation and its place in the API. */
export interface Operation {
  /** The template, as in the document. */
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  /** The JSON pointer to the operation. */
  readonly pointer: string;
  readonly operation: OperationObject;
  /** The parameters of its path item and its own; references are followed here, and below. */
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: RequestBodyObject;
  /** By status, as the document writes it: `201`, `4XX`, `default`. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** All operations, in the order of the document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(isMethod)
      .map((method) => operationAt(document, path, method, item[method] as OperationObject)),
  );
}

function operationAt(document: OpenApiDocument, path: string, method: Method, operation: OperationObject): Operation {
  const { requestBody, responses } = operation;
  return {
    path,
    method: method.toUpperCase(),
    pointer: pointerTo("#/paths", path, method),
    operation,
    parameters: parametersOf(document, path, method).map(({ node }) => withSchema(node)),
    ...(requestBody && { requestBody: dereference(document, requestBody).node }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, dereference(document, response).node]),
    ),
  };
}

/** The first documented status of success and its response. */
export function successOf({ responses }: Operation): [status: string, response: ResponseObject] | undefined {
  return Object.entries(responses).find(([status]) => status.startsWith("2"));
}

/** The parameters of a path item and those of one operation, which replace the former by name and place. */
export function parametersOf(document: OpenApiDocument, path: string, method: Method): Located<ParameterObject>[] {
  const item = document.paths[path] ?? {};
  const pointer = pointerTo("#/paths", path);
  return parametersOfItem(document, item, pointer, item[method], pointerTo(pointer, method));
}

/** The same of a path item that may be written elsewhere, as one that a reference leads to. */
export function parametersOfItem(
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

/** A parameter with the schema of its `content`, where it has that in place of a schema. */
function withSchema(parameter: ParameterObject): ParameterObject {
  const [content] = Object.values(parameter.content ?? {});
  return content ? { ...parameter, schema: content.schema ?? {} } : parameter;
}
