/** How a security scheme puts a key into a request. */
export interface Credential {
  in: "header" | "query" | "cookie";
  name: string;
  /** What is sent there for a key. */
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
/** The key is the password; the user name can be anything. */
const basic = (key: string) => `Basic ${Buffer.from(`key:${key}`).toString("base64")}`;

/** All that a header may hold for a key. */
export const headerValuesOf = (key: string): string[] => [plain, bearer, basic].map((write) => write(key));

const authorization = (write: Credential["write"]): Credential => ({ in: "header", name: "Authorization", write });

/** @returns undefined for a scheme that no request alone carries, such as a client certificate */
function credentialOf({ type, in: place, name, scheme }: SecurityScheme): Credential | undefined {
  if (type === "apiKey" && place && name !== undefined) return { in: place, name, write: plain };
  if (type === "oauth2" || type === "openIdConnect") return authorization(bearer);
  if (type !== "http") return undefined;
  if (/^bearer$/i.test(scheme ?? "")) return authorization(bearer);
  if (/^basic$/i.test(scheme ?? "")) return authorization(basic);
  return undefined;
}

/**
 * The alternatives by which an operation lets requests in; within one, all credentials are needed. Empty where none is
 * asked for, and an alternative without credentials lets everybody in.
 */
export function alternativesOf(
  schemes: Record<string, SecurityScheme>,
  security: Record<string, string[]>[],
): Credential[][] {
  return security.flatMap((requirement) => {
    const found = Object.keys(requirement).map((name) => schemes[name] && credentialOf(schemes[name]));
    return found.every((credential) => credential !== undefined) ? [found] : [];
  });
}

/** The header of the key, where that is all that an operation asks for. */
export function keyHeaderOf(alternatives: Credential[][]): string | undefined {
  const [[only, ...others] = []] = alternatives;
  const isOnly = alternatives.length === 1 && others.length === 0;
  return isOnly && only?.in === "header" && only.write === plain ? only.name : undefined;
}
