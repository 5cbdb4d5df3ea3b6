/** A record in a stream of bytes, not parsed yet. */
export interface Line {
  /** The number of the line on which it begins, from 1. */
  readonly number: number;
  /** The bytes without the line break; undefined if the record is too long, or could not be separated from others. */
  readonly bytes: Buffer | undefined;
  /** The first bytes of a record that is too long. */
  readonly head?: Buffer;
  /** The reason why there are no bytes, if the record is not too long. */
  readonly problem?: string;
}

/** Finds the ends of records in consecutive chunks. */
export interface RecordEnds {
  /** Returns the index of the line feed that ends a record; -1 if the chunk does not contain it. */
  find(chunk: Buffer, from: number): number;
  /** Returns the number of line feeds that were found inside of the record since the last call. */
  takeLines(): number;
}

const LINE_FEED = 10;

const LINES: RecordEnds = { find: (chunk, from) => chunk.indexOf(LINE_FEED, from), takeLines: () => 0 };

/**
 * Splits a stream into lines, with memory for one line; for a line longer than `maxBytes`, it only returns the number
 * and the first bytes.
 *
 * @param source chunks of any size
 * @param onBytes called for every chunk, for a progress bar
 * @param ends finds the ends of records that may contain line feeds
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onBytes: (count: number) => void = () => {},
  ends: RecordEnds = LINES,
): AsyncGenerator<Line[]> {
  let number = 1;
  let kept: Buffer[] = [];
  let length = 0;
  const keep = (bytes: Buffer) => {
    if (bytes.length > 0 && length < maxBytes) kept.push(bytes.subarray(0, maxBytes - length));
    length += bytes.length;
  };
  const endLine = (): Line => {
    const [only = Buffer.alloc(0), ...more] = kept;
    const bytes = more.length > 0 ? Buffer.concat(kept) : only;
    const line = length > maxBytes ? { number, bytes: undefined, head: bytes } : { number, bytes };
    number += 1 + ends.takeLines();
    kept = [];
    length = 0;
    return line;
  };
  for await (const part of source) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    onBytes(chunk.length);
    const lines: Line[] = [];
    let start = 0;
    for (let end = ends.find(chunk, 0); end >= 0; end = ends.find(chunk, start)) {
      keep(chunk.subarray(start, end));
      lines.push(endLine());
      start = end + 1;
    }
    keep(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [endLine()];
}
