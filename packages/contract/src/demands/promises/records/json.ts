import type { Case } from "../../../cases/case.js";
import { type Effort, sampled } from "../../../cases/effort.js";
import { isJson } from "../../../lib/objects.js";
import { specialCharacters } from "../../../text/characters.js";
import { type Creator, rejectsEach, type Try } from "./creator.js";
import { placesOf } from "./places.js";

const RULE = "JSON";

/** A valid body with parts that the cases replace. */
const body = (uid: string) =>
  `{"uid":"${uid}","items":[{"key":"a","type":"string","value":"b"},{"key":"l","type":"object","value":[{"key":"n","type":"number-array","value":[1,2]}]}]}`;

/** A valid body with strings in every role: names, uid, keys, types, values and elements, including in nested items. */
const manyTokens = (uid: string) =>
  `{"uid":"${uid}","items":[{"key":"a","type":"string","value":"b"},{"key":"f","type":"boolean","value":true},{"key":"t","type":"string-array","value":["x","y"]},{"key":"l","type":"object-array","value":[{"key":"s","type":"string-array","value":["c","d","e"]},{"key":"n","type":"number-array","value":[1,2.5]},{"key":"o","type":"object","value":[{"key":"k","type":"string","value":"v"}]}]}]}`;

/** Words that are no values of JSON. */
const WORDS = (
  "NaN Infinity -Infinity undefined None True False TRUE NULL nil nan inf function(){} /a/ 1n Symbol() tru truee nul " +
  "nulll"
)
  .split(" ")
  .concat("new Date()");
/** Edits of a body as a whole. */
const WHOLE: ((text: string, uid: string) => string)[] = [
  ...["", " \r\n\t ", "\ufeff"].map((text) => () => text),
  ...["\ufeff\ufeff", "/* comment */ ", "x", ")]}',\n"].map((before) => (text: string) => before + text),
  ...[" // comment", "}", "]", "x", "\0", "1", "null", ";"].map((after) => (text: string) => text + after),
  ...["", "\n", ","].map((between) => (text: string) => text + between + text),
  ...[-1, -2, 60].map((end) => (text: string) => text.slice(0, end)),
  (text) => text.replace(/\}$/, ",}"),
  (text) => text.replace(/\]\}$/, ",]}"),
  (text) => text.replaceAll('"', "'"),
  (text) => `callback(${text})`,
  (text) => `(${text})`,
  (text) => `data=${text}`,
  (_, uid) => `uid=${uid}&items=`,
  (_, uid) => `uid: ${uid}\nitems:\n  - key: a\n    type: string\n    value: b\n`,
];

/** JSON that is not a record. */
const OTHER: ((text: string, uid: string) => string)[] = [
  ...'null true false 0 7 "text" "" [] {} [null] [[]] {"data":{}} {"items":[]}'.split(" ").map((text) => () => text),
  () => '{"items":[{"key":"a","type":"string","value":"b"}]}',
  (text) => `[${text}]`,
  (text, uid) => `[${text},${text.replace(uid, `${uid}b`)}]`,
  (text) => `{"data":${text}}`,
  (text) => JSON.stringify(text),
  (text, uid) => `{"uid":"${uid}","items":${text}}`,
  ...[
    '{"0":{"key":"a","type":"string","value":"b"}}',
    '{"key":"a","type":"string","value":"b"}',
    '[[{"key":"a","type":"string","value":"b"}]]',
    ...['{"a":"b"}', '"[]"', "null"],
  ].map((items) => (_: string, uid: string) => `{"uid":"${uid}","items":${items}}`),
  (_, uid) => `{"uid":"${uid}"}`,
];

const shown = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 30)}…${text.slice(-28)}` : text);

/** Returns bodies that are not JSON, or not a record, with a uid in most of them. */
export const invalidBodies = (uid: string): Try[] => [
  ...asTries([...WHOLE, ...OTHER].map((write) => write(body(uid), uid))),
  ...Object.keys(TOKEN_EDITS).flatMap((rule) => editedTokens(uid, rule, "quick")),
];

const escaped = (field: string) => `\\u${field.charCodeAt(0).toString(16).padStart(4, "0")}${field.slice(1)}`;

/** A duplicate field in one object (decision 0030), with the same value and with a different one, at every level. */
function duplicateFields(creator: Creator, uid: string): Try[] {
  const ofRecord = [
    ...[`{"uid":"${uid}",`, `{"uid":"${uid}x",`, `{"u\\u0069d":"${uid}",`].map((start) =>
      body(uid).replace("{", start),
    ),
    body(uid).replace(/\}$/, `,"uid":"${uid}"}`),
  ];
  const ofItems = [
    body(uid).replace(/\}$/, ',"items":[{"key":"a","type":"string","value":"b"}]}'),
    body(uid).replace("{", '{"items":[],'),
  ];
  const tried = { key: "tried", type: "string", value: "the-value" };
  const inItems = placesOf(creator).flatMap(({ name: place, wrap }) => {
    const text = JSON.stringify({ uid, items: wrap(tried) });
    const at = text.indexOf('"key":"tried"');
    const end = text.indexOf('"value":"the-value"') + '"value":"the-value"'.length;
    return (["key", "type", "value"] as const).flatMap((field) =>
      [field, escaped(field)].flatMap((name) =>
        [tried[field], "x", null].flatMap((value) => {
          const pair = `"${name}":${JSON.stringify(value)}`;
          return [
            `${text.slice(0, at)}${pair},${text.slice(at)}`,
            `${text.slice(0, end)},${pair}${text.slice(end)}`,
          ].map((rawBody) => ({ name: `${pair} ${place}`, inputs: { rawBody }, named: field }));
        }),
      ),
    );
  });
  const late = `{"uid":"${uid}","items":[${'{"key":"a","type":"string","value":"b"},'.repeat(99)}{"key":"a","type":"string","value":"b","key":"a"}]}`;
  return [
    ...asTries(ofRecord).map((each) => ({ ...each, named: "uid" })),
    ...asTries(ofItems).map((each) => ({ ...each, named: "items" })),
    ...inItems,
    { name: "the last of 100 items", inputs: { rawBody: late }, named: "key" },
  ];
}

/** Bytes that are not UTF-8 (RFC 3629), in hexadecimal. */
const NO_UTF8 = (
  "80 bf e9 fe ff c080 c0af c1bf e080af e09fbf eda080 edbfbf eda0bdedb880 f08fbfbf f4908080 f5808080 f888808080 c3 e282 f09f98 " +
  "c328"
).split(" ");

function notUtf8(uid: string): Try[] {
  const text = body(uid);
  const places = {
    "a value": text.indexOf('"b"') + 2,
    "a key": text.indexOf('"n"') + 2,
    "the uid": 8,
    "a name": text.indexOf("items"),
  };
  return NO_UTF8.flatMap((bytes) =>
    Object.entries(places).map(([place, at]) => ({
      name: `${bytes} in ${place}`,
      inputs: {
        rawBody: Buffer.concat([
          Buffer.from(text.slice(0, at)),
          Buffer.from(bytes, "hex"),
          Buffer.from(text.slice(at)),
        ]),
      },
    })),
  );
}

function otherEncodings(uid: string): Try[] {
  return ["", "\ufeff"].flatMap((mark) => {
    const text = mark + body(uid);
    const little = Buffer.from(text, "utf16le");
    const points = Uint32Array.from([...text].map((point) => point.codePointAt(0) ?? 0));
    const all = { "UTF-16LE": little, "UTF-16BE": Buffer.from(little).swap16(), "UTF-32": Buffer.from(points.buffer) };
    return Object.entries(all).map(([name, rawBody]) => ({
      name: `${name}${mark && " with a mark"}`,
      inputs: { rawBody },
    }));
  });
}

/** Arrays and objects nested more deeply than any record. */
const deepValues = (uid: string): Try[] =>
  [17, 20, 63, 64, 65, 100, 1000, 100_000].flatMap((depth) =>
    [["[", "", "]"] as const, ['{"a":', "1", "}"] as const].map(([open, inner, close]) => ({
      name: `${depth} times ${open}`,
      inputs: { rawBody: body(uid).replace('"b"', open.repeat(depth) + inner + close.repeat(depth)) },
    })),
  );

/** Bodies whose end is a record, a uid, a number or a literal; none of their beginnings is JSON. */
const ENDINGS: ((uid: string) => string)[] = [
  body,
  (uid) => `{"items":[{"value":"b","type":"string","key":"a"}],"uid":"${uid}"}`,
  (uid) => `{"uid":"${uid}","items":[{"key":"a","type":"number","value":12.5e1}]}`,
  (uid) => `{"uid":"${uid}","items":[{"key":"a","type":"boolean-array","value":[true,false]}]}`,
];

/** Every proper prefix of a body. */
const prefixes = (uid: string, effort: Effort): string[] =>
  ENDINGS.flatMap((write) => {
    const whole = write(uid);
    const lengths = Array.from({ length: whole.length - 1 }, (_, i) => i + 1);
    return (effort === "quick" ? lengths.slice(-4) : lengths).map((length) => whole.slice(0, length));
  });

/** Edits of a text at one character. */
const CHARACTER_EDITS: Record<string, (text: string, i: number) => string> = {
  "left out": (text, i) => text.slice(0, i) + text.slice(i + 1),
  twice: (text, i) => text.slice(0, i + 1) + text.slice(i),
  "and the next one swapped": (text, i) => text.slice(0, i) + text.charAt(i + 1) + text.charAt(i) + text.slice(i + 2),
};

const asTries = (bodies: string[]): Try[] => bodies.map((rawBody) => ({ name: shown(rawBody), inputs: { rawBody } }));

/** Characters that only look like white space, which JSON has four of; a parser skips a byte order mark at the start. */
const FALSE_BLANKS = specialCharacters()
  .map(({ text }) => text.slice(1, -1))
  .filter((mark) => /^[\p{Z}\p{C}]$/u.test(mark) && !" \t\n\r\ufeff".includes(mark));

/** Writes a token in a way that JSON forbids. */
type Edit = (token: string) => string;

const inserting =
  (text: string): Edit =>
  (token) =>
    `"${text}${token.slice(1)}`;
const digits = (code: number, base: number, length: number) => code.toString(base).padStart(length, "0");
/** Writes the first character of a string differently. */
const spelling =
  (write: (code: number, character: string) => string): Edit =>
  (token) =>
    `"${write(token.charCodeAt(1), token.charAt(1))}${token.slice(2)}`;

const before =
  (text: string): Edit =>
  (token) =>
    text + token;
const instead =
  (text: string): Edit =>
  () =>
    text;
const ANY = /"[^"]*"|[[\]{}:,]|[\w.]+|$/g;

/** What RFC 8259 forbids in a string and elsewhere, what other languages write, and what lenient parsers skip. */
const TOKEN_EDITS: Record<string, { edits: Edit[]; tokens: RegExp; step: number }> = {
  "each control character in each string of a body": {
    edits: Array.from({ length: 0x20 }, (_, code) => inserting(String.fromCharCode(code))),
    tokens: /"[^"]*"/g,
    step: 1,
  },
  "each escape that JSON does not have, in each string of a body,": {
    edits: Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i))
      .filter((letter) => !'"\\/bfnrtu'.includes(letter))
      .map((letter) => inserting(`\\${letter}`)),
    tokens: /"[^"]*"/g,
    step: 5,
  },
  "each string of a body, written as in other languages,": {
    edits: [
      ...["\\'", "\\0", "\\a", "\\e", "\\v", "\\?"].map(inserting),
      ...[(code: number) => `\\x${digits(code, 16, 2)}`, (code: number) => `\\x{${digits(code, 16, 2)}}`].map(spelling),
      ...[(code: number) => `\\u{${digits(code, 16, 2)}}`, (code: number) => `\\U${digits(code, 16, 8)}`].map(spelling),
      spelling((code) => `\\${digits(code, 8, 3)}`),
      ...["\\", "\\\n", '"+"'].map((before) => spelling((_, character) => before + character)),
      ...["'", "`"].map(
        (quote): Edit =>
          (token) =>
            quote + token.slice(1, -1) + quote,
      ),
      (token) => `""${token}""`,
      (token) => token.slice(1, -1),
    ],
    tokens: /"[^"]*"/g,
    step: 1,
  },
  "each text that lenient parsers skip, between any two tokens of a body,": {
    edits: [",", "/**/", "//\n", "#\n", ";", "\f", "\v", "\u00a0", "...", "\ufeff"].map(before),
    tokens: ANY,
    step: 1,
  },
  "each mark of a body, left out or replaced by another one,": {
    edits: ["", " ", ";", ":", "=", "=>", "::", ",,", "[", "]", "{", "}", "("].map(instead),
    tokens: /[[\]{}:,]/g,
    step: 1,
  },
  "each word of other languages, in place of a string or another value,": {
    edits: WORDS.map(instead),
    tokens: /"[^"]*"|[\w.]+/g,
    step: 3,
  },
  "each character that only looks like white space": { edits: FALSE_BLANKS.map(before), tokens: ANY, step: 30 },
};

/**
 * Combines edits with tokens. A thorough run gets all pairs, a standard run every `step`-th one, among which each edit
 * and each token still occurs, and a quick run a few.
 */
function editedTokens(uid: string, rule: string, effort: Effort): Try[] {
  const { edits = [], tokens = /$/g, step = 1 } = TOKEN_EDITS[rule] ?? {};
  const valid = manyTokens(uid);
  const all = edits.flatMap((edit, row) =>
    [...valid.matchAll(tokens)].map(({ 0: text, index }, column) => ({ edit, text, index, diagonal: row + column })),
  );
  const chosen = effort === "thorough" ? all : all.filter(({ diagonal }) => diagonal % step === 0);
  return (
    sampled(chosen, effort, 41)
      .map(({ edit, text, index }) => ({
        name: JSON.stringify(valid.slice(Math.max(0, index - 12), index) + edit(text)),
        inputs: { rawBody: valid.slice(0, index) + edit(text) + valid.slice(index + text.length) },
      }))
      // A parser skips a byte order mark at the start.
      .filter(({ inputs }) => !isJson(inputs.rawBody.replace(/^\ufeff/, "")))
  );
}

/** Cases about what is JSON in UTF-8 and what is not (RFC 8259, decision 0030), and JSON that is not a record. */
export function jsonCases(creator: Creator): Case[] {
  const rejected = (name: string, triesOf: (uid: string, effort: Effort) => Try[]) =>
    rejectsEach(creator, RULE, `${name} is rejected`, (context) => triesOf(context.uid(), context.effort));
  return [
    ...invalidBodies("uid").map(({ name }, i) => rejected(name, (uid) => invalidBodies(uid).slice(i, i + 1))),
    rejected("each duplicate field, in every place,", (uid, effort) =>
      sampled(duplicateFields(creator, uid), effort, 7),
    ),
    rejected("each sequence of bytes that is not UTF-8", (uid, effort) => sampled(notUtf8(uid), effort, 5)),
    rejected("JSON in each other encoding", otherEncodings),
    rejected("each deeply nested value", deepValues),
    rejected("every proper prefix of a body", (uid, effort) => asTries(prefixes(uid, effort))),
    ...Object.entries(CHARACTER_EDITS).map(([how, edit]) =>
      rejected(`a body with any one character ${how}, unless the result is JSON,`, (uid, effort) => {
        const text = body(uid);
        const edited = [...text].map((_, i) => edit(text, i)).filter((each) => !isJson(each));
        return asTries(sampled(edited, effort, 20));
      }),
    ),
    ...Object.keys(TOKEN_EDITS).map((name) => rejected(name, (uid, effort) => editedTokens(uid, name, effort))),
  ];
}
