import type { Rules } from "@metadata-service/server-rules";

/**
 * Checks that there is something to serve. Schemas are compiled on first use: one that is invalid affects only its own
 * operations.
 *
 * @throws Error if the spec has no operations
 */
export function verifyRules({ operations }: Rules): void {
  if (operations.length === 0) throw new Error("The spec has no operations.");
}
