/** A number of bytes that many share. */
export interface ByteBudget {
  /** Takes some; false, and nothing taken, where fewer are left. */
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
