import type { KeyStore, StoredKey } from "../storage/key-store.js";
import { hashOfKey, isValid } from "./api-key.js";

/** Tells who a caller is. */
export interface KeyRing {
  /** The id of the key, or undefined for one that is unknown, expired or revoked. */
  identify(key: string): Promise<string | undefined>;
  /** Forgets what it remembers, so that a change made in this process counts at once. */
  forget(): void;
}

/** How long an answer of the database is remembered, in ms: so long may a revoked key live on in other processes. */
export const KEY_MEMORY = 2_000;
const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly key: Promise<StoredKey | undefined>;
  readonly until: number;
}

/** Both in ms. */
export interface Clocks {
  /** The time of day, by which keys expire. */
  now(): number;
  /** What nobody sets back: a key that was revoked must not be remembered for as long as a clock was wrong. */
  steady(): number;
}

/**
 * Identifies callers by their keys. Unknown, expired and revoked keys take the same way: hash, look up by hash, judge.
 * What a lookup costs thus tells nothing about a key, and comparing hashes gives away nothing that could be built on.
 */
export function createKeyRing(store: Pick<KeyStore, "findByHash">, { now, steady }: Clocks): KeyRing {
  const remembered = new Map<string, Remembered>();

  const lookUp = (hash: Buffer): Promise<StoredKey | undefined> => {
    const name = hash.toString("latin1");
    const known = remembered.get(name);
    if (known && steady() < known.until) return known.key;
    const key = store.findByHash(hash);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(name, { key, until: steady() + KEY_MEMORY });
    // A failure is an answer to nobody but those who wait for it.
    key.catch(() => remembered.delete(name));
    return key;
  };

  return {
    async identify(key) {
      const found = await lookUp(hashOfKey(key));
      return isValid(found, now()) ? found?.id : undefined;
    },
    forget: () => remembered.clear(),
  };
}
