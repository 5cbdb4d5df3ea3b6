import { dereference } from "../../src/compare/dereference.js";
import { list, type Node, type Spec } from "../../src/compare/node.js";

/** A change of the spec, and the expected verdict. */
export interface Seed {
  edit(spec: Spec): void;
  breaking: boolean;
  /** The rule that must be reported. */
  rule: string;
  /** What the reported path has to contain. */
  at: string;
}

export const at = (spec: Node, ...path: (string | number)[]): Node =>
  path.reduce((node, part) => (node as Record<string | number, unknown>)[part] as Node, spec);
export const schema = (spec: Spec, name: string) => at(spec, "components", "schemas", name);
export const member = (spec: Spec, name: string, ...path: string[]) =>
  path.reduce((node, part) => at(node, "properties", part), schema(spec, name));
export const operation = (spec: Spec, path: string, method = "get") => at(spec, "paths", path, method);
export const parameter = (spec: Spec, name: string) => at(spec, "components", "parameters", name);
/** The parameter `limit` of a list, under any component name. */
export function limitOf(spec: Spec, path: string): Node {
  const parameters = list(operation(spec, path)["parameters"]).map((value) => dereference(spec, value, "").node);
  const limit = parameters.find(({ name }) => name === "limit");
  if (!limit) throw new Error(`${path} has no parameter limit.`);
  return limit;
}
export const ORDERS = "/api/v1/purchase-orders";
export const V3 = "/api/v3/purchase-orders";
export const REPORTS = "/api/v1/reports";
export const CREATE = "/api/v2/metadata/{namespace}";

/** A seed that sets fields of a node. */
export const set = (find: (spec: Spec) => Node, values: Node) => (spec: Spec) => void Object.assign(find(spec), values);
/** A seed that removes a field of a node. */
export const drop = (find: (spec: Spec) => Node, name: string) => (spec: Spec) => void delete find(spec)[name];
/** A seed that changes an array. */
export const push =
  (find: (spec: Spec) => Node, name: string, ...values: unknown[]) =>
  (spec: Spec) => {
    find(spec)[name] = [...((find(spec)[name] as unknown[]) ?? []), ...values];
  };
export const pull = (find: (spec: Spec) => Node, name: string, value: unknown) => (spec: Spec) => {
  find(spec)[name] = (find(spec)[name] as unknown[]).filter((other) => JSON.stringify(other) !== JSON.stringify(value));
};
