/**
 * The characters of `\s`, `.` and the other classes of ECMA-262, because RE2 has fewer spaces and another dot.
 */
const SPACES = String.raw`\t-\r \xa0\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const CLASSES: Readonly<Record<string, string>> = { d: "0-9", w: "0-9A-Z_a-z", s: SPACES };
const DOT = String.raw`[^\n\r\x{2028}\x{2029}]`;
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };

/** The largest number of repetitions that RE2 supports. */
const MOST_REPETITIONS = 1_000;

/** Thrown for a construct that RE2 does not support, or for which it means something else. */
class Unsupported extends Error {}

const unsupported = (): never => {
  throw new Unsupported();
};

/**
 * Translates a regular expression of ECMA-262 with the flag `u` to the syntax of RE2, as far as both accept exactly the
 * same strings. Every literal is written as a code point, so that RE2 cannot understand it in another way.
 *
 * @returns undefined if it has a construct that is not known to mean the same: lookarounds, references to groups, lone
 *   surrogates
 */
export function toRe2(pattern: string): string | undefined {
  try {
    return translate([...pattern]);
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** The rest of a pattern. */
type Rest = string[];

function translate(characters: Rest): string {
  const rest = characters.reverse();
  let out = "";
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) out += translateOne(next, rest);
  return out;
}

function translateOne(next: string, rest: Rest): string {
  switch (next) {
    case ".":
      return DOT;
    case "(":
      return openGroup(rest);
    case "[":
      return readClass(rest);
    case "{":
      return readRepetitions(rest);
    case "\\":
      return readEscape(rest);
    case "^":
    case "$":
    case "|":
    case ")":
    case "*":
    case "+":
    case "?":
      return next;
    default:
      return literal(next.codePointAt(0) ?? 0);
  }
}

function literal(code: number): string {
  // Each half of a pair is a character of its own in RE2.
  return code >= 0xd800 && code <= 0xdfff ? unsupported() : String.raw`\x{${code.toString(16)}}`;
}

/** Groups do not capture, because only whether a string matches counts. */
function openGroup(rest: Rest): string {
  if (rest.at(-1) !== "?") return "(?:";
  rest.pop();
  const kind = rest.pop();
  if (kind === ":") return "(?:";
  if (kind !== "<" || rest.at(-1) === "=" || rest.at(-1) === "!") return unsupported();
  while (rest.pop() !== ">") if (rest.length === 0) return unsupported();
  return "(?:";
}

function readRepetitions(rest: Rest): string {
  let bounds = "";
  for (let next = rest.pop(); next !== "}"; next = rest.pop()) bounds += next ?? unsupported();
  if (bounds.split(",").some((bound) => Number(bound) > MOST_REPETITIONS)) return unsupported();
  return `{${bounds}}`;
}

/** Reads an escape outside of a class, after the backslash. */
function readEscape(rest: Rest): string {
  const next = rest.at(-1) ?? unsupported();
  const known = CLASSES[next.toLowerCase()];
  if (known !== undefined || next === "b" || next === "B") {
    rest.pop();
    if (known === undefined) return `\\${next}`;
    return next === next.toLowerCase() ? `[${known}]` : `[^${known}]`;
  }
  if (next === "p" || next === "P") return `[${readProperty(rest)}]`;
  return literal(readCode(rest));
}

/** Reads an escape that stands for one code point. */
function readCode(rest: Rest): number {
  const next = rest.pop() ?? unsupported();
  const control = CONTROLS[next];
  if (control !== undefined) return /\d/.test(rest.at(-1) ?? "") && next === "0" ? unsupported() : control;
  if (next === "x") return readHex(rest, 2);
  if (next === "u") return rest.at(-1) === "{" ? readBraces(rest) : readUnits(rest);
  return /[\^$\\.*+?()[\]{}|/-]/.test(next) ? (next.codePointAt(0) ?? 0) : unsupported();
}

function readHex(rest: Rest, digits: number): number {
  let text = "";
  while (text.length < digits) text += rest.pop() ?? unsupported();
  return Number.parseInt(text, 16);
}

function readBraces(rest: Rest): number {
  rest.pop();
  let text = "";
  for (let next = rest.pop(); next !== "}"; next = rest.pop()) text += next ?? unsupported();
  return Number.parseInt(text, 16);
}

/** Reads a code unit, or two that are a pair. */
function readUnits(rest: Rest): number {
  const high = readHex(rest, 4);
  if (high < 0xd800 || high > 0xdbff || rest.at(-1) !== "\\" || rest.at(-2) !== "u") return high;
  rest.pop();
  rest.pop();
  const low = readHex(rest, 4);
  return low >= 0xdc00 && low <= 0xdfff ? (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : unsupported();
}

/** Reads a class after its opening bracket. */
function readClass(rest: Rest): string {
  let out = "[";
  if (rest.at(-1) === "^") out += rest.pop();
  // Empty classes, which match nothing or everything.
  if (rest.at(-1) === "]") return unsupported();
  for (let next = rest.pop(); next !== "]"; next = rest.pop()) {
    const from = classMember(next ?? unsupported(), rest);
    if (rest.at(-1) !== "-" || rest.at(-2) === "]") {
      out += typeof from === "string" ? from : literal(from);
      continue;
    }
    rest.pop();
    const to = classMember(rest.pop() ?? unsupported(), rest);
    if (typeof from === "string" || typeof to === "string") return unsupported();
    out += `${literal(from)}-${literal(to)}`;
  }
  return `${out}]`;
}

/** Returns a code point, or the characters of a class in a class. */
function classMember(next: string, rest: Rest): number | string {
  if (next !== "\\") return next.codePointAt(0) ?? 0;
  const escaped = rest.at(-1) ?? "";
  const known = CLASSES[escaped];
  if (known !== undefined) {
    rest.pop();
    return known;
  }
  if (escaped === "b") {
    rest.pop();
    return 8;
  }
  if (escaped === "p" || escaped === "P") return readProperty(rest);
  return readCode(rest);
}

/** The characters of Unicode properties as the members of a class, by their escape. */
const properties = new Map<string, string>();

/**
 * Reads `p{…}` or `P{…}`. Returns the code points that this JavaScript engine counts among it, because RE2 knows another
 * version of Unicode.
 */
function readProperty(rest: Rest): string {
  let name = "";
  for (let next = rest.pop(); next !== "}"; next = rest.pop()) name += next ?? unsupported();
  const property = `\\${name}}`;
  const members = properties.get(property) ?? membersOf(new RegExp(`^${property}$`, "u"));
  properties.set(property, members);
  return members || unsupported();
}

const LAST_CODE_POINT = 0x10ffff;

function membersOf(one: RegExp): string {
  const ranges: string[] = [];
  let from: number | undefined;
  for (let code = 0; code <= LAST_CODE_POINT + 1; code++) {
    const isMember = code <= LAST_CODE_POINT && one.test(String.fromCodePoint(code));
    if (isMember) from ??= code;
    if (isMember || from === undefined) continue;
    ranges.push(`\\x{${from.toString(16)}}-\\x{${(code - 1).toString(16)}}`);
    from = undefined;
  }
  return ranges.join("");
}
