import type { OperationRules, Rules } from "./create-rules.js";
import { splitTarget } from "./request/split-target.js";
import { asRefusal, methodNotAllowed, Refusal } from "./response/refusal.js";

/** The operation of a request, and its path parameters as text. */
export interface FoundOperation {
  readonly operation: OperationRules;
  readonly pathTexts: Readonly<Record<string, string>>;
}

/**
 * Finds the operation of a request.
 *
 * @param method as it was sent
 * @param path the path alone, still percent-encoded
 * @throws Refusal with 404 for an unknown path and 405 for a method that the path does not have
 * @throws Violation when a path parameter is not percent-encoded UTF-8
 */
export function findOperation(rules: Rules, method: string, path: string): FoundOperation {
  const match = rules.match(method, path);
  if (match.found === "path") throw methodNotAllowed(match.allow);
  if (match.found === "nothing") throw new Refusal(404);
  return { operation: match.target, pathTexts: match.pathTexts };
}

/** Returns the GET of a HEAD, which is the same without its body (RFC 9110, section 9.3.2). */
export const getBeside = ({ operations }: Rules, { method, path }: OperationRules): OperationRules | undefined =>
  method === "HEAD" ? operations.find((other) => other.method === "GET" && other.path === path) : undefined;

/** Why a request was not served that the server's parser or router refused: its path, its method, or both are unknown. */
export function whyNotServed(rules: Rules, method: string, target: string): Refusal {
  try {
    findOperation(rules, method, splitTarget(target).path);
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
  // An operation whose method Node does not know cannot be served by Node.
  return new Refusal(404);
}
