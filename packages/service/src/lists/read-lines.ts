/** A record in a stream of bytes, not read yet. */
export interface Line {
  /** Of the line on which it begins, from 1. */
  readonly number: number;
  /** Without the line break; undefined if it is too long, or could not be separated from its neighbours. */
  readonly bytes: Buffer | undefined;
  /** Why there are no bytes, where they are not too long. */
  readonly problem?: string;
}

const LINE_FEED = 10;

/**
 * Cuts a stream into lines, in memory that one line bounds: of a line longer than `maxBytes` only the number is kept.
 *
 * @param source chunks of any size
 * @param onBytes hears of every chunk, for a progress bar
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Line[]> {
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
    onBytes(chunk.length);
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      lines.push(endLine(chunk.subarray(start, end)));
      start = end + 1;
    }
    const tail = chunk.subarray(start);
    restBytes += tail.length;
    // What is too long already is counted and not kept.
    if (tail.length > 0 && restBytes <= maxBytes) rest.push(tail);
    else if (restBytes > maxBytes) rest = [];
    if (lines.length > 0) yield lines;
  }
  if (restBytes > 0) yield [endLine(Buffer.alloc(0))];
}
