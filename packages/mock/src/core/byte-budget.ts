/** A shared limit on stored bytes. */
export interface ByteBudget {
  /** Reserves bytes; returns false and reserves nothing if not enough are left. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

export function createByteBudget(maxBytes: number): ByteBudget {
  let used = 0;
  return {
    take(bytes) {
      if (used + bytes > maxBytes) return false;
      used += bytes;
      return true;
    },
    release(bytes) {
      used -= bytes;
    },
  };
}
