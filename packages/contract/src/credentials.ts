/** Describes how a security scheme puts a key into a request. */
import { own } from "./own.js";

export interface Credential {
  in: "header" | "query" | "cookie";
  name: string;
  /** Returns the text to send for a key. */
  write(key: string): string;
}

/** A security scheme of the document. */
export interface SecurityScheme {
  type: string;
  in?: Credential["in"];
  name?: string;
  scheme?: string;
}

const plain = (key: string) => key;
const bearer = (key: string) => `Bearer ${key}`;
/** The key is the password; any user name works. */
const basic = (key: string) => `Basic ${Buffer.from(`key:${key}`).toString("base64")}`;

/**
 * Returns the header values that may contain a key: the key itself, as a bearer token, and as the password of Basic
 * authentication.
 */
export const headerValuesOf = (key: string): string[] => [plain, bearer, basic].map((write) => write(key));

const authorization = (write: Credential["write"]): Credential => ({ in: "header", name: "Authorization", write });

/** @returns undefined for a scheme that is not part of the request, such as a client certificate */
function credentialOf({ type, in: place, name, scheme }: SecurityScheme): Credential | undefined {
  if (type === "apiKey" && place && name !== undefined) return { in: place, name, write: plain };
  if (type === "oauth2" || type === "openIdConnect") return authorization(bearer);
  if (type !== "http") return undefined;
  if (/^bearer$/i.test(scheme ?? "")) return authorization(bearer);
  if (/^basic$/i.test(scheme ?? "")) return authorization(basic);
  return undefined;
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
  return isOnly && only?.in === "header" && only.write === plain ? only.name : undefined;
}
