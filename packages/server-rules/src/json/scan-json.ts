import { formatPath, quote } from "../format-path.js";
import { Violation } from "../violation.js";
import { survivesRoundTrip } from "./survives-round-trip.js";

interface Frame {
  /** The names seen so far; none for an array. */
  names?: Set<string>;
  /** Where the scan is in this container: a member name or an index. */
  at: string | number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const LONGEST_LITERAL = 40;

/**
 * Reads through a JSON text without building anything and throws where it is not what can be taken: where it is not
 * JSON, nests too deep, has a member twice in one object, or holds a number that a double would alter (decision 0006).
 * It keeps its own stack, so that no text, however deep, can exhaust that of the runtime.
 *
 * @param text the text; what passes is JSON that `JSON.parse` takes
 * @param maxNesting how many arrays and objects may be open at once
 * @throws Violation with the place and the reason
 */
export function scanJson(text: string, maxNesting: number): void {
  const frames: Frame[] = [];
  let at = 0;

  const here = () => formatPath(frames.map((frame) => frame.at));
  const skipSpace = () => {
    for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; )
      code = text.charCodeAt(++at);
  };
  const unexpected = (): Violation => {
    if (at >= text.length) return new Violation("the body is not JSON: it ends too early");
    const before = text.slice(0, at).split("\n");
    const column = (before.at(-1) ?? "").length + 1;
    const found = quote(String.fromCodePoint(text.codePointAt(at) ?? 0));
    return new Violation(`the body is not JSON: unexpected ${found} at line ${before.length}, column ${column}`);
  };
  const readString = (): string => {
    if (text.charCodeAt(at) !== 34) throw unexpected();
    const start = at++;
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 34) break;
      if (code === 92) {
        escaped = true;
        at++;
        if (text[at] === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4;
        else if (!'"\\/bfnrt'.includes(text[at] || "\0")) throw unexpected();
      } else if (!(code >= 32)) throw unexpected();
      at++;
    }
    at++;
    return escaped ? JSON.parse(text.slice(start, at)) : text.slice(start + 1, at - 1);
  };
  const readName = (frame: Frame, names: Set<string>) => {
    skipSpace();
    const name = readString();
    frame.at = name;
    if (names.has(name)) throw new Violation(`${here()} is given twice`);
    names.add(name);
    skipSpace();
    if (text[at] !== ":") throw unexpected();
    at++;
  };
  const readNumber = () => {
    NUMBER.lastIndex = at;
    const literal = NUMBER.exec(text)?.[0];
    if (literal === undefined) {
      at++;
      throw unexpected();
    }
    if (!survivesRoundTrip(literal)) {
      const shown = literal.length > LONGEST_LITERAL ? `${literal.slice(0, LONGEST_LITERAL)}…` : literal;
      throw new Violation(`${here()} must be a number that a double can hold, not ${shown}; send it as a string`);
    }
    at += literal.length;
  };
  const open = (frame: Frame) => {
    if (frames.length === maxNesting)
      throw new Violation(`the body nests too deep: at most ${maxNesting} arrays and objects within each other`);
    frames.push(frame);
    at++;
    skipSpace();
  };

  for (;;) {
    skipSpace();
    const first = text[at];
    if (first === "{") {
      const names = new Set<string>();
      const frame: Frame = { names, at: "" };
      open(frame);
      if (text[at] !== "}") {
        readName(frame, names);
        continue;
      }
      frames.pop();
      at++;
    } else if (first === "[") {
      open({ at: 0 });
      if (text[at] !== "]") continue;
      frames.pop();
      at++;
    } else if (first === '"') {
      readString();
    } else if (first === "-" || (first !== undefined && first >= "0" && first <= "9")) {
      readNumber();
    } else {
      WORD.lastIndex = at;
      if (!WORD.test(text)) throw unexpected();
      at = WORD.lastIndex;
    }
    for (;;) {
      skipSpace();
      const frame = frames.at(-1);
      if (!frame) {
        if (at < text.length) throw unexpected();
        return;
      }
      if (text[at] === ",") {
        at++;
        if (frame.names) readName(frame, frame.names);
        else (frame.at as number)++;
        break;
      }
      if (text[at] !== (frame.names ? "}" : "]")) throw unexpected();
      frames.pop();
      at++;
    }
  }
}
