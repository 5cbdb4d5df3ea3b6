/** How many characters of identities are packed together. */
const PACK = 2 ** 15;

/**
 * A set of strings that keeps a byte a character and no objects: a million identities of 20 characters weigh 31 MiB,
 * half of a Set. It is exact: a hash alone would, however rarely, take a new record for a known one and lose it.
 */
export function identitySet() {
  /** The newest, as JSON texts: none of them begins with another, and none has a line break. */
  let recent = new Set<string>();
  let length = 0;
  /** The older ones, line by line. */
  const packs: string[] = [];
  /** Where each of those begins, plus 1, at the slot of its hash or behind it; 0 marks a free slot. */
  let table = new Uint32Array(1);
  let size = 0;

  /** The slot of an older one, or the free one where it would be. */
  const slotOf = (text: string) => {
    let slot = 0;
    for (let i = 0; i < text.length; i++) slot = Math.imul(slot ^ text.charCodeAt(i), 0x01000193) ^ (slot >>> 15);
    for (; ; slot++) {
      slot &= table.length - 1;
      const start = (table[slot] as number) - 1;
      if (start < 0 || packs[Math.floor(start / PACK)]?.startsWith(text, start % PACK)) return slot;
    }
  };
  const index = (pack: string, number: number) => {
    let start = number * PACK + 1;
    for (const text of pack.split("\n")) {
      table[slotOf(text)] = start;
      start += text.length + 1;
    }
  };

  return {
    /** False where the set has it already. */
    add(identity: string): boolean {
      const text = JSON.stringify(identity);
      if (recent.has(text) || table[slotOf(text)]) return false;
      recent.add(text);
      length += text.length + 1;
      // Each begins within the length of a pack, however long it is.
      if (length >= PACK) {
        const pack = [...recent].join("\n");
        size += recent.size;
        recent = new Set();
        length = 0;
        packs.push(pack);
        if (size * 2 > table.length) {
          table = new Uint32Array(2 ** Math.ceil(Math.log2(size * 3)));
          packs.forEach(index);
        } else index(pack, packs.length - 1);
      }
      return true;
    },
  };
}
