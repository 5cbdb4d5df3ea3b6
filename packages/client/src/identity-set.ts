/** Identities are kept in pieces of this many bytes, so that a set that grows never copies them. */
const CHUNK = 2 ** 20;
const LONGEST = 255;

/**
 * A set of strings that keeps a byte a character and no objects: a million identities of 20 characters weigh 29 MiB,
 * half of a Set. It is exact: a hash alone would, however rarely, take a new record for a known one and lose it.
 */
export function identitySet() {
  /** One byte of length, then the characters, back to back. */
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  /** Where each identity begins, plus 1, by its hash; 0 marks a free slot. */
  let table = new Uint32Array(1024);
  let size = 0;
  let end = 0;
  /** The few that do not fit a byte a character. */
  const others = new Set<string>();

  const chunkAt = (position: number) => chunks[Math.floor(position / CHUNK)] as Uint8Array;
  const hash = (length: number, unit: (i: number) => number) => {
    let sum = 0;
    for (let i = 0; i < length; i++) sum = Math.imul(sum ^ unit(i), 0x01000193) ^ (sum >>> 15);
    return sum;
  };
  /** The slot of an identity, or the free one where it belongs. */
  const find = (start: number, isAt: (position: number) => boolean) => {
    let slot = start & (table.length - 1);
    for (; table[slot]; slot = (slot + 1) & (table.length - 1)) if (isAt((table[slot] as number) - 1)) break;
    return slot;
  };
  const grow = () => {
    const old = table;
    table = new Uint32Array(old.length * 2);
    for (const entry of old) {
      if (!entry) continue;
      const chunk = chunkAt(entry - 1);
      const at = (entry - 1) % CHUNK;
      table[
        find(
          hash(chunk[at] as number, (i) => chunk[at + 1 + i] as number),
          () => false,
        )
      ] = entry;
    }
  };

  return {
    /** False where the set has it already. */
    add(text: string): boolean {
      const { length } = text;
      if (length > LONGEST || /[^\0-\xff]/.test(text)) return others.size < others.add(text).size;
      const unit = (i: number) => text.charCodeAt(i);
      const slot = find(hash(length, unit), (position) => {
        const chunk = chunkAt(position);
        let at = position % CHUNK;
        if (chunk[at] !== length) return false;
        for (let i = 0; i < length; i++) if (chunk[++at] !== unit(i)) return false;
        return true;
      });
      if (table[slot]) return false;
      if ((end % CHUNK) + length >= CHUNK) end = Math.ceil(end / CHUNK) * CHUNK;
      if (end % CHUNK === 0) chunks.push(new Uint8Array(CHUNK));
      const chunk = chunkAt(end);
      table[slot] = end + 1;
      chunk[end++ % CHUNK] = length;
      for (let i = 0; i < length; i++) chunk[end++ % CHUNK] = unit(i);
      if (++size * 2 > table.length) grow();
      return true;
    },
  };
}
