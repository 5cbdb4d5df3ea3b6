import { randomUUID } from "node:crypto";
import { styleText } from "node:util";

/**
 * Control characters, line and paragraph separators, and characters that change the text direction. A line may end with
 * CR LF.
 */
const HIDDEN = /\r(?!\n)|[^\P{Cc}\n\t\r]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Colors, which other tools put into what they print. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it finds.
const COLOR = /(\u001b\[[\d;]*m)/;

const escaped = (text: string): string =>
  text.replace(HIDDEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Data cannot contain it, since it is another one in each process. */
const KEY = randomUUID();

/**
 * Marks a control sequence of the program itself, such as a color, for a stream that {@link guardTerminal} guards. All
 * others are shown, and do nothing.
 *
 * @example
 * process.stdout.write(`${control("\u001b[1m")}Title${control("\u001b[22m")}\n`);
 */
export const control = (sequence: string): string => `${KEY}<${sequence}>${KEY}`;

/** Ends a message as a sentence, unless it ends with a command to copy, or has several lines. */
export const asSentence = (message: string): string =>
  /\n|[.!?…:]$|\b[Rr]un:? [^.]*$/.test(message) ? message : `${message}.`;

/** Styles a text for a terminal, or returns it unchanged. */
export type Paint = (style: "bold" | "dim" | "green" | "yellow" | "red" | "cyan", text: string) => string;

/**
 * Returns the styles for a stream: on a terminal, unless `NO_COLOR` is set (https://no-color.org) or `TERM` is `dumb`.
 * `FORCE_COLOR` has the last word: any value switches them on everywhere, `0` and `false` off.
 *
 * @param env the environment of the process
 */
export function createPaint(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const forced = env["FORCE_COLOR"];
  const byDefault = isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  if (forced === undefined ? !byDefault : forced === "0" || forced === "false") return (_, text) => text;
  return (style, text) => {
    const [start = "", end = ""] = styleText(style, "|", { validateStream: false }).split("|").map(control);
    return start + text + end;
  };
}

const MARKED = RegExp(`${KEY}<(.*?)>${KEY}`, "s");

/** Returns what is written instead of a text. On a terminal, nothing in it acts, apart from marked sequences. */
export const written = (text: string, isTerminal: boolean, keepsColors = false): string =>
  text
    .split(MARKED)
    .map((part, index) => (index % 2 === 1 || !isTerminal ? part : keepsColors ? exceptColors(part) : escaped(part)))
    .join("");

const exceptColors = (text: string): string =>
  text
    .split(COLOR)
    .map((part, index) => (index % 2 === 1 ? part : escaped(part)))
    .join("");

/** What `guardTerminal` needs of a stream. */
type Guarded = Pick<NodeJS.WriteStream, "write"> & { readonly isTTY?: boolean };

/**
 * Shows on a terminal what data would do to it: escape sequences, and characters that reorder text, are written as `\u`
 * escapes. Into a pipe or a file, every byte is written as it is.
 *
 * @param keepsColors whether other tools that write to it may use colors
 */
export function guardTerminal(streams: readonly Guarded[], keepsColors = false): void {
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
    stream.write = (chunk: unknown, ...rest: unknown[]) =>
      write(
        typeof chunk === "string" ? written(chunk, stream.isTTY === true, keepsColors) : bytes(chunk, stream),
        ...rest,
      );
  }
}

/** Ends the process without an error if the reader of its output has seen enough, as `head` has after some lines. */
export function endWithReader(output: NodeJS.WriteStream): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

const bytes = (chunk: unknown, { isTTY }: Guarded): unknown =>
  isTTY && chunk instanceof Uint8Array ? escaped(Buffer.from(chunk).toString("utf8")) : chunk;
