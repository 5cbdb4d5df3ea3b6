import type { ApiModel, Credential, OperationModel, SecuritySchemeModel } from "@metadata-service/spec-tools";
import { decoded } from "@metadata-service/spec-tools/pointer";
import { Refusal } from "../response/refusal.js";
import type { HeaderReader } from "./body-rules.js";

/** The parts of a request that can carry credentials. */
export interface CredentialSource {
  /** Reads a header by its name in lower case. */
  readonly header: HeaderReader;
  /** The query without its question mark, as it was sent. */
  readonly search: string;
}

/**
 * Returns the credential in a request for a security scheme: an API key, a token, or the password of HTTP basic
 * authentication (the user name if the password is empty). Undefined if there is none.
 */
export function keyFor({ kind, credential }: SecuritySchemeModel, source: CredentialSource): string | undefined {
  const text = credential && credentialOf(credential, source);
  return text !== undefined && kind === "basic" ? passwordOf(text) : text;
}

/** What a response without valid credentials asks for (RFC 7617, 2; RFC 6750, 3). An API key has no registered scheme. */
const CHALLENGES: Partial<Record<SecuritySchemeModel["kind"], string>> = {
  basic: 'Basic realm="api", charset="UTF-8"',
  bearer: "Bearer",
};

/**
 * Creates the 401 of an operation, which names the schemes of HTTP that it accepts (RFC 9110, 15.5.2).
 *
 * @param message by default that of the status
 */
export function unauthorized(
  { securitySchemes }: Pick<ApiModel, "securitySchemes">,
  { security }: Pick<OperationModel, "security">,
  message?: string,
): Refusal {
  const kinds = new Set(security.flat().map(({ scheme }) => securitySchemes[scheme]?.kind));
  const challenges = [...kinds].flatMap((kind) => (kind && CHALLENGES[kind]) ?? []);
  return new Refusal(401, message, challenges.length > 0 ? { "WWW-Authenticate": challenges.join(", ") } : {});
}

/** What shows which parameters of an operation are credentials. */
interface OperationCredentials {
  readonly security: OperationModel["security"];
  readonly parameters: readonly { readonly in: string; readonly name: string }[];
}

/**
 * Returns the names of the query parameters that carry only credentials of an operation. One that the document describes
 * as a parameter, too, has one value for both.
 */
export function credentialParameters(
  { securitySchemes }: Pick<ApiModel, "securitySchemes">,
  { security, parameters }: OperationCredentials,
): Set<string> {
  const described = new Set(parameters.flatMap(({ in: place, name }) => (place === "query" ? [name] : [])));
  const credentials = security.flat().map(({ scheme }) => securitySchemes[scheme]?.credential);
  return new Set(
    credentials.flatMap((credential) =>
      credential?.in === "query" && !described.has(credential.name) ? [credential.name] : [],
    ),
  );
}

/** Removes credentials from the query, because they are not parameters of the operation. */
export function withoutCredentials(search: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return search;
  return search
    .split("&")
    .filter((pair) => !names.has(decoded(pair.split("=")[0]?.replaceAll("+", " ") ?? "")))
    .join("&");
}

/** Returns the value of a cookie. */
function cookieOf({ header }: Pick<CredentialSource, "header">, name: string): string | undefined {
  const pairs = (header("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function credentialOf({ in: place, name, prefix }: Credential, source: CredentialSource): string | undefined {
  const value = textAt(place, name, source);
  if (value === undefined || value.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) return undefined;
  return value.slice(prefix.length).trim();
}

function textAt(place: Credential["in"], name: string, source: CredentialSource): string | undefined {
  switch (place) {
    case "header":
      return source.header(name.toLowerCase()) ?? undefined;
    case "query":
      return new URLSearchParams(source.search).get(name) ?? undefined;
    case "cookie": {
      const text = cookieOf(source, name);
      return text === undefined ? undefined : decoded(text);
    }
  }
}

/** Returns the password from Base64-encoded `user:password` (RFC 7617). */
function passwordOf(value: string): string | undefined {
  let text: string;
  try {
    text = atob(value);
  } catch {
    return undefined;
  }
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  return text.slice(colon + 1) || text.slice(0, colon);
}
