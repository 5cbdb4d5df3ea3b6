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

/** The characters that RFC 8259, section 7, allows in a string only as an escape. */
const CONTROLS = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));

/** Printable ASCII characters that form no escape of RFC 8259, section 7, after a backslash. */
const NO_ESCAPES = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i)).filter(
  (letter) => !'"\\/bfnrtu'.includes(letter),
);

/** Texts that lenient parsers skip between tokens. */
const SKIPPED = [",", "/**/", "//\n", "#\n", ";"];

/** Returns the positions after the opening quote of each string. */
const insideStrings = (text: string) => [...text.matchAll(/"[^"]*"/g)].map(({ index }) => index + 1);

/** Returns the positions before each token, and the end of the text. */
const betweenTokens = (text: string) => [
  ...[...text.matchAll(/"[^"]*"|[[\]{}:,]|[\w.]+/g)].map(({ index }) => index),
  text.length,
];

/**
 * Combines texts with places. A thorough run gets all pairs, a standard run every `step`-th one, among which each text and
 * each place still occurs, and a quick run a few.
 */
function pairs(texts: readonly string[], places: readonly number[], effort: Effort, step: number) {
  const all = texts.flatMap((text, row) => places.map((at, column) => ({ text, at, diagonal: row + column })));
  return sampled(effort === "thorough" ? all : all.filter(({ diagonal }) => diagonal % step === 0), effort, 41);
}

/** Cases that insert what the grammar of JSON forbids at one place into every such place. */
export function jsonGrammarCases(creator: Creator): Case[] {
  const make = refusalOfText(creator);
  const rules: Record<
    string,
    [inserted: readonly string[], placesOf: (text: string) => readonly number[], step: number]
  > = {
    "each control character in each string of a body": [CONTROLS, insideStrings, 1],
    "each escape that JSON does not have, in each string of a body,": [
      NO_ESCAPES.map((letter) => `\\${letter}`),
      insideStrings,
      5,
    ],
    "each text that lenient parsers skip, between any two tokens of a body,": [SKIPPED, betweenTokens, 1],
  };
  return Object.entries(rules).map(([name, [inserted, placesOf, step]]) =>
    make(name, (context) => {
      const uid = context.uid();
      const valid = body(uid);
      const edits = pairs(inserted, placesOf(valid), context.effort, step)
        .map(({ text, at }) => ({ at, rawBody: valid.slice(0, at) + text + valid.slice(at) }))
        .filter(({ rawBody }) => !isJson(rawBody));
      return checkEach(
        edits,
        ({ at, rawBody }) => JSON.stringify(rawBody.slice(Math.max(0, at - 12), at + 12)),
        ({ rawBody }) => refuse(context, creator, { rawBody }),
      );
    }),
  );
}
