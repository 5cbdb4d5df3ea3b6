import type { KeyStore } from "./stored-key.js";

/** When keys were last used, written down now and then: never once a request. */
export interface KeyUses {
  /** @param now the time of day, in ms */
  used(id: string, now: number): void;
  /** Writes down what is new. */
  flush(): Promise<void>;
}

/** Remembers the last use of each key until it is written down. */
export function createKeyUses(store: Pick<KeyStore, "recordUses">): KeyUses {
  let uses = new Map<string, number>();
  return {
    used: (id, now) => void uses.set(id, now),
    async flush() {
      if (uses.size === 0) return;
      const written = uses;
      uses = new Map();
      try {
        await store.recordUses(written);
      } catch (error) {
        // Next time, then; a later use is the one that counts.
        uses = new Map([...written, ...uses]);
        throw error;
      }
    },
  };
}
