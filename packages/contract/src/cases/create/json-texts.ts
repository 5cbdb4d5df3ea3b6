import type { Case } from "../../case.js";
import { draft } from "../draft.js";
import { type Creator, checkEach, refuse } from "./creator.js";

/** A valid body with parts that the cases replace. */
export const body = (uid: string) =>
  `{"uid":"${uid}","items":[{"key":"a","type":"string","value":"b"},{"key":"l","type":"object","value":[{"key":"n","type":"number-array","value":[1,2]}]}]}`;

const replaced = (from: string, to: string) => (uid: string) => body(uid).replace(from, () => to);

export const escaped = (field: string) => `\\u${field.charCodeAt(0).toString(16).padStart(4, "0")}${field.slice(1)}`;

/** Single edits of the body, at the top, in a nested item and in an array. None of the results is JSON (RFC 8259). */
const BROKEN: Record<string, (uid: string) => string> = {
  nothing: () => "",
  "only white space": () => " \r\n\t ",
  "only a byte order mark": () => "\ufeff",
  "two byte order marks": (uid) => `\ufeff\ufeff${body(uid)}`,
  "a byte order mark inside": replaced(',"items"', '\ufeff,"items"'),
  "a comma at the end of an object": replaced('"b"}', '"b",}'),
  "a comma at the end of a nested object": replaced("[1,2]}", "[1,2],}"),
  "a comma at the end of the record": (uid) => body(uid).replace(/\}$/, ",}"),
  "a comma at the end of an array": replaced("[1,2]", "[1,2,]"),
  "a comma at the end of the items": (uid) => body(uid).replace(/\]\}$/, ",]}"),
  "a comma at the start of an array": replaced("[1,2]", "[,1,2]"),
  "a comma at the start of an object": replaced('{"key":"a"', '{,"key":"a"'),
  "two commas in an array": replaced("[1,2]", "[1,,2]"),
  "two commas in an object": replaced('"a","type"', '"a",,"type"'),
  "no comma in an array": replaced("[1,2]", "[1 2]"),
  "no comma in an object": replaced('"a","type"', '"a" "type"'),
  "no comma between items": replaced("},{", "}{"),
  "a semicolon instead of a comma": replaced("[1,2]", "[1;2]"),
  "no colon": replaced('"key":"a"', '"key" "a"'),
  "two colons": replaced('"key":"a"', '"key"::"a"'),
  "an equals sign instead of a colon": replaced('"key":"a"', '"key"="a"'),
  "an arrow instead of a colon": replaced('"key":"a"', '"key"=>"a"'),
  "a name without quotes": replaced('"key":"a"', 'key:"a"'),
  "a nested name without quotes": replaced('"key":"n"', 'key:"n"'),
  "a name in single quotes": replaced('"key":"a"', "'key':\"a\""),
  "a number instead of a name": replaced('"key":"a"', '1:"a"'),
  "a string in single quotes": replaced('"b"', "'b'"),
  "a string in backquotes": replaced('"b"', "`b`"),
  "a string without quotes": replaced('"b"', "b"),
  "only single quotes": (uid) => body(uid).replaceAll('"', "'"),
  "a line comment": replaced(',"items"', ', // comment\n"items"'),
  "a block comment": replaced(',"items"', ', /* comment */"items"'),
  "a comment at the end": (uid) => `${body(uid)} // comment`,
  "a comment at the start": (uid) => `/* comment */ ${body(uid)}`,
  "a # comment": replaced(',"items"', ', # comment\n"items"'),
  "a nested comment": replaced("[1,2]", "[1,/* comment */2]"),
  "an unterminated string": replaced('"b"', '"b'),
  "a string with a line feed": replaced('"b"', '"b\nc"'),
  "a string with a carriage return": replaced('"b"', '"b\rc"'),
  "a string with a tab": replaced('"b"', '"b\tc"'),
  "a string with a NUL": replaced('"b"', '"b\u0000c"'),
  "a string with the control character 1": replaced('"b"', '"b\u0001c"'),
  "a string with the control character 1F": replaced('"b"', '"b\u001fc"'),
  "a string with a backspace": replaced('"b"', '"b\bc"'),
  "a string with a form feed": replaced('"b"', '"b\fc"'),
  "a string with an escape character": replaced('"b"', '"b\u001bc"'),
  "a name with a tab": replaced('"key":"a"', '"ke\ty":"a"'),
  "a key with a line feed": replaced('"key":"a"', '"key":"a\n"'),
  "a backslash before a line feed": replaced('"b"', '"b\\\nc"'),
  ...Object.fromEntries(
    [
      "x41",
      "u",
      "u1",
      "u12",
      "u123",
      "u12g4",
      "uD83",
      "u{41}",
      "U0041",
      "'",
      "a",
      "v",
      "0",
      "e",
      "1",
      " ",
      "N{DASH}",
      "-",
      "&",
      "u+041",
    ].map((letters) => [`the escape \\${letters}`, replaced('"b"', `"b\\${letters}"`)]),
  ),
  "no closing brace of the record": (uid) => body(uid).slice(0, -1),
  "no closing bracket of the items": (uid) => body(uid).slice(0, -2),
  "only its first 60 characters": (uid) => body(uid).slice(0, 60),
  "an extra closing brace": (uid) => `${body(uid)}}`,
  "an extra closing bracket": (uid) => `${body(uid)}]`,
  "an array closed by a brace": replaced("[1,2]", "[1,2}"),
  "an object closed by a bracket": replaced('"b"}', '"b"]'),
  "two records": (uid) => body(uid) + body(uid),
  "two records on two lines": (uid) => `${body(uid)}\n${body(uid)}`,
  "two records with a comma": (uid) => `${body(uid)},${body(uid)}`,
  "something after it": (uid) => `${body(uid)}x`,
  "a NUL after it": (uid) => `${body(uid)}\u0000`,
  "a number after it": (uid) => `${body(uid)}1`,
  "null after it": (uid) => `${body(uid)}null`,
  "a semicolon after it": (uid) => `${body(uid)};`,
  "something before it": (uid) => `x${body(uid)}`,
  "an anti-hijacking prefix before it": (uid) => `)]}',\n${body(uid)}`,
  "a callback around it": (uid) => `callback(${body(uid)})`,
  "parentheses around it": (uid) => `(${body(uid)})`,
  "an assignment": (uid) => `data=${body(uid)}`,
  "a form": (uid) => `uid=${uid}&items=`,
  "a record as YAML": (uid) => `uid: ${uid}\nitems:\n  - key: a\n    type: string\n    value: b\n`,
  "a no-break space between tokens": replaced(',"items"', ',\u00a0"items"'),
  "a form feed between tokens": replaced(',"items"', ',\f"items"'),
  "a vertical tab between tokens": replaced(',"items"', ',\u000b"items"'),
  "a line separator between tokens": replaced(',"items"', ',\u2028"items"'),
  "an ideographic space between tokens": replaced(',"items"', ',\u3000"items"'),
  "a next-line character between tokens": replaced(',"items"', ',\u0085"items"'),
  "a no-break space in an array": replaced("[1,2]", "[1,\u00a02]"),
  "an ellipsis in an array": replaced("[1,2]", "[1,...]"),
  ...Object.fromEntries(
    [
      "NaN",
      "Infinity",
      "-Infinity",
      "undefined",
      "None",
      "True",
      "False",
      "TRUE",
      "NULL",
      "nil",
      "nan",
      "inf",
      "function(){}",
      "new Date()",
      "/a/",
      "1n",
      "Symbol()",
      "tru",
      "truee",
      "nul",
      "nulll",
    ].flatMap((word) => [
      [`${word} as a value`, replaced('"b"', word)],
      [`${word} in a nested array`, replaced("[1,2]", `[1,${word}]`)],
    ]),
  ),
};

/** JSON that is not a record. */
const OTHER: Record<string, (uid: string) => string> = {
  ...Object.fromEntries(
    [
      "null",
      "true",
      "false",
      "0",
      "7",
      '"text"',
      '""',
      "[]",
      "{}",
      "[null]",
      "[[]]",
      '{"data":{}}',
      '{"items":[]}',
    ].map((text) => [text, () => text]),
  ),
  "a record in an array": (uid) => `[${body(uid)}]`,
  "two records in an array": (uid) => `[${body(uid)},${body(`${uid}b`)}]`,
  "a record in data": (uid) => `{"data":${body(uid)}}`,
  "a record in a string": (uid) => JSON.stringify(body(uid)),
  "a record in a record": (uid) => `{"uid":"${uid}","items":${body(uid)}}`,
  "items as an object": (uid) => `{"uid":"${uid}","items":{"0":{"key":"a","type":"string","value":"b"}}}`,
  "items as one item": (uid) => `{"uid":"${uid}","items":{"key":"a","type":"string","value":"b"}}`,
  "items as pairs": (uid) => `{"uid":"${uid}","items":{"a":"b"}}`,
  "items as a string": (uid) => `{"uid":"${uid}","items":"[]"}`,
  "items in two arrays": (uid) => `{"uid":"${uid}","items":[[{"key":"a","type":"string","value":"b"}]]}`,
  "no items": (uid) => `{"uid":"${uid}"}`,
  "items that are null": (uid) => `{"uid":"${uid}","items":null}`,
  "no uid": () => '{"items":[{"key":"a","type":"string","value":"b"}]}',
};

/** A duplicate field in one object (decision 0030), with the same value and with a different one, at every level. */
const TWICE: [name: string, field: string, text: (uid: string) => string][] = [
  ["the uid, with the same value", "uid", (uid) => body(uid).replace("{", `{"uid":"${uid}",`)],
  ["the uid, with a different value", "uid", (uid) => body(uid).replace("{", `{"uid":"${uid}x",`)],
  ["the uid, last", "uid", (uid) => body(uid).replace(/\}$/, `,"uid":"${uid}"}`)],
  ["the uid, once as an escape", "uid", (uid) => body(uid).replace("{", `{"u\\u0069d":"${uid}",`)],
  ["the items", "items", (uid) => body(uid).replace(/\}$/, ',"items":[{"key":"a","type":"string","value":"b"}]}')],
  ["the items, empty first", "items", (uid) => body(uid).replace("{", '{"items":[],')],
  ...(["key", "type", "value"] as const).flatMap((field): [string, string, (uid: string) => string][] => {
    const [outer, nested] = { key: ['"a"', '"n"'], type: ['"string"', '"number-array"'], value: ['"b"', "[1,2]"] }[
      field
    ] as [string, string];
    return [
      [
        `${field} of an item, with the same value`,
        field,
        replaced(`"${field}":${outer}`, `"${field}":${outer},"${field}":${outer}`),
      ],
      [
        `${field} of an item, a different value first`,
        field,
        replaced(`"${field}":${outer}`, `"${field}":"x","${field}":${outer}`),
      ],
      [`${field} of an item, a different value last`, field, replaced('"b"}', `"b","${field}":"x"}`)],
      [
        `${field} of an item, once as an escape`,
        field,
        replaced(`"${field}":${outer}`, `"${escaped(field)}":${outer},"${field}":${outer}`),
      ],
      [
        `${field} of a nested item, with the same value`,
        field,
        replaced(`"${field}":${nested}`, `"${field}":${nested},"${field}":${nested}`),
      ],
      [
        `${field} of a nested item, a different value first`,
        field,
        replaced(`"${field}":${nested}`, `"${field}":null,"${field}":${nested}`),
      ],
      [`${field} of a nested item, last`, field, replaced("[1,2]}", `[1,2],"${field}":${nested}}`)],
      [
        `${field} of a nested item, once as an escape`,
        field,
        replaced(`"${field}":${nested}`, `"${escaped(field)}":${nested},"${field}":${nested}`),
      ],
      [
        `${field} of an item with nested items`,
        field,
        replaced('{"key":"l","type":"object",', `{"${field}":"x","key":"l","type":"object",`),
      ],
    ];
  }),
  [
    "key of an item in an object-array",
    "key",
    (uid) =>
      `{"uid":"${uid}","items":[{"key":"l","type":"object-array","value":[{"key":"a","key":"a","type":"string","value":"b"}]}]}`,
  ],
  [
    "key of the last of many items",
    "key",
    (uid) =>
      `{"uid":"${uid}","items":[${'{"key":"a","type":"string","value":"b"},'.repeat(99)}{"key":"a","type":"string","value":"b","key":"a"}]}`,
  ],
];

/** Returns bodies that are not JSON, or not a record, with a uid in most of them. */
export const invalidBodies = (uid: string): [name: string, text: string][] =>
  Object.entries({ ...BROKEN, ...OTHER }).map(([name, write]) => [name, write(uid)]);

/** Bytes that are not UTF-8 (RFC 3629), inside an otherwise valid string. */
const NO_UTF8: Record<string, number[]> = {
  "a lone continuation byte": [0x80],
  "a lone byte BF": [0xbf],
  "a Latin-1 letter": [0xe9],
  FE: [0xfe],
  FF: [0xff],
  "NUL encoded in two bytes": [0xc0, 0x80],
  "a slash encoded in two bytes": [0xc0, 0xaf],
  C1: [0xc1, 0xbf],
  "a slash encoded in three bytes": [0xe0, 0x80, 0xaf],
  "a two-byte letter encoded in three bytes": [0xe0, 0x9f, 0xbf],
  "a high surrogate": [0xed, 0xa0, 0x80],
  "a low surrogate": [0xed, 0xbf, 0xbf],
  "a surrogate pair in six bytes": [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
  "a three-byte letter encoded in four bytes": [0xf0, 0x8f, 0xbf, 0xbf],
  "a code point above U+10FFFF": [0xf4, 0x90, 0x80, 0x80],
  F5: [0xf5, 0x80, 0x80, 0x80],
  F8: [0xf8, 0x88, 0x80, 0x80, 0x80],
  "a truncated two-byte character": [0xc3],
  "a truncated three-byte character": [0xe2, 0x82],
  "a truncated four-byte character": [0xf0, 0x9f, 0x98],
  "a parenthesis instead of a continuation byte": [0xc3, 0x28],
};

/** Creates cases about bodies that must be rejected. */
export const refusalOfText =
  ({ operation }: Creator) =>
  (name: string, run: Case["run"]): Case =>
    draft(operation, { rule: "JSON", name: `${name} is rejected`, status: "400", wire: true, run });

/** Cases about what is JSON and what is not (RFC 8259, decision 0030). */
export function jsonCases(creator: Creator): Case[] {
  const make = refusalOfText(creator);
  const texts = { ...BROKEN, ...OTHER };
  return [
    ...Object.entries(texts).map(([name, write]) =>
      make(name, (context) => refuse(context, creator, { rawBody: write(context.uid()) })),
    ),
    ...TWICE.map(([name, field, write]) =>
      make(`duplicate field: ${name},`, (context) =>
        refuse(context, creator, { rawBody: write(context.uid()) }, field),
      ),
    ),
    ...Object.entries(NO_UTF8).map(([name, bytes]) =>
      make(`invalid UTF-8: ${name},`, (context) =>
        checkEach(
          ["in a value", "in a nested key", "in the uid", "in a name"],
          (place) => place,
          (place) => {
            const at =
              { "in a value": '"b"', "in a nested key": '"n"', "in the uid": `"uid":"`, "in a name": '"items' }[
                place
              ] ?? "";
            const text = body(context.uid());
            const inside = text.indexOf(at) + at.length - (at.endsWith('"') && place !== "in the uid" ? 1 : 0);
            const rawBody = Buffer.concat([
              Buffer.from(text.slice(0, inside)),
              Buffer.from(bytes),
              Buffer.from(text.slice(inside)),
            ]);
            return refuse(context, creator, { rawBody });
          },
        ),
      ),
    ),
    ...(["utf16le", "utf16be", "utf32"] as const).flatMap((encoding) =>
      [true, false].map((marked) =>
        make(`${encoding} ${marked ? "with" : "without"} a byte order mark`, (context) =>
          refuse(context, creator, { rawBody: encoded(body(context.uid()), encoding, marked) }),
        ),
      ),
    ),
    ...[17, 20, 63, 64, 65, 100, 1000, 100_000].flatMap((depth) =>
      [
        ["[", "]"],
        ['{"a":', "}"],
      ].map(([open = "", close = ""]) =>
        make(`${depth} times ${open} as a value`, (context) => {
          const nested = open.repeat(depth) + (open === "[" ? "" : "1") + close.repeat(depth);
          return refuse(context, creator, { rawBody: body(context.uid()).replace('"b"', nested) });
        }),
      ),
    ),
  ];
}

function encoded(text: string, encoding: "utf16le" | "utf16be" | "utf32", marked: boolean): Uint8Array {
  const whole = (marked ? "\ufeff" : "") + text;
  if (encoding === "utf32")
    return Buffer.from(Uint32Array.from([...whole].map((point) => point.codePointAt(0) ?? 0)).buffer);
  const bytes = Buffer.from(whole, "utf16le");
  return encoding === "utf16le" ? bytes : bytes.swap16();
}
