import type { OperationRules, Rules } from "./create-rules.js";
import { methodNotAllowed, Refusal } from "./response/refusal.js";

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
