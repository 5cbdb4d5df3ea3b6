import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";

/** Thrown for a fault of a file after which it cannot be read any further. The message names the line. */
export class InputFault extends Error {
  override readonly name = "InputFault";

  /** @param line the number of the line, from 1 */
  constructor(
    readonly line: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Formats the reason why a line was rejected, which may begin with the line itself. */
export const atLine = (line: number, reason: string): string =>
  reason.startsWith(`line ${line}`) ? reason : `line ${line}: ${reason}`;

const LINE_FEED = 10;
const UTF_8 = new TextDecoder();

/**
 * Decodes a whole file, such as a configuration or a spec. A byte order mark at the start is removed.
 *
 * @throws InputFault if it is not UTF-8; other decoders would replace the wrong bytes silently
 */
export function decodeText(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return UTF_8.decode(bytes);
  let line = 1;
  // No other character of UTF-8 contains the byte of a line break, so each line can be checked by itself.
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
  }
  throw new InputFault(line, `line ${line} is not UTF-8; save the file as UTF-8`);
}

/**
 * Reads a file as text.
 *
 * @throws Error that names the file and the line if it is not UTF-8, otherwise the error of the file system
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return decodeText(bytes);
  } catch (cause) {
    throw new Error(`${path}, ${(cause as Error).message}`, { cause });
  }
}
