import { randomBytes } from "node:crypto";
import { sha256 } from "../sha256.js";
import type { KeySeal } from "./key-seal.js";
import type { KeyLimits, KeyStore, StoredKey } from "./stored-key.js";

export const NO_LIMITS: KeyLimits = { namespace: null, mayRead: true, mayWrite: true };

/** A new key, which is visible only this once. */
export interface NewKey extends KeyLimits {
  readonly id: string;
  readonly label: string;
  readonly expiresDate: string | null;
  /** The key itself, for the `apiKey` header. */
  readonly key: string;
}

/**
 * Returns the SHA-256 of a key, which is all that is stored. Keys have 256 random bits and cannot be found by brute
 * force, so a slow hash would add load without more security.
 */
export function hashOfKey(key: string): Buffer {
  return sha256(key);
}

/**
 * Creates a key and stores its hash.
 *
 * @param wanted the properties of the key, including the SQL literal of its expiry, or null if it never expires
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

/** The ID of the key that was passed to this process at its start. */
export const GIVEN_ID = "key_given";

/**
 * Returns the key that was passed to this process at its start, which is not in the database.
 *
 * @param wellKnown whether it is published in documentation
 */
export function givenKey(now: number, wellKnown: boolean): StoredKey {
  return {
    id: GIVEN_ID,
    label: "given at start",
    createdDate: new Date(now).toISOString(),
    expiresDate: null,
    revokedDate: null,
    lastUsedDate: null,
    wellKnown,
    ...NO_LIMITS,
  };
}

export function isValid(key: StoredKey | undefined, now: number): boolean {
  if (!key || key.revokedDate !== null) return false;
  return key.expiresDate === null || now < Date.parse(key.expiresDate);
}
