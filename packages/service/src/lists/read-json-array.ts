import type { Line } from "@metadata-service/spec-tools/input";

const code = (character: string) => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, LINE_FEED] = [code('"'), code("\\"), code(","), code("\n")];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [code("["), code("]"), code("{"), code("}")];
const BLANK = new Set([code(" "), code("\t"), code("\r"), LINE_FEED]);

/**
 * Splits a JSON array into its elements, with memory for one element. It only finds where elements begin and end; each
 * of them is parsed and validated separately. The number of an element is that of the line on which it begins.
 *
 * @param source chunks of any size
 */
export async function* readJsonArray(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line[]> {
  const scanner = createScanner(maxBytes);
  for await (const part of source) {
    const found = scanner.read(part);
    if (found.length > 0) yield found;
    if (scanner.failed()) return;
  }
  const last = scanner.end();
  if (last) yield [last];
}

const EMPTY = "the file is empty; it must be a JSON array";
const TRUNCATED = "the closing bracket of the array is missing; the file may be truncated";

function createScanner(maxBytes: number) {
  /** The position of the next byte: in an element, or before, between or after elements. */
  let state: "before" | "first" | "element" | "next" | "after" | "failed" = "before";
  let lineNumber = 1;
  let startLine = 1;
  /** The offset in the chunk at which the element begins or continues. */
  let start = 0;
  let nesting = createNesting();
  let kept: Buffer[] = [];
  let length = 0;

  const fail = (problem: string): Line => {
    state = "failed";
    return { number: lineNumber, bytes: undefined, problem };
  };
  const keep = (chunk: Uint8Array, from: number, to: number) => {
    length += to - from;
    if (length <= maxBytes) kept.push(Buffer.from(chunk.subarray(from, to)));
    else kept = [];
  };
  const endElement = (): Line => {
    const bytes = length <= maxBytes ? Buffer.concat(kept) : undefined;
    kept = [];
    length = 0;
    return { number: startLine, bytes };
  };
  const beginElement = (byte: number): string | undefined => {
    if (byte === COMMA || byte === CLOSE_LIST) return "a record is missing before this comma or bracket";
    state = "element";
    startLine = lineNumber;
    nesting = createNesting();
    nesting.endsBefore(byte);
    return undefined;
  };
  const go = (next: "first" | "after") => {
    state = next;
    return undefined;
  };
  /** Processes a byte outside of elements; returns the error, if any. */
  const outside = {
    before: (byte: number) =>
      byte === OPEN_LIST
        ? go("first")
        : "the file is not a JSON array; if it has one record per line, use --format ndjson",
    first: (byte: number) => (byte === CLOSE_LIST ? go("after") : beginElement(byte)),
    next: beginElement,
    after: () => "there is text after the end of the array",
    failed: () => undefined,
  };

  /** Processes a byte of a chunk; returns the element that ended before it, or an error. */
  const take = (chunk: Uint8Array, at: number, byte: number): Line | undefined => {
    if (state !== "element") {
      const problem = BLANK.has(byte) ? undefined : outside[state](byte);
      start = at;
      return problem === undefined ? undefined : fail(problem);
    }
    if (!nesting.endsBefore(byte)) return undefined;
    state = byte === COMMA ? "next" : "after";
    keep(chunk, start, at);
    return endElement();
  };

  return {
    failed: () => state === "failed",
    read(chunk: Uint8Array): Line[] {
      const found: Line[] = [];
      start = 0;
      for (const [at, byte] of chunk.entries()) {
        const line = take(chunk, at, byte);
        if (line) found.push(line);
        if (state === "failed") return found;
        if (byte === LINE_FEED) lineNumber++;
      }
      if (state === "element") keep(chunk, start, chunk.length);
      return found;
    },
    /** Returns the error if the source must not end here. */
    end: (): Line | undefined => (state === "after" ? undefined : fail(state === "before" ? EMPTY : TRUNCATED)),
  };
}

/** Returns the change of the nesting depth by a byte. */
const STEP = new Map([
  [OPEN_LIST, 1],
  [OPEN_OBJECT, 1],
  [CLOSE_LIST, -1],
  [CLOSE_OBJECT, -1],
]);

/** Tracks the nesting depth in an element, and whether the position is in a string. */
function createNesting() {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return {
    endsBefore(byte: number): boolean {
      if (isText) {
        isText = isEscaped || byte !== QUOTE;
        isEscaped = !isEscaped && byte === BACKSLASH;
        return false;
      }
      if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) return true;
      isText = byte === QUOTE;
      depth += STEP.get(byte) ?? 0;
      return false;
    },
  };
}
