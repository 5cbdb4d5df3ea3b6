import type { SecurityNeeds, SecurityScheme } from "../descriptors.js";
import { securitySchemes, usualSecurity } from "../generated/operation-table.js";
import type { Credentials, Secret } from "../options.js";
import { own } from "../own.js";

const EMPTY = "apiKey is empty";

/**
 * Throws for a blank key if most operations need one, rather than send requests that the service would reject.
 *
 * @throws TypeError
 */
export function refuseEmptyKey(given: Secret | Credentials): void {
  const isNeeded = usualSecurity.length > 0 && usualSecurity.every((set) => set.length > 0);
  if (isNeeded && typeof given === "string" && given.trim() === "") throw new TypeError(EMPTY);
}

/** A credential and where the request carries it. */
export interface Carried extends SecurityScheme {
  /** The value to send, including the prefix. */
  value: string;
}

/**
 * Reads the credentials that a request needs: those of the first set of security schemes for which all credentials are
 * given. They are read in each attempt, so that they can be renewed.
 *
 * @returns the credentials to send, and all strings that must be redacted
 * @throws TypeError if none of the sets is given, if a credential is empty, or if a credential cannot be sent
 */
export async function readCredentials(given: Secret | Credentials, needs: SecurityNeeds = usualSecurity) {
  const named: Record<string, Secret> | undefined = typeof given === "object" ? given : undefined;
  const isGiven = (scheme: string) => (named ? own(named, scheme) : given || undefined) !== undefined;
  const chosen = needs.find((set) => set.length > 0 && set.every(isGiven)) ?? needs.find((set) => set.length === 0);
  if (!chosen && needs.length > 0 && !named) throw new TypeError(EMPTY);
  if (!chosen && needs.length > 0)
    throw new TypeError(`apiKey must have ${needs.map((set) => set.join(" and ")).join(", or ")}`);
  const secrets: string[] = [];
  const carried: Carried[] = [];
  for (const name of chosen ?? []) {
    const scheme: SecurityScheme = securitySchemes[name as keyof typeof securitySchemes];
    const secret = await readSecret(named ? own(named, name) : (given as Secret));
    const sent = scheme.prefix === "Basic " ? base64(secret) : secret;
    secrets.push(secret, sent);
    carried.push({ ...scheme, value: `${scheme.prefix ?? ""}${sent}` });
  }
  return { carried, secrets };
}

async function readSecret(secret: Secret | undefined): Promise<string> {
  // A key that was read from a file ends in a line break.
  const text = (await (typeof secret === "function" ? secret() : (secret ?? ""))).trim();
  if (text === "") throw new TypeError(EMPTY);
  // The runtime's own error would quote the key.
  if (/[^ -\xff]/.test(text)) throw new TypeError("apiKey contains a character that is not allowed in an HTTP header");
  return text;
}

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

/**
 * Adds credentials to the headers of a request and to its URL; returns the URL. Everything else in them stays as it is:
 * a server may tell `1,2` from `1%2C2`.
 */
export function addCredentials(url: string, headers: Headers, carried: Carried[]): string {
  let address = url;
  for (const { in: place, name, value } of carried) {
    const text = encodeURIComponent(value);
    if (place === "header") headers.set(name, value);
    else if (place === "cookie") headers.set(place, withPair(headers.get(place), "; ", name, `${name}=${text}`));
    else {
      const pair = `${encodeURIComponent(name)}=${text}`;
      address = address.replace(/(\?[^#]*)?(?=#|$)/, (query) => `?${withPair(query.slice(1), "&", name, pair)}`);
    }
  }
  return address;
}

/** Adds a credential to pairs of names and values, and removes those with the same name: never send two. */
const withPair = (pairs: string | null, delimiter: string, name: string, pair: string) =>
  [...(pairs ? pairs.split(delimiter) : []).filter((one) => !new URLSearchParams(one).has(name)), pair].join(delimiter);
