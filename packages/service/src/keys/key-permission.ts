import type { KeyLimits } from "./stored-key.js";

/** Methods that change nothing. */
const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** What decides whether a key opens an operation. */
export interface WantedOperation {
  readonly method: string;
  /** The texts in the place of the parameters of its path. */
  readonly pathTexts: Readonly<Record<string, string>>;
}

/**
 * Tells why a key does not open an operation; undefined when it does. A key that is limited to a namespace opens what is in
 * that namespace and nothing else, lists without a namespace included.
 */
export function permissionProblem(limits: KeyLimits, { method, pathTexts }: WantedOperation): string | undefined {
  const { namespace, mayRead, mayWrite } = limits;
  if (READING.has(method.toUpperCase()) ? !mayRead : !mayWrite)
    return `This key may ${mayRead ? "read" : "write"} only; use another one`;
  if (namespace !== null && pathTexts["namespace"] !== namespace)
    return `This key opens the namespace ${namespace} only; use another one`;
  return undefined;
}

/** What a key opens, in a word or two. */
export function describeLimits({ namespace, mayRead, mayWrite }: KeyLimits): string {
  const scope = [mayRead && "read", mayWrite && "write"].filter(Boolean).join(",");
  return namespace === null ? scope : `${scope} in ${namespace}`;
}
