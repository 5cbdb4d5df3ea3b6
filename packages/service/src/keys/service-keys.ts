import type { Logger } from "pino";
import { isValid, makeKey, type NewKey, NO_LIMITS } from "./api-key.js";
import { createKeyRing, type KeyRing } from "./key-ring.js";
import type { KeySeal } from "./key-seal.js";
import { createKeyUses, type KeyUses } from "./key-uses.js";
import type { KeyStore } from "./stored-key.js";
import { wellKnownWarning } from "./well-known-keys.js";

/** How often the last uses of keys are written down, in ms. */
const USES_INTERVAL = 60_000;

/** What a service does with keys for as long as it runs. */
export interface ServiceKeys {
  readonly keyRing: KeyRing;
  readonly uses: KeyUses;
  /** Writes down the last uses that are not written yet. */
  stop(): Promise<void>;
}

/** What of the database holds keys. */
export interface KeyParts {
  readonly keys: KeyStore;
  readonly seal: KeySeal;
}

/**
 * Begins to identify callers and to write down the last uses of their keys.
 *
 * @param given a key to know that is in no database
 */
export function serveKeys({ keys, seal }: KeyParts, given: string | undefined, logger: Logger): ServiceKeys {
  const uses = createKeyUses(keys);
  const write = () =>
    uses.flush().catch((error: unknown) => logger.warn({ err: error }, "the last uses of keys are not written yet"));
  const timer = setInterval(write, USES_INTERVAL).unref();
  const clocks = { now: Date.now, steady: () => performance.now() };
  return {
    keyRing: createKeyRing({ store: keys, seal, given, uses, ...clocks }),
    uses,
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}

/** The first start on a database makes a key, in one process of however many start at once. */
export async function makeFirstKey({ keys, seal }: KeyParts): Promise<NewKey | undefined> {
  let made: NewKey | undefined;
  await keys.whenEmpty(async (store) => {
    made = await makeKey(store, seal, { label: "first key", expiresDate: null, ...NO_LIMITS });
  });
  return made;
}

/** Warnings of keys that open a service and that everybody knows. */
export async function wellKnownWarnings({ keys }: KeyParts): Promise<string[]> {
  const known = (await keys.list()).filter((key) => key.wellKnown && isValid(key, Date.now()));
  return known.map(({ id }) => wellKnownWarning(id));
}
