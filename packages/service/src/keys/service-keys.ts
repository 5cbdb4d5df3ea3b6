import type { Logger } from "pino";
import { GIVEN_ID, isValid, makeKey, type NewKey, NO_LIMITS } from "./api-key.js";
import { createKeyRing, type KeyRing } from "./key-ring.js";
import type { KeySeal } from "./key-seal.js";
import { createKeyUses, type KeyUses } from "./key-uses.js";
import type { KeyStore } from "./stored-key.js";
import { wellKnownWarning } from "./well-known-keys.js";

/** The interval at which the last uses of keys are stored, in ms. */
const USES_INTERVAL = 60_000;

/** The keys of a running service. */
export interface ServiceKeys {
  readonly keyRing: KeyRing;
  readonly uses: KeyUses;
  /** Returns those of some keys, by ID, that are still valid. */
  validOf(ids: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** Stops, and stores the remaining last uses. */
  stop(): Promise<void>;
}

/** The parts of the database with keys. */
export interface KeyParts {
  readonly keys: KeyStore;
  readonly seal: KeySeal;
}

/**
 * Starts to identify callers and to store the last uses of their keys.
 *
 * @param given an additional key that is not in the database
 */
export function serveKeys({ keys, seal }: KeyParts, given: string | undefined, logger: Logger): ServiceKeys {
  const uses = createKeyUses(keys);
  const write = () =>
    uses
      .flush()
      .catch((error: unknown) => logger.warn({ err: error }, "the last uses of keys could not be stored yet"));
  const timer = setInterval(write, USES_INTERVAL).unref();
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
