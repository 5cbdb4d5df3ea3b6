/**
 * A set of strings that keeps 8 bytes of each: a 64-bit hash in a flat table, so that a million identities weigh 16 MiB
 * and not 100. Two of a million share a hash with a probability of 3 in 100 million.
 */
export function identitySet() {
  let table = new Uint32Array(1024);
  let size = 0;

  const put = (low: number, high: number): boolean => {
    const mask = table.length - 2;
    for (let i = (low << 1) & mask; ; i = (i + 2) & mask) {
      if (table[i] === low && table[i + 1] === high) return false;
      if (table[i] || table[i + 1]) continue;
      table[i] = low;
      table[i + 1] = high;
      return true;
    }
  };

  return {
    /** False where the set has it already. */
    add(text: string): boolean {
      // Two rounds of cyrb53's mixing (public domain), all 64 bits of it kept; never 0 0, which marks a free slot.
      let low = 0xdeadbeef;
      let high = 0x41c6ce57;
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        low = Math.imul(low ^ unit, 2654435761);
        high = Math.imul(high ^ unit, 1597334677);
      }
      low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
      high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
      const added = put(low >>> 0, (high | 1) >>> 0);
      if (added && ++size * 4 > table.length) {
        const old = table;
        table = new Uint32Array(old.length * 2);
        for (let i = 0; i < old.length; i += 2) if (old[i + 1]) put(old[i] as number, old[i + 1] as number);
      }
      return added;
    },
  };
}
