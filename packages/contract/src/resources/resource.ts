import { type Operation, type Parameter, successOf } from "../document.js";

/** The operations on a collection, such as `/pets`, and on its records, such as `/pets/{petId}`. */
export interface Resource {
  /** The parameter that identifies a record. */
  parameter: Parameter;
  create?: Operation;
  list?: Operation;
  get?: Operation;
  replace?: Operation;
  update?: Operation;
  remove?: Operation;
}

/** Whether the success response of an operation has a JSON body. */
const isJson = (operation: Operation) => "application/json" in successOf(operation).content;

/** Returns the resources of a document: a path, and the same path with one parameter after it. */
export function resourcesOf(operations: Operation[]): Resource[] {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return paths.flatMap((path) => resourceAt(operations, path) ?? []);
}

function resourceAt(operations: Operation[], path: string): Resource | undefined {
  const [, parent, name] = /^(.+)\/\{([^{}]+)\}$/.exec(path) ?? [];
  const at = (where: string | undefined, method: string) =>
    operations.find((each) => each.path === where && each.method === method);
  const withJson = (operation: Operation | undefined) => (operation && isJson(operation) ? operation : undefined);
  const parameter = operations
    .find((each) => each.path === path)
    ?.parameters.find((each) => each.in === "path" && each.name === name);
  if (!parameter || parameter.schema.node.enum) return undefined;
  const create = withJson(at(parent, "POST"));
  return {
    parameter,
    create: create && ["201", "202"].includes(successOf(create).status) ? create : undefined,
    list: withJson(at(parent, "GET")),
    get: withJson(at(path, "GET")),
    replace: at(path, "PUT"),
    update: at(path, "PATCH"),
    remove: at(path, "DELETE"),
  };
}
