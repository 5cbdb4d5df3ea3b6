/** A record in a stream of bytes, not parsed yet. */
export interface Line {
  /** The number of the line on which it begins, from 1. */
  readonly number: number;
  /** The bytes without the line break; undefined if the record is too long, or could not be separated from others. */
  readonly bytes: Buffer | undefined;
  /** The reason why it is not a record, if it is not too long. */
  readonly problem?: string;
}

const LINE_FEED = 10;

/** Returns whether a line contains only white space of JSON. */
export const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);

/**
 * Splits a stream into lines at each LF, and nowhere else: JSON may contain U+2028, at which `node:readline` also splits
 * since Node 24. It needs memory for one line; for a line longer than `maxBytes`, it only returns the number.
 *
 * @param source chunks of any size
 */
export async function* readLines(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line[]> {
  let number = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  const endLine = (bytes: Buffer): Line => {
    number++;
    const whole = rest.length > 0 ? Buffer.concat([...rest, bytes]) : bytes;
    const tooLong = restBytes + bytes.length > maxBytes;
    rest = [];
    restBytes = 0;
    return { number, bytes: tooLong ? undefined : whole };
  };
  for await (const part of source) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      lines.push(endLine(chunk.subarray(start, end)));
      start = end + 1;
    }
    const tail = chunk.subarray(start);
    restBytes += tail.length;
    // If the line is already too long, only its length is counted.
    if (tail.length > 0 && restBytes <= maxBytes) rest.push(tail);
    else if (restBytes > maxBytes) rest = [];
    if (lines.length > 0) yield lines;
  }
  if (restBytes > 0) yield [endLine(Buffer.alloc(0))];
}
