/** Returns a random number generator that is reproducible by its seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns an order with the field names of version 3. */
export interface Order {
  readonly uid: string;
  readonly po_number: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly [member: string]: unknown;
}

/** Returns the timestamp n seconds after a fixed start, in the format of the service. */
export function moment(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().replace(/\.\d+Z$/, ".000000+00:00");
}

export async function* linesOf(records: Iterable<unknown>): AsyncGenerator<Uint8Array> {
  let text = "";
  for (const record of records) {
    text += `${typeof record === "string" ? record : JSON.stringify(record)}\n`;
    if (text.length > 65_536) {
      yield Buffer.from(text);
      text = "";
    }
  }
  yield Buffer.from(text);
}
