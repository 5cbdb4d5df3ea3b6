import { writeFileSync } from "node:fs";
import { Socket } from "node:net";

/** Where log lines are written. */
export interface LogOutput {
  write(line: string): void;
  /** The number of lines that were dropped since the start. */
  readonly dropped: number;
}

/** A standard stream of the process, or what replaces it in a worker. */
type StandardStream = NodeJS.WritableStream & {
  readonly fd?: number;
  readonly writableLength?: number;
  readonly destroyed?: boolean;
};

/** The memory for lines that the reader of the log has not taken yet, in bytes; further lines are dropped. */
const MOST_HELD = 1024 * 1024;

/**
 * Creates an output that never stops the process. The lines of one turn of the event loop are written together, because
 * each write takes longer than its line. If the reader of a pipe or a terminal stops reading, lines are held in memory up
 * to a limit, and then dropped. If the log cannot be written at all, for example because the disk is full or the reader
 * has ended, they are dropped too.
 */
export function createLogOutput(stream: StandardStream): LogOutput {
  let text = "";
  let lines = 0;
  let dropped = 0;
  // Node would end the process.
  stream.on("error", () => {});
  const write = () => {
    const [held, count] = [text, lines];
    text = "";
    lines = 0;
    if (count > 0 && !writeTo(stream, held)) dropped += count;
  };
  process.on("exit", write);
  return {
    write(line) {
      if (lines === 0) setImmediate(write);
      text += line;
      lines += 1;
    },
    get dropped() {
      return dropped;
    },
  };
}

/** Returns whether the text was written, or is held until it can be. */
function writeTo(stream: StandardStream, text: string): boolean {
  const { fd, writableLength = 0, destroyed } = stream;
  if (fd === undefined || stream instanceof Socket) {
    if (destroyed || writableLength > MOST_HELD) return false;
    stream.write(text);
    return true;
  }
  // A stream for a file could not be used any more after a full disk.
  try {
    writeFileSync(fd, text);
    return true;
  } catch {
    return false;
  }
}
