import { keyFor, Refusal } from "@metadata-service/server-rules";
import type { ApiModel, OperationModel } from "@metadata-service/spec-tools";
import type { MockRequest } from "../exchange.js";

/**
 * Lets a request in that satisfies one of the alternatives of its operation. The key of the mock is the key, the token and
 * the password of every scheme; what a request alone does not carry, such as a client certificate, is taken to be there.
 *
 * @throws Refusal 401
 */
export function checkCredentials(
  { securitySchemes }: ApiModel,
  { security }: OperationModel,
  request: MockRequest,
  keys: ReadonlySet<string>,
): void {
  if (security.length === 0) return;
  const holds = ({ scheme: name }: { scheme: string }) => {
    const scheme = securitySchemes[name];
    if (!scheme?.credential) return scheme?.kind === "other";
    return keys.has(keyFor(scheme, request) ?? "");
  };
  if (!security.some((alternative) => alternative.every(holds))) throw new Refusal(401);
}
