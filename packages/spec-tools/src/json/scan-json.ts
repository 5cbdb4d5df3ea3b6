import { markedNumber } from "./exact-number.js";
import { formatPath, quote } from "./format-path.js";
import { inexactNumber } from "./survives-round-trip.js";
import { Violation } from "./violation.js";

/** The limits of a JSON text. */
export interface JsonLimits {
  /** How many arrays and objects may be open at once. */
  readonly nesting: number;
  /** The maximum number of values, including arrays and objects. */
  readonly values: number;
  /** The maximum number of fields in one object. */
  readonly members: number;
  /** The texts for the numbers that are accepted, although a 64-bit float would change them. */
  readonly numbers?: ReadonlySet<string>;
}

interface Frame {
  /** The field names seen so far; undefined for an array. */
  names?: Names;
  /** The current position in this container: a field name or an index. */
  at: string | number;
}

/** Up to this many names are compared one by one, which costs less than a `Set` for each object. */
const FEW_NAMES = 8;

/** A set of the field names of one object. */
class Names {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  get size(): number {
    return this.#many?.size ?? this.#few.length;
  }

  /** Adds a name; returns whether it is new. */
  add(name: string): boolean {
    if (this.#many ? this.#many.has(name) : this.#few.includes(name)) return false;
    if (!this.#many && this.#few.length < FEW_NAMES) this.#few.push(name);
    else {
      this.#many ??= new Set(this.#few);
      this.#many.add(name);
    }
    return true;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/**
 * Scans JSON text without building values. Throws if it is not JSON, is nested too deeply, has too many values,
 * repeats a field in one object, or contains a number that a 64-bit float would change
 * (decision 0006). It keeps its own stack, so deeply nested text cannot overflow the call stack.
 *
 * @param text the text; if this function returns, `JSON.parse` accepts it
 * @throws Violation with the path and the reason
 */
export function scanJson(text: string, limits: JsonLimits): void {
  new JsonScan(text, limits).run();
}

class JsonScan {
  readonly #text: string;
  readonly #limits: JsonLimits;
  /** The open arrays and objects, outermost first. */
  readonly #frames: Frame[] = [];
  /** The index of the next character. */
  #at = 0;
  #values = 0;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  run(): void {
    do {
      while (this.#opensContainer());
    } while (this.#hasNext());
  }

  /** Reads a value, or the start of a non-empty array or object; the next value is then its first element. */
  #opensContainer(): boolean {
    if (++this.#values > this.#limits.values)
      throw new Violation(`the body has more than ${this.#limits.values} values; send less at once`);
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === "{") return this.#open({ names: new Names(), at: "" }, "}");
    if (first === "[") return this.#open({ at: 0 }, "]");
    if (first === '"') this.#readString();
    else if (first === "-" || (first !== undefined && first >= "0" && first <= "9")) this.#readNumber();
    else this.#readWord();
    return false;
  }

  /** After a value, closes containers that end here. Returns whether another value follows. */
  #hasNext(): boolean {
    for (;;) {
      this.#skipSpace();
      const frame = this.#frames.at(-1);
      if (!frame) {
        if (this.#at < this.#text.length) throw this.#unexpected();
        return false;
      }
      if (this.#text[this.#at] === ",") {
        this.#at++;
        if (frame.names) this.#readName(frame, frame.names);
        else (frame.at as number)++;
        return true;
      }
      if (this.#text[this.#at] !== (frame.names ? "}" : "]")) throw this.#unexpected();
      this.#close();
    }
  }

  #open(frame: Frame, end: string): boolean {
    if (this.#frames.length === this.#limits.nesting)
      throw new Violation(
        `the body nests too deep: at most ${this.#limits.nesting} arrays and objects within each other`,
      );
    this.#frames.push(frame);
    this.#at++;
    this.#skipSpace();
    if (this.#text[this.#at] === end) {
      this.#close();
      return false;
    }
    if (frame.names) this.#readName(frame, frame.names);
    return true;
  }

  #close(): void {
    this.#frames.pop();
    this.#at++;
  }

  #readName(frame: Frame, names: Names): void {
    this.#skipSpace();
    const name = this.#readString();
    frame.at = name;
    if (!names.add(name)) throw new Violation(`${this.#place()} is given twice`);
    if (names.size > this.#limits.members) throw this.#tooManyMembers();
    this.#skipSpace();
    if (this.#text[this.#at] !== ":") throw this.#unexpected();
    this.#at++;
  }

  #readString(): string {
    const text = this.#text;
    if (text.charCodeAt(this.#at) !== 34) throw this.#unexpected();
    const start = ++this.#at;
    let isEscaped = false;
    for (let code = text.charCodeAt(start); code !== 34; code = text.charCodeAt(++this.#at)) {
      if (code === 92) {
        isEscaped = true;
        this.#skipEscape();
      } else if (!(code >= 32)) throw this.#unexpected();
    }
    const end = this.#at++;
    return isEscaped ? JSON.parse(text.slice(start - 1, end + 1)) : text.slice(start, end);
  }

  /** Moves to the last character of an escape. */
  #skipEscape(): void {
    const at = ++this.#at;
    if (this.#text[at] === "u" && /^[0-9a-fA-F]{4}$/.test(this.#text.slice(at + 1, at + 5))) this.#at += 4;
    else if (!'"\\/bfnrt'.includes(this.#text[at] || "\0")) throw this.#unexpected();
  }

  #readNumber(): void {
    NUMBER.lastIndex = this.#at;
    const literal = NUMBER.exec(this.#text)?.[0];
    if (literal === undefined) {
      this.#at++;
      throw this.#unexpected();
    }
    const mark = markedNumber(literal);
    if (mark !== undefined && !this.#limits.numbers?.has(mark))
      throw new Violation(inexactNumber(this.#place(), literal));
    this.#at += literal.length;
  }

  #readWord(): void {
    WORD.lastIndex = this.#at;
    if (!WORD.test(this.#text)) throw this.#unexpected();
    this.#at = WORD.lastIndex;
  }

  #skipSpace(): void {
    for (
      let code = this.#text.charCodeAt(this.#at);
      code === 32 || code === 10 || code === 13 || code === 9;
      code = this.#text.charCodeAt(++this.#at)
    );
  }

  #tooManyMembers(): Violation {
    this.#frames.pop();
    return new Violation(`${this.#place() || "the body"} must have at most ${this.#limits.members} fields`);
  }

  #place(): string {
    return formatPath(this.#frames.map((frame) => frame.at));
  }

  #unexpected(): Violation {
    const [text, at] = [this.#text, this.#at];
    if (at >= text.length) return new Violation("the body is not JSON: it ends too early");
    const before = text.slice(0, at).split("\n");
    const column = (before.at(-1) ?? "").length + 1;
    const found = quote(String.fromCodePoint(text.codePointAt(at) ?? 0));
    return new Violation(`the body is not JSON: unexpected ${found} at line ${before.length}, column ${column}`);
  }
}
