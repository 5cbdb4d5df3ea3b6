import type { Rules } from "@metadata-service/server-rules";
import type { KeyLimits } from "./stored-key.js";

/** Methods that change nothing. */
const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** The properties of a request that determine whether a key permits it. */
export interface WantedOperation {
  readonly method: string;
  /** The namespace in its path; undefined if there is none. */
  readonly namespace: string | undefined;
}

/**
 * Returns a function that returns the name of the path parameter that is the namespace: `namespace`, or the only one around records
 * with typed items, which the spec may call otherwise.
 */
export function namespaceParameter({ api, operations }: Rules): (operationId: string) => string {
  const typed = new Set(operations.filter(({ body }) => body?.itemsIn([])).map(({ id }) => id));
  const names = new Map<string, string>();
  for (const resource of api.resources)
    if (resource.operations.some(({ operation }) => typed.has(operation)))
      for (const { operation, scope } of resource.operations) {
        const [only, ...others] = scope;
        if (only && others.length === 0) names.set(operation, only.parameter);
      }
  return (operationId) => names.get(operationId) ?? "namespace";
}

/**
 * Returns the reason why a key does not permit an operation; undefined if it does. A key that is limited to a namespace
 * permits only operations in this namespace, and thus no lists.
 */
export function permissionProblem(
  limits: KeyLimits,
  { method, namespace: wanted }: WantedOperation,
): string | undefined {
  const { namespace, mayRead, mayWrite } = limits;
  if (READING.has(method.toUpperCase()) ? !mayRead : !mayWrite)
    return `This key can only ${mayRead ? "read" : "write"}; use another one`;
  if (namespace !== null && wanted !== namespace)
    return `This key is limited to the namespace ${namespace}; use another one`;
  return undefined;
}

/** Describes the permissions of a key. */
export function describeLimits({ namespace, mayRead, mayWrite }: KeyLimits): string {
  const scope = [mayRead && "read", mayWrite && "write"].filter(Boolean).join(",");
  return namespace === null ? scope : `${scope} in ${namespace}`;
}
