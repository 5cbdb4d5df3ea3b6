import { createHash, randomBytes } from "node:crypto";
import type { KeyStore, StoredKey } from "../storage/key-store.js";

/** A key at the one moment at which it can be seen. */
export interface NewKey {
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
  return createHash("sha256").update(key, "utf8").digest();
}

/**
 * Makes a key and keeps its hash.
 *
 * @param wanted the label, and the literal of the moment from which it is refused, or null for never
 * @param given a key to keep instead of a random one, for tests and for keys that were issued elsewhere
 */
export async function makeKey(
  store: Pick<KeyStore, "add">,
  wanted: { readonly label: string; readonly expiresDate: string | null },
  given?: string,
): Promise<NewKey> {
  const id = `key_${randomBytes(6).toString("hex")}`;
  const key = given ?? `ms_${randomBytes(32).toString("base64url")}`;
  await store.add({ id, ...wanted, hash: hashOfKey(key) });
  return { id, ...wanted, key };
}

/** Tells whether a key opens anything at a moment. */
export function isValid(key: StoredKey | undefined, now: number): boolean {
  if (!key || key.revokedDate !== null) return false;
  return key.expiresDate === null || now < Date.parse(key.expiresDate);
}
