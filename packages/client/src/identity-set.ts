/** Identities are kept in pieces of this many bytes, so that a set that grows never copies them. */
const CHUNK = 2 ** 20;
const LINE_BREAK = 10;

/**
 * A set of strings that keeps a byte a character and no objects: a million identities of 20 characters weigh 30 MiB,
 * half of a Set. It is exact: a hash alone would, however rarely, take a new record for a known one and lose it.
 */
export function identitySet() {
  const encoder = new TextEncoder();
  /** Each identity as a JSON text, which knows no line break and no half of a surrogate pair, with a line break behind it. */
  const chunks: Uint8Array[] = [];
  let end = CHUNK;
  /** Where each identity begins, plus 1, at the slot of its hash or behind it; 0 marks a free slot. */
  let table = new Uint32Array(1024);
  let size = 0;

  /** The slot of the identity at a place, or the free one where it belongs. */
  const slotOf = (place: number) => {
    const bytes = chunks[Math.floor(place / CHUNK)] as Uint8Array;
    const start = place % CHUNK;
    let slot = 0;
    for (let i = start; bytes[i] !== LINE_BREAK; i++)
      slot = Math.imul(slot ^ (bytes[i] as number), 0x01000193) ^ (slot >>> 15);
    for (; ; slot++) {
      slot &= table.length - 1;
      const other = (table[slot] as number) - 1;
      if (other < 0) return slot;
      const others = chunks[Math.floor(other / CHUNK)] as Uint8Array;
      let [i, j] = [start, other % CHUNK];
      while (bytes[i] === others[j] && bytes[i] !== LINE_BREAK) [i, j] = [i + 1, j + 1];
      if (bytes[i] === others[j]) return slot;
    }
  };

  return {
    /** False where the set has it already. */
    add(identity: string): boolean {
      const line = `${JSON.stringify(identity)}\n`;
      const most = line.length * 3;
      if (end + most > CHUNK) {
        chunks.push(new Uint8Array(Math.max(CHUNK, most)));
        end = 0;
      }
      // Written behind the last one; it stays there where it is new, and is written over otherwise.
      const place = (chunks.length - 1) * CHUNK + end;
      const { written } = encoder.encodeInto(line, chunks.at(-1)?.subarray(end) as Uint8Array);
      const slot = slotOf(place);
      if (table[slot]) return false;
      table[slot] = place + 1;
      end += written;
      if (++size * 2 > table.length) {
        const old = table;
        table = new Uint32Array(old.length * 2);
        for (const entry of old) if (entry) table[slotOf(entry - 1)] = entry;
      }
      return true;
    },
  };
}
