import type { Rules } from "@metadata-service/server-rules";

/**
 * Compiles every schema of a spec, so that an invalid one is reported before the first request.
 *
 * @throws Error that names the operation and the reason
 */
export function verifyRules({ operations }: Rules): void {
  if (operations.length === 0) throw new Error("The spec has no operations.");
  for (const { id, method, path, parameters, body, responses } of operations) {
    const name = id ?? `${method} ${path}`;
    try {
      if (!id) throw new Error("it has no operationId; add one");
      for (const { check } of responses.values()) check(undefined);
      for (const parameter of parameters) parameter.check(undefined);
      body?.check(undefined);
    } catch (error) {
      throw new Error(`The operation ${name} cannot be served: ${(error as Error).message}`);
    }
  }
}
