import { dereference } from "./dereference.js";
import {
  isMethod,
  type OpenApiDocument,
  type OperationObject,
  type OrReference,
  type ParameterObject,
  type PathItemObject,
} from "./open-api-document.js";
import { parametersOf } from "./parameters-of.js";
import { pointerTo } from "./pointer.js";

/**
 * Copies a document in which the path parameters are those of the paths, so that a server can serve an operation that lacks
 * one: a name in a path that nothing describes is a text, and a parameter that the path does not have is left out.
 *
 * @param document a document without references in place of path items
 */
export function withPathParameters(document: object): object {
  const { paths } = document as OpenApiDocument;
  if (!paths) return document;
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, fitted(document, path, item)])),
  };
}

function fitted(document: object, path: string, item: PathItemObject): object {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const at = pointerTo("#/paths", path);
  const isThere = (parameter: OrReference<ParameterObject>) => {
    const { in: place, name } = dereference<ParameterObject>(document, parameter, at).node;
    return place !== "path" || names.includes(name);
  };
  const within = <T extends Pick<PathItemObject, "parameters">>(node: T): T =>
    node.parameters?.every(isThere) === false ? { ...node, parameters: node.parameters.filter(isThere) } : node;
  const complete = (operation: OperationObject, pointer: string): OperationObject => {
    const known = parametersOf(document as OpenApiDocument, item, at, operation, pointer).map(({ node }) => node);
    const missing = names
      .filter((name) => !known.some((one) => one.in === "path" && one.name === name))
      .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }) as ParameterObject);
    const own = within(operation);
    return missing.length === 0 ? own : { ...own, parameters: [...(own.parameters ?? []), ...missing] };
  };
  const completed = Object.entries(item).map(([key, value]) => [
    key,
    isMethod(key) ? complete(value as OperationObject, pointerTo(at, key)) : value,
  ]);
  return within(Object.fromEntries(completed));
}
