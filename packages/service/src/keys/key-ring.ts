import { givenKey, hashOfKey, isValid } from "./api-key.js";
import type { KeySeal } from "./key-seal.js";
import type { KeyUses } from "./key-uses.js";
import type { KeyStore, StoredKey } from "./stored-key.js";

/** Tells who a caller is. */
export interface KeyRing {
  /** The key, or undefined for one that is unknown, expired or revoked. */
  identify(key: string): Promise<StoredKey | undefined>;
  /** Forgets what it remembers, so that a change made in this process counts at once. */
  forget(): void;
}

/** How long the result of a look-up in the database is remembered, in ms: so long may a revoked key live on in other processes. */
export const KEY_MEMORY = 2_000;
/** Of those that were found, and of those that were not, each. */
export const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly key: StoredKey | undefined;
  readonly until: number;
}

/** Both in ms. */
export interface Clocks {
  /** The time of day, by which keys expire. */
  now(): number;
  /** What nobody sets back: a key that was revoked must not be remembered for as long as a clock was wrong. */
  steady(): number;
}

/** What a key ring works with. */
export interface KeyRingParts extends Clocks {
  readonly store: Pick<KeyStore, "findByHash" | "unsealed">;
  readonly seal: KeySeal;
  /** A key that opens everything and is in no database, for tests and demonstrations. */
  readonly given?: string;
  readonly uses?: Pick<KeyUses, "used">;
}

/**
 * Identifies callers by their keys.
 *
 * A key with our seal is looked up by its hash, in the same way whether it turns out to be good, expired, revoked or unknown.
 * Comparing hashes gives away nothing that could be built on. A key without our seal is one of the few that were made before
 * there was a seal, all of which are known by heart, or it is made up. So made-up keys cost the database nothing, however
 * many there are, and what was not found never displaces what was.
 */
export function createKeyRing({ store, seal, given, uses, now, steady }: KeyRingParts): KeyRing {
  const found = new Map<string, Remembered>();
  const notFound = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<StoredKey | undefined>>();
  const givenHash = given === undefined ? undefined : hashOfKey(given);
  const givenAs = givenKey(now());
  let unsealed: { readonly keys: Promise<ReadonlyMap<string, StoredKey>>; readonly until: number } | undefined;
  let changes = 0;

  const lookUp = (hash: Buffer): StoredKey | undefined | Promise<StoredKey | undefined> => {
    const name = nameOf(hash);
    const known = found.get(name) ?? notFound.get(name);
    if (known && steady() < known.until) return known.key;
    const asked = underWay.get(name);
    if (asked) return asked;
    const [until, asOf] = [steady() + KEY_MEMORY, changes];
    const answer = store
      .findByHash(hash)
      .then((key) => {
        // What was read before a change does not count after it.
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
      const asked = { keys: store.unsealed(), until: steady() + KEY_MEMORY };
      unsealed = asked;
      // Only those who wait for it see a failure.
      asked.keys.catch(() => {
        if (unsealed === asked) unsealed = undefined;
      });
    }
    return (await unsealed.keys).get(nameOf(hash));
  };

  return {
    async identify(key) {
      const hash = hashOfKey(key);
      if (givenHash?.equals(hash)) return givenAs;
      const remembered = found.get(nameOf(hash));
      // What was found has the seal: to compute it again for each request takes longer than all else here.
      const known =
        remembered && steady() < remembered.until
          ? remembered.key
          : await (seal.isOurs(key) ? lookUp(hash) : lookUpUnsealed(hash));
      if (!known || !isValid(known, now())) return undefined;
      uses?.used(known.id, now());
      return known;
    },
    forget() {
      changes += 1;
      for (const memory of [found, notFound, underWay]) memory.clear();
      unsealed = undefined;
    },
  };
}

/** A hash as a key of a map. */
export function nameOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("latin1");
}

function remember(memory: Map<string, Remembered>, name: string, entry: Remembered): void {
  memory.delete(name);
  memory.set(name, entry);
  // The oldest goes first.
  for (const oldest of memory.keys()) {
    if (memory.size <= MOST_REMEMBERED) break;
    memory.delete(oldest);
  }
}
