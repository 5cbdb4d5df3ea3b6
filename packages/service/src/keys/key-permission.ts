import type { KeyLimits } from "./stored-key.js";

/** Methods that change nothing. */
const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** The properties of a request that determine whether a key permits it. */
export interface WantedOperation {
  readonly method: string;
  /** The values of the path parameters, as text. */
  readonly pathTexts: Readonly<Record<string, string>>;
}

/**
 * Returns the reason why a key does not permit an operation; undefined if it does. A key that is limited to a namespace
 * permits only operations in this namespace, and thus no lists.
 */
export function permissionProblem(limits: KeyLimits, { method, pathTexts }: WantedOperation): string | undefined {
  const { namespace, mayRead, mayWrite } = limits;
  if (READING.has(method.toUpperCase()) ? !mayRead : !mayWrite)
    return `This key can only ${mayRead ? "read" : "write"}; use another one`;
  if (namespace !== null && pathTexts["namespace"] !== namespace)
    return `This key is limited to the namespace ${namespace}; use another one`;
  return undefined;
}

/** Describes the permissions of a key. */
export function describeLimits({ namespace, mayRead, mayWrite }: KeyLimits): string {
  const scope = [mayRead && "read", mayWrite && "write"].filter(Boolean).join(",");
  return namespace === null ? scope : `${scope} in ${namespace}`;
}
