import type { Logger } from "pino";
import { GIVEN_ID, isValid, makeKey, type NewKey, NO_LIMITS } from "./api-key.js";
import { describeLimits } from "./key-permission.js";
import { createKeyRing, type KeyRing } from "./key-ring.js";
import type { KeySeal } from "./key-seal.js";
import { createKeyUses, type KeyUses } from "./key-uses.js";
import type { KeyStore, StoredKey } from "./stored-key.js";
import { wellKnownWarning } from "./well-known-keys.js";

/** The interval at which the last uses of keys are stored, and changes of keys are logged, in ms. */
const INTERVAL = 60_000;

export interface ServiceKeys {
  readonly keyRing: KeyRing;
  readonly uses: KeyUses;
  /** Returns those of some keys, by ID, that are still valid. */
  validOf(ids: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** Stops, stores the remaining last uses, and logs the remaining changes of keys. */
  stop(): Promise<void>;
}

export interface KeyParts {
  readonly keys: KeyStore;
  readonly seal: KeySeal;
}

/**
 * Starts to identify callers, to store the last uses of their keys, and to log which keys are created and revoked.
 *
 * @param given an additional key that is not in the database
 */
export function serveKeys({ keys, seal }: KeyParts, given: string | undefined, logger: Logger): ServiceKeys {
  const uses = createKeyUses(keys);
  const logChanges = keyAudit(keys, logger);
  const write = () =>
    uses
      .flush()
      .then(logChanges)
      .catch((error: unknown) =>
        logger.warn({ err: error }, "the keys could not be read, or their last uses not be stored, yet"),
      );
  void write();
  const timer = setInterval(write, INTERVAL).unref();
  const clocks = { now: Date.now, steady: () => performance.now() };
  return {
    keyRing: createKeyRing({ store: keys, seal, given, uses, ...clocks }),
    uses,
    async validOf(ids) {
      const stored = (await keys.list()).filter((key) => isValid(key, clocks.now()));
      return new Set([GIVEN_ID, ...stored.map(({ id }) => id)].filter((id) => ids.has(id)));
    },
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}

/**
 * Returns a function that logs the keys that were created or revoked since its previous call. They are found in the
 * database, because with PostgreSQL a command changes them without the service.
 */
function keyAudit(keys: KeyStore, logger: Logger): () => Promise<void> {
  let known: ReadonlyMap<string, StoredKey> | undefined;
  return async () => {
    const before = known;
    const stored = await keys.list();
    known = new Map(stored.map((key) => [key.id, key]));
    if (!before) return;
    for (const key of stored) {
      const { id: caller, label, createdDate, expiresDate, revokedDate } = key;
      const old = before.get(caller);
      if (!old)
        logger.info({ caller, label, createdDate, expiresDate, permissions: describeLimits(key) }, "a key was created");
      if (revokedDate !== null && (old?.revokedDate ?? null) === null)
        logger.info({ caller, label, revokedDate }, "a key was revoked");
    }
  };
}

/** Creates a key at the first start with a database, in only one process if several start at once. */
export async function makeFirstKey({ keys, seal }: KeyParts): Promise<NewKey | undefined> {
  let made: NewKey | undefined;
  await keys.whenEmpty(async (store) => {
    made = await makeKey(store, seal, { label: "first key", expiresDate: null, ...NO_LIMITS });
  });
  return made;
}

/** Returns warnings about valid keys that are publicly known. */
export async function wellKnownWarnings({ keys }: KeyParts): Promise<string[]> {
  const known = (await keys.list()).filter((key) => key.wellKnown && isValid(key, Date.now()));
  return known.map(({ id }) => wellKnownWarning(id));
}
