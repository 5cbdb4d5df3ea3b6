import { own } from "../lib/objects.js";

/** Who sends a request. */
export interface Caller {
  /** A key that the server accepts; empty for a request without credentials. */
  apiKey: string;
  /** The user name of Basic authentication. @default the key */
  user?: string;
}

/** A caller without credentials. */
export const NOBODY: Caller = { apiKey: "" };

/** Describes how a security scheme puts a key into a request. */
export interface Credential {
  in: "header" | "query" | "cookie";
  name: string;
  scheme: "plain" | "bearer" | "basic";
  /** Returns the text to send for a caller. */
  write(caller: Caller): string;
}

/** A security scheme of the document. */
export interface SecurityScheme {
  type: string;
  in?: Credential["in"];
  name?: string;
  scheme?: string;
}

const WRITERS: Record<Credential["scheme"], Credential["write"]> = {
  plain: ({ apiKey }) => apiKey,
  bearer: ({ apiKey }) => `Bearer ${apiKey}`,
  basic: ({ apiKey, user = apiKey }) => `Basic ${Buffer.from(`${user}:${apiKey}`).toString("base64")}`,
};

const credential = (place: Credential["in"], name: string, scheme: Credential["scheme"]): Credential => ({
  in: place,
  name,
  scheme,
  write: WRITERS[scheme],
});

/** @returns undefined for a scheme that is not part of the request, such as a client certificate */
function credentialOf({ type, in: place, name, scheme = "" }: SecurityScheme): Credential | undefined {
  // `type: HTTP` is no type of OpenAPI, but can mean nothing else.
  const isHttp = (wanted: RegExp) => /^http$/i.test(type) && wanted.test(scheme);
  if (/^apiKey$/i.test(type) && place && name !== undefined) return credential(place, name, "plain");
  if (/^(oauth2|openIdConnect)$/i.test(type) || isHttp(/^bearer$/i))
    return credential("header", "Authorization", "bearer");
  return isHttp(/^basic$/i) ? credential("header", "Authorization", "basic") : undefined;
}

/**
 * Returns the alternative credentials that an operation accepts; all credentials of an alternative are needed. Empty if
 * none are required. An alternative without credentials allows all requests.
 */
export function alternativesOf(
  schemes: Record<string, SecurityScheme>,
  security: Record<string, string[]>[],
): Credential[][] {
  return security.flatMap((requirement) => {
    const found = Object.keys(requirement).map((name) => {
      const scheme = own(schemes, name);
      return scheme && credentialOf(scheme);
    });
    return found.every((credential) => credential !== undefined) ? [found] : [];
  });
}

/** Returns the header of the key, if an operation requires only that. */
export function keyHeaderOf(alternatives: Credential[][]): string | undefined {
  const [[only, ...others] = []] = alternatives;
  const isOnly = alternatives.length === 1 && others.length === 0;
  return isOnly && only?.in === "header" && only.scheme === "plain" ? only.name : undefined;
}
