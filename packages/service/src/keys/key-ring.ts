import { continueWith } from "../continue-with.js";
import { givenKey, hashOfKey, isValid } from "./api-key.js";
import type { KeySeal } from "./key-seal.js";
import type { KeyUses } from "./key-uses.js";
import type { KeyStore, StoredKey } from "./stored-key.js";
import { WELL_KNOWN_HASHES } from "./well-known-keys.js";

/** Identifies callers. */
export interface KeyRing {
  /** Returns the stored key; undefined if the key is unknown, expired or revoked. */
  identify(key: string): StoredKey | undefined | Promise<StoredKey | undefined>;
  /** Clears the cache, so that a change by this process takes effect at once. */
  forget(): void;
}

/** The time for which a lookup is cached, in ms; a revoked key may stay valid that long in other processes. */
export const KEY_CACHE_MS = 2_000;
/** The maximum number of cached keys, for known and unknown keys each. */
export const MAX_CACHED_KEYS = 10_000;

interface Remembered {
  readonly key: StoredKey | undefined;
  readonly until: number;
}

/** Two clocks, in ms. */
export interface Clocks {
  /** The time of day, for the expiry of keys. */
  now(): number;
  /** A monotonic clock, so that a revoked key does not stay cached if the time of day is set back. */
  steady(): number;
}

export interface KeyRingParts extends Clocks {
  readonly store: Pick<KeyStore, "findByHash" | "unsealed">;
  readonly seal: KeySeal;
  /** A key with all permissions that is not in the database, for tests and demonstrations. */
  readonly given?: string;
  readonly uses?: Pick<KeyUses, "used">;
}

/**
 * Identifies callers by their keys.
 *
 * A key with our seal is looked up by its hash, in the same way whether it is valid, expired, revoked or unknown.
 * Comparing hashes reveals nothing useful. A key without our seal is either made up, or one of the few that were
 * created before seals existed; those are cached for two seconds. However many made-up keys arrive, they cause at most
 * one database query in that time, and unknown keys never displace known ones from the cache.
 */
export function createKeyRing({ store, seal, given, uses, now, steady }: KeyRingParts): KeyRing {
  const found = new Map<string, Remembered>();
  const notFound = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<StoredKey | undefined>>();
  const givenHash = given === undefined ? undefined : hashOfKey(given);
  const isPublished = givenHash !== undefined && WELL_KNOWN_HASHES.some((hash) => hash.equals(givenHash));
  const givenAs = givenKey(now(), isPublished);
  let unsealed: { readonly keys: Promise<ReadonlyMap<string, StoredKey>>; readonly until: number } | undefined;
  let changes = 0;

  const lookUp = (hash: Buffer): StoredKey | undefined | Promise<StoredKey | undefined> => {
    const name = nameOf(hash);
    const known = found.get(name) ?? notFound.get(name);
    if (known && steady() < known.until) return known.key;
    const asked = underWay.get(name);
    if (asked) return asked;
    const [until, asOf] = [steady() + KEY_CACHE_MS, changes];
    const answer = store
      .findByHash(hash)
      .then((key) => {
        // Results from before a change must not be cached after it.
        if (asOf === changes) remember(key ? found : notFound, name, { key, until });
        return key;
      })
      .finally(() => {
        if (underWay.get(name) === answer) underWay.delete(name);
      });
    underWay.set(name, answer);
    return answer;
  };

  const lookUpUnsealed = async (hash: Buffer): Promise<StoredKey | undefined> => {
    if (!unsealed || steady() >= unsealed.until) {
      const asked = { keys: store.unsealed(), until: steady() + KEY_CACHE_MS };
      unsealed = asked;
      // Only the requests that wait for this lookup see its failure.
      asked.keys.catch(() => {
        if (unsealed === asked) unsealed = undefined;
      });
    }
    return (await unsealed.keys).get(nameOf(hash));
  };

  const admitted = (key: StoredKey | undefined): StoredKey | undefined => {
    const time = now();
    if (!key || !isValid(key, time)) return undefined;
    uses?.used(key.id, time);
    return key;
  };

  return {
    identify(key) {
      const hash = hashOfKey(key);
      if (givenHash?.equals(hash)) return givenAs;
      const remembered = found.get(nameOf(hash));
      // Cached keys have a valid seal, and computing it for each request would take longer than everything else here.
      const known =
        remembered && steady() < remembered.until
          ? remembered.key
          : seal.isOurs(key)
            ? lookUp(hash)
            : lookUpUnsealed(hash);
      return continueWith(known, admitted);
    },
    forget() {
      changes += 1;
      for (const memory of [found, notFound, underWay]) memory.clear();
      unsealed = undefined;
    },
  };
}

/** Converts a hash to a key of a map. */
export function nameOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("latin1");
}

function remember(memory: Map<string, Remembered>, name: string, entry: Remembered): void {
  memory.delete(name);
  memory.set(name, entry);
  // The oldest entry is removed first.
  for (const oldest of memory.keys()) {
    if (memory.size <= MAX_CACHED_KEYS) break;
    memory.delete(oldest);
  }
}
