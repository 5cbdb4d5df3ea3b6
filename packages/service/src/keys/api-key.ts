import { hash, randomBytes } from "node:crypto";
import type { KeySeal } from "./key-seal.js";
import type { KeyLimits, KeyStore, StoredKey } from "./stored-key.js";

/** A key that opens everything. */
export const NO_LIMITS: KeyLimits = { namespace: null, mayRead: true, mayWrite: true };

/** A key at the one moment at which it can be seen. */
export interface NewKey extends KeyLimits {
  readonly id: string;
  readonly label: string;
  readonly expiresDate: string | null;
  /** The key itself: what goes into the `apiKey` header. */
  readonly key: string;
}

/**
 * What is kept of a key: its SHA-256. The keys that we make hold 256 random bits, which nobody can search through, so a
 * slow hash would add load and no safety.
 */
export function hashOfKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/**
 * Makes a key and keeps its hash.
 *
 * @param wanted among others, the literal of the moment from which it is refused, or null for never
 */
export async function makeKey(
  store: Pick<KeyStore, "add">,
  seal: KeySeal,
  wanted: { readonly label: string; readonly expiresDate: string | null } & KeyLimits,
): Promise<NewKey> {
  const id = `key_${randomBytes(6).toString("hex")}`;
  const key = seal.newKey();
  await store.add({ id, ...wanted, hash: hashOfKey(key) });
  return { id, ...wanted, key };
}

/** A key that this process was given at its start, and that no database knows. */
export function givenKey(now: number): StoredKey {
  return {
    id: "key_given",
    label: "given at start",
    createdDate: new Date(now).toISOString(),
    expiresDate: null,
    revokedDate: null,
    lastUsedDate: null,
    wellKnown: false,
    ...NO_LIMITS,
  };
}

/** Returns whether a key opens anything at a moment. */
export function isValid(key: StoredKey | undefined, now: number): boolean {
  if (!key || key.revokedDate !== null) return false;
  return key.expiresDate === null || now < Date.parse(key.expiresDate);
}
