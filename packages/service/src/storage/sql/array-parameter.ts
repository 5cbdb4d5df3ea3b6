/** The OIDs of PostgreSQL's types, which never change. */
const TYPES = {
  bytea: { element: 17, array: 1001 },
  text: { element: 25, array: 1009 },
  timestamptz: { element: 1184, array: 1185 },
};

/** The OIDs of the arrays that {@link ArrayParameter} supports. */
export const ARRAY_TYPES: readonly number[] = Object.values(TYPES).map(({ array }) => array);

/** The number of dimensions, whether there are nulls, the type, the length and the index of the first element. */
const HEADER_BYTES = 5 * 4;
const LENGTH_BYTES = 4;
const INT64_BYTES = 8;
/** The maximum number of bytes of a UTF-16 code unit in UTF-8. */
const MAX_UTF8_BYTES = 3;

/**
 * Collects the elements of an array in PostgreSQL's binary format. The database neither parses it nor converts its
 * elements, and JavaScript's garbage collector need not move them.
 */
export class ArrayParameter {
  readonly #type: keyof typeof TYPES;
  #bytes: Buffer;
  #end = HEADER_BYTES;
  #count = 0;

  /** @param size the expected size in bytes; it grows if necessary */
  constructor(type: keyof typeof TYPES, size: number) {
    this.#type = type;
    this.#bytes = Buffer.allocUnsafe(Math.max(size, HEADER_BYTES));
  }

  /** The number of elements. */
  get count(): number {
    return this.#count;
  }

  /** Adds a text, or its bytes in UTF-8. */
  addText(text: string): void {
    const at = this.#reserve(MAX_UTF8_BYTES * text.length);
    this.#endElement(this.#bytes.write(text, at, "utf8"));
  }

  addBytes(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
    this.#endElement(bytes.length);
  }

  addInt64(value: number | bigint): void {
    const at = this.#reserve(INT64_BYTES);
    if (typeof value === "bigint") this.#bytes.writeBigInt64BE(value, at);
    else {
      const high = Math.floor(value / 2 ** 32);
      this.#bytes.writeInt32BE(high, at);
      this.#bytes.writeUInt32BE(value - high * 2 ** 32, at + 4);
    }
    this.#endElement(INT64_BYTES);
  }

  /** Removes elements by their index. */
  remove(indexes: ReadonlySet<number>): void {
    const bytes = this.#bytes;
    let to = HEADER_BYTES;
    for (let from = HEADER_BYTES, index = 0; from < this.#end; index++) {
      const next = from + LENGTH_BYTES + bytes.readInt32BE(from);
      if (!indexes.has(index)) to += bytes.copy(bytes, to, from, next);
      from = next;
    }
    this.#end = to;
    this.#count -= indexes.size;
  }

  /** Returns the array as the value of a parameter. */
  value(): Buffer {
    const header = [1, 0, TYPES[this.#type].element, this.#count, 1];
    for (const [index, word] of header.entries()) this.#bytes.writeInt32BE(word, 4 * index);
    return this.#bytes.subarray(0, this.#end);
  }

  /** Makes room for an element; returns the offset of its bytes. */
  #reserve(length: number): number {
    const needed = this.#end + LENGTH_BYTES + length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    return this.#end + LENGTH_BYTES;
  }

  #endElement(length: number): void {
    this.#bytes.writeInt32BE(length, this.#end);
    this.#end += LENGTH_BYTES + length;
    this.#count++;
  }
}
