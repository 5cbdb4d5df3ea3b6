import type { Case } from "../../case.js";
import { type Effort, sampled } from "../../effort.js";
import { isJson } from "../../grammar/is-json.js";
import { type Creator, checkEach, refuse } from "./creator.js";
import { refusalOfText } from "./json-texts.js";

/** A valid body with strings in every role: names, uid, keys, types, values and elements, also in nested items. */
const body = (uid: string) =>
  JSON.stringify({
    uid,
    items: [
      { key: "a", type: "string", value: "b" },
      { key: "f", type: "boolean", value: true },
      { key: "t", type: "string-array", value: ["x", "y"] },
      {
        key: "l",
        type: "object-array",
        value: [
          { key: "s", type: "string-array", value: ["c", "d", "e"] },
          { key: "n", type: "number-array", value: [1, 2.5] },
          { key: "o", type: "object", value: [{ key: "k", type: "string", value: "v" }] },
        ],
      },
    ],
  });

/** A token of a body and its position; the end of the body is an empty token. */
interface Token {
  text: string;
  at: number;
}

/** Writes a token in a way that JSON forbids. */
type Edit = (token: string) => string;

/** Adds a text at the start of a string. */
const inserting =
  (text: string): Edit =>
  (token) =>
    `"${text}${token.slice(1)}`;

/** Writes the first character of a string differently. */
const spelling =
  (write: (code: number, character: string) => string): Edit =>
  (token) =>
    `"${write(token.charCodeAt(1), token.charAt(1))}${token.slice(2)}`;

const digits = (code: number, base: number, length: number) => code.toString(base).padStart(length, "0");

/** The characters that RFC 8259, section 7, allows in a string only as an escape. */
const CONTROLS = Array.from({ length: 0x20 }, (_, code) => inserting(String.fromCharCode(code)));

/** Printable ASCII characters that form no escape of RFC 8259, section 7, after a backslash. */
const NO_ESCAPES = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i))
  .filter((letter) => !'"\\/bfnrtu'.includes(letter))
  .map((letter) => inserting(`\\${letter}`));

/** Escapes and notations of other languages. */
const OTHER_LANGUAGES: Edit[] = [
  ...["\\'", "\\0", "\\a", "\\e", "\\v", "\\?"].map(inserting),
  spelling((code) => `\\x${digits(code, 16, 2)}`),
  spelling((code) => `\\x{${digits(code, 16, 2)}}`),
  spelling((code) => `\\u{${digits(code, 16, 2)}}`),
  spelling((code) => `\\U${digits(code, 16, 8)}`),
  spelling((code) => `\\${digits(code, 8, 3)}`),
  spelling((_, character) => `\\${character}`),
  spelling((_, character) => `\\\n${character}`),
  spelling((_, character) => `"+"${character}`),
  (token) => `'${token.slice(1, -1)}'`,
  (token) => `\`${token.slice(1, -1)}\``,
  (token) => `""${token}""`,
  (token) => token.slice(1, -1),
];

/** Texts that lenient parsers skip between tokens. */
const SKIPPED = [",", "/**/", "//\n", "#\n", ";", "\f", "\v", "\u00a0"].map(
  (text): Edit =>
    (token) =>
      text + token,
);

const tokensLike = (pattern: RegExp, text: string): Token[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ text: found, at: index }));

const stringsOf = (text: string) => tokensLike(/"[^"]*"/g, text);
const tokensOf = (text: string) => tokensLike(/"[^"]*"|[[\]{}:,]|[\w.]+|$/g, text);

/**
 * Combines edits with tokens. A thorough run gets all pairs, a standard run every `step`-th one, among which each edit and
 * each token still occurs, and a quick run a few.
 */
function pairs(edits: readonly Edit[], tokens: readonly Token[], effort: Effort, step: number) {
  const all = edits.flatMap((edit, row) => tokens.map((token, column) => ({ edit, token, diagonal: row + column })));
  return sampled(effort === "thorough" ? all : all.filter(({ diagonal }) => diagonal % step === 0), effort, 41);
}

/** Cases that write what the grammar of JSON forbids at one place at every such place. */
export function jsonGrammarCases(creator: Creator): Case[] {
  const make = refusalOfText(creator);
  const rules: Record<string, [edits: readonly Edit[], tokensOf: (text: string) => readonly Token[], step: number]> = {
    "each control character in each string of a body": [CONTROLS, stringsOf, 1],
    "each escape that JSON does not have, in each string of a body,": [NO_ESCAPES, stringsOf, 5],
    "each string of a body, written as in other languages,": [OTHER_LANGUAGES, stringsOf, 1],
    "each text that lenient parsers skip, between any two tokens of a body,": [SKIPPED, tokensOf, 1],
  };
  return Object.entries(rules).map(([name, [edits, placesOf, step]]) =>
    make(name, (context) => {
      const uid = context.uid();
      const valid = body(uid);
      const tried = pairs(edits, placesOf(valid), context.effort, step)
        .map(({ edit, token: { text, at } }) => ({
          at,
          rawBody: valid.slice(0, at) + edit(text) + valid.slice(at + text.length),
        }))
        .filter(({ rawBody }) => !isJson(rawBody));
      return checkEach(
        tried,
        ({ at, rawBody }) => JSON.stringify(rawBody.slice(Math.max(0, at - 12), at + 12)),
        ({ rawBody }) => refuse(context, creator, { rawBody }),
      );
    }),
  );
}
