import type { KeyStore } from "./stored-key.js";

/** Records when keys were last used. Uses are stored periodically, not for each request. */
export interface KeyUses {
  /** @param now the time of day, in ms */
  used(id: string, now: number): void;
  /** Stores new uses. */
  flush(): Promise<void>;
}

/** Remembers the last use of each key until it is stored. */
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
        // Try again next time, unless there is a later use.
        uses = new Map([...written, ...uses]);
        throw error;
      }
    },
  };
}
