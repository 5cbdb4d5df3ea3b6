import type { Case } from "../../case.js";
import type { Effort } from "../../effort.js";
import { sampled } from "../../effort.js";
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

/** Combines marks with places: all of them, or so many that each mark and each place is among them. */
function combined(marks: string[], places: number[], effort: Effort, step: number) {
  const all = marks.flatMap((mark, i) => places.map((at, j) => ({ mark, at, turn: i + j })));
  return sampled(effort === "thorough" ? all : all.filter(({ turn }) => turn % step === 0), effort, 41);
}

/** Cases that insert what the grammar of JSON forbids at one place into every such place. */
export function jsonGrammarCases(creator: Creator): Case[] {
  const make = refusalOfText(creator);
  const rules: Record<string, [marks: string[], placesOf: (text: string) => number[], step: number]> = {
    "each control character in each string of a body": [CONTROLS, insideStrings, 1],
    "each escape that JSON does not have, in each string of a body,": [
      NO_ESCAPES.map((letter) => `\\${letter}`),
      insideStrings,
      5,
    ],
    "each text that lenient parsers skip, between any two tokens of a body,": [SKIPPED, betweenTokens, 1],
  };
  return Object.entries(rules).map(([name, [marks, placesOf, step]]) =>
    make(name, (context) => {
      const uid = context.uid();
      const text = body(uid);
      const edits = combined(marks, placesOf(text), context.effort, step)
        .map(({ mark, at }) => ({ at, rawBody: text.slice(0, at) + mark + text.slice(at) }))
        .filter(({ rawBody }) => !isJson(rawBody));
      return checkEach(
        edits,
        ({ at, rawBody }) => JSON.stringify(rawBody.slice(Math.max(0, at - 12), at + 12)),
        ({ rawBody }) => refuse(context, creator, { rawBody }),
      );
    }),
  );
}
