import { keyFor, unauthorized } from "@metadata-service/server-rules";
import type { ApiModel, OperationModel } from "@metadata-service/spec-tools";
import type { MockRequest } from "../exchange.js";

/**
 * Accepts a request that satisfies one of the security alternatives of its operation. The mock's key is valid as key,
 * token and password for every scheme. Credentials outside the request, such as client certificates, are assumed to be
 * valid.
 *
 * @throws Refusal 401
 */
export function checkCredentials(
  api: ApiModel,
  operation: OperationModel,
  request: MockRequest,
  keys: ReadonlySet<string>,
): void {
  const { security } = operation;
  if (security.length === 0) return;
  const holds = ({ scheme: name }: { scheme: string }) => {
    const scheme = api.securitySchemes[name];
    if (!scheme?.credential) return scheme?.kind === "other";
    return keys.has(keyFor(scheme, request) ?? "");
  };
  if (!security.some((alternative) => alternative.every(holds))) throw unauthorized(api, operation);
}
