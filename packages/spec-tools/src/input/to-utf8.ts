import { InputFault } from "./decode-text.js";

/** The encodings that a byte order mark announces. */
const ENCODINGS = [
  { name: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { name: "utf-16le", mark: [0xff, 0xfe] },
  { name: "utf-16be", mark: [0xfe, 0xff] },
] as const;

/**
 * Removes the byte order mark of a stream, and converts UTF-16, which Windows programs write, to UTF-8. Without a mark,
 * the bytes are returned unchanged.
 *
 * @param onBytes called for every chunk before its conversion, for a progress bar
 * @throws InputFault if the mark announces UTF-16 and the stream is not
 */
export async function* toUtf8(
  source: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  let convert = (chunk: Uint8Array) => chunk;
  let end = () => {};
  const begin = (bytes: Uint8Array): Uint8Array => {
    start = undefined;
    const found = ENCODINGS.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte));
    if (found && found.name !== "utf-8") ({ convert, end } = fromUtf16(found.name));
    return bytes.subarray(found?.mark.length ?? 0);
  };
  for await (const part of source) {
    onBytes(part.byteLength);
    let chunk: Uint8Array = part;
    if (start) {
      const bytes: Uint8Array = start.length > 0 ? Buffer.concat([start, part]) : part;
      if (bytes.length < 3) {
        start = bytes;
        continue;
      }
      chunk = begin(bytes);
    }
    yield convert(chunk);
  }
  if (start) yield convert(begin(start));
  end();
}

function fromUtf16(encoding: "utf-16le" | "utf-16be") {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let line = 1;
  const decode = (chunk: Uint8Array, stream: boolean): string => {
    try {
      const text = decoder.decode(chunk, { stream });
      line += linesIn(text);
      return text;
    } catch (cause) {
      const [before = ""] = new TextDecoder(encoding).decode(chunk).split("\ufffd", 1);
      line += linesIn(before);
      throw new InputFault(line, `line ${line} is not UTF-16, which the file begins with; save the file as UTF-8`, {
        cause,
      });
    }
  };
  return {
    convert: (chunk: Uint8Array) => Buffer.from(decode(chunk, true)),
    end: () => void decode(new Uint8Array(), false),
  };
}

const linesIn = (text: string): number => text.split("\n").length - 1;
