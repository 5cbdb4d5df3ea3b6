import { post } from "../kit/create-faults.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { type Token, taking, tokensOf } from "../kit/lenient-json.js";

const FAMILY = "grammar of JSON";
const RULE = "0008: JSON that does not parse is a 400; RFC 8259";

/** A body with a string in every role and a token in every container. */
const WHOLE = JSON.stringify({
  uid: "grammar",
  items: [
    { key: "key", type: "string", value: "value" },
    { key: "key", type: "string-array", value: ["one", "two"] },
    {
      key: "key",
      type: "object",
      value: [
        { key: "key", type: "string", value: "value" },
        { key: "key", type: "string-array", value: ["one", "two"] },
      ],
    },
  ],
});

const rolesOf = (body: string) => [...new Set(tokensOf(body).map(({ role }) => role))].filter((role) => role !== "");
const ROLES = rolesOf(WHOLE);
/** Names and types are fixed words, so an additional character in them is an error in valid JSON too. */
const FREE = ROLES.filter((role) => !/name|type/.test(role));
const FIXED = ROLES.filter((role) => !FREE.includes(role));

/** Changes the tokens of a body that are in a place. */
const changing = (holds: (token: Token) => boolean, change: (text: string) => string) => (body: string) =>
  tokensOf(body)
    .map((token) => (holds(token) ? change(token.text) : token.text))
    .join("");

/** Changes only the first token in a place. */
function changingFirst(holds: (token: Token) => boolean, change: (text: string) => string): string {
  const tokens = tokensOf(WHOLE);
  const first = tokens.findIndex(holds);
  return tokens.map(({ text }, i) => (i === first ? change(text) : text)).join("");
}

const escaped = (code: number) => JSON.stringify(String.fromCharCode(code)).slice(1, -1);
const unicode = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;

/** Extensions of the grammar of strings. */
interface StringSyntax {
  name: string;
  /** Converts a string with this extension to JSON. */
  repair(string: string): string;
  /** Writes a string of JSON with this extension. */
  write(string: string): string;
}

/** Writes the first character of a string differently. */
const first = (write: (code: number, character: string) => string) => (string: string) =>
  `"${write(string.charCodeAt(1), string.charAt(1))}${string.slice(2)}`;
/** Adds a text at the end of a string. */
const last = (text: string) => (string: string) => `${string.slice(0, -1)}${text}"`;
/** Replaces escapes, without mistaking the second half of `\\` for the start of one. */
const escapes = (pattern: RegExp, read: (digits: string) => string) => {
  const each = new RegExp(`\\\\(?:${pattern.source}|.)`, "gs");
  return (string: string) =>
    string.replace(each, (whole: string, digits: string | undefined) => (digits === undefined ? whole : read(digits)));
};
const number = (base: number) => (digits: string) => {
  const code = Number.parseInt(digits, base);
  return code < 0x20 ? unicode(code) : escaped(code);
};

/** Extensions in which any text can be written. */
const SPELLINGS: StringSyntax[] = [
  {
    name: "escapes \\x41",
    repair: escapes(/x([\da-fA-F]{2})/, number(16)),
    write: first((code) => `\\x${code.toString(16)}`),
  },
  {
    name: "escapes \\u{41}",
    repair: escapes(/u\{([\da-fA-F]{1,4})\}/, number(16)),
    write: first((code) => `\\u{${code.toString(16)}}`),
  },
  {
    name: "escapes \\U00000041",
    repair: escapes(/U0000([\da-fA-F]{4})/, number(16)),
    write: first((code) => `\\U${code.toString(16).padStart(8, "0")}`),
  },
  {
    name: "octal escapes",
    repair: escapes(/([0-3][0-7]{2})/, number(8)),
    write: first((code) => `\\${code.toString(8).padStart(3, "0")}`),
  },
  {
    name: "a backslash before any letter",
    repair: escapes(/([^"\\/bfnrtu\d])/, (letter) => letter),
    write: (string) => string.replace(/[^"\\/bfnrtu\d]/, (letter) => `\\${letter}`),
  },
  {
    name: "a string over two lines",
    repair: escapes(/(\r?\n)/, () => ""),
    write: first((_, character) => `${character}\\\n`),
  },
  {
    name: "a string in single quotes",
    repair: (string) => (string.startsWith("'") ? JSON.stringify(string.slice(1, -1)) : string),
    write: (string) => `'${string.slice(1, -1)}'`,
  },
];

/** Extensions that add a character. */
const ADDITIONS: StringSyntax[] = [
  ...[0x09, 0x0a, 0x00, 0x1f].map((code) => ({
    name: `a raw ${unicode(code).replace("\\u", "U+").toUpperCase()}`,
    repair: (string: string) => string.replaceAll(String.fromCharCode(code), unicode(code)),
    write: last(String.fromCharCode(code)),
  })),
  { name: "the escape \\0", repair: escapes(/(0)(?!\d)/, () => "\\u0000"), write: last("\\0") },
  { name: "the escape \\'", repair: escapes(/(')/, () => "'"), write: last("\\'") },
  { name: "the escape \\v", repair: escapes(/(v)/, () => "\\u000b"), write: last("\\v") },
];

/** Extensions that a parser drops. */
const DROPPED: StringSyntax[] = [
  ...[0x09, 0x0a, 0x00].map((code) => ({
    name: `a raw ${unicode(code).replace("\\u", "U+").toUpperCase()}, dropped`,
    repair: (string: string) => string.replaceAll(String.fromCharCode(code), ""),
    write: last(String.fromCharCode(code)),
  })),
  { name: "an unknown escape, dropped", repair: escapes(/([^"\\/bfnrtu])/, () => ""), write: last("\\q") },
];

const withRoles = (syntaxes: StringSyntax[], roles: readonly string[]) =>
  syntaxes.flatMap((syntax) => roles.map((role) => ({ ...syntax, role, name: `${syntax.name} in ${role}` })));

const strings = mutantsOf(FAMILY, {
  name: "a string that is not JSON is accepted",
  rule: RULE,
  places: [...withRoles(SPELLINGS, ROLES), ...withRoles(ADDITIONS, FREE), ...withRoles(DROPPED, FIXED)],
  fault: ({ role, repair }) => taking(changing((token) => token.role === role, repair)),
  witness: ({ role, write }) => [post(changingFirst((token) => token.role === role, write))],
});

const begins = (start: string) => (text: string) => text.startsWith(start);

/** Texts that a lenient parser skips. */
const GAPS: { name: string; holds(text: string): boolean; shown: string }[] = [
  { name: "a comment /* */", holds: begins("/*"), shown: "/* comment */" },
  { name: "a comment //", holds: begins("//"), shown: "// comment\n" },
  { name: "a comment #", holds: begins("#"), shown: "# comment\n" },
  { name: "a semicolon", holds: begins(";"), shown: ";" },
  { name: "a form feed", holds: (text) => text.trim() === "" && text.includes("\f"), shown: "\f" },
  { name: "a no-break space", holds: (text) => text.trim() === "" && text.includes("\u00a0"), shown: "\u00a0" },
];

const containersOf = (body: string) => [...new Set(tokensOf(body).map(({ container }) => container))];
const INNER = containersOf(WHOLE).filter((container) => container !== "the beginning" && container !== "the end");

/** Returns the body with a text in a container: after its first comma, before the body or after it. */
function withGap(container: string, shown: string): string {
  if (container === "the beginning") return shown + WHOLE;
  if (container === "the end") return WHOLE + shown;
  return changingFirst(
    (token) => token.container === container && token.text === ",",
    (comma) => comma + shown,
  );
}

const gaps = mutantsOf(FAMILY, {
  name: "what is between tokens is skipped",
  rule: RULE,
  places: ["the beginning", ...INNER, "the end"].flatMap((container) =>
    GAPS.map((gap) => ({
      ...gap,
      container,
      name: `${gap.name} ${/beginning|end$/.test(container) ? "at" : "in"} ${container}`,
    })),
  ),
  fault: ({ container, holds }) =>
    taking(
      changing(
        (token) => token.container === container && token.kind === "other" && holds(token.text),
        () => " ",
      ),
    ),
  witness: ({ container, shown }) => [post(withGap(container, shown))],
});

const commas = mutantsOf(FAMILY, {
  name: "a trailing comma is accepted",
  rule: RULE,
  places: INNER.map((container) => ({ name: `in ${container}`, container })),
  fault: ({ container }) =>
    taking(
      changing(
        (token) => token.trailing && token.container === container,
        () => "",
      ),
    ),
  witness: ({ container }) => [post(withTrailingComma(container))],
});

/** Returns the body with a comma after the last token of the first such container. */
function withTrailingComma(container: string): string {
  const tokens = tokensOf(WHOLE);
  const begin = tokens.findIndex((token) => token.container === container);
  const end = tokens.findIndex(({ text }, i) => i > begin && /^[}\]]$/.test(text) && outsideOf(tokens, begin, i));
  return tokens.map(({ text }, i) => (i === end ? `,${text}` : text)).join("");
}

/** Whether a closing bracket closes the container of the token at `begin`. */
function outsideOf(tokens: readonly Token[], begin: number, end: number): boolean {
  const depth = tokens
    .slice(begin, end)
    .reduce((sum, { text }) => sum + (/^[{[]$/.test(text) ? 1 : /^[}\]]$/.test(text) ? -1 : 0), 0);
  return depth === 0;
}

export const jsonGrammar: Mutant[] = [...strings, ...gaps, ...commas];
