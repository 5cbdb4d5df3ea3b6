import { Refusal } from "@metadata-service/server-rules";
import type { ApiModel, Credential, OperationModel } from "@metadata-service/spec-tools";
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
  const holds = ({ scheme }: { scheme: string }) => {
    const { kind, credential } = securitySchemes[scheme] ?? {};
    if (!credential) return kind === "other";
    const value = credentialOf(credential, request);
    return value !== undefined && (kind === "basic" ? hasPassword(value, keys) : keys.has(value));
  };
  if (!security.some((alternative) => alternative.every(holds))) throw new Refusal(401);
}

/** The names of the query parameters that carry credentials. */
export function credentialParameters({ securitySchemes }: ApiModel, { security }: OperationModel): Set<string> {
  const schemes = security.flat().map(({ scheme }) => securitySchemes[scheme]?.credential);
  return new Set(schemes.flatMap((credential) => (credential?.in === "query" ? [credential.name] : [])));
}

function credentialOf({ in: place, name, prefix }: Credential, request: MockRequest): string | undefined {
  const value = textAt(place, name, request);
  if (value === undefined || value.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) return undefined;
  return value.slice(prefix.length).trim();
}

function textAt(place: Credential["in"], name: string, request: MockRequest): string | undefined {
  switch (place) {
    case "header":
      return request.header(name.toLowerCase());
    case "query":
      return new URLSearchParams(request.search).get(name) ?? undefined;
    case "cookie":
      return cookieOf(request, name);
  }
}

/** The value of a cookie. */
export function cookieOf(request: MockRequest, name: string): string | undefined {
  const pairs = (request.header("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** `user:password` in Base64 (RFC 7617): the key as the password, or as the name where there is no password. */
function hasPassword(value: string, keys: ReadonlySet<string>): boolean {
  let text: string;
  try {
    text = atob(value);
  } catch {
    return false;
  }
  const colon = text.indexOf(":");
  if (colon < 0) return false;
  const [name, password] = [text.slice(0, colon), text.slice(colon + 1)];
  return keys.has(password) || (password === "" && keys.has(name));
}
