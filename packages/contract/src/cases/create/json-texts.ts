import type { Case } from "../../case.js";
import { draft } from "../draft.js";
import { type Creator, each, refuse } from "./creator.js";

/** A right body with something in it that a test puts elsewhere. */
export const body = (uid: string) =>
  `{"uid":"${uid}","items":[{"key":"a","type":"string","value":"b"},{"key":"l","type":"object","value":[{"key":"n","type":"number-array","value":[1,2]}]}]}`;

const replaced = (from: string, to: string) => (uid: string) => body(uid).replace(from, () => to);

export const escaped = (member: string) => `\\u${member.charCodeAt(0).toString(16).padStart(4, "0")}${member.slice(1)}`;

/** One edit of the text, at the top, in a nested item and in an array; none of them is JSON (RFC 8259). */
const BROKEN: Record<string, (uid: string) => string> = {
  nothing: () => "",
  "blanks alone": () => " \r\n\t ",
  "a byte order mark alone": () => "\ufeff",
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
  "a semicolon for a comma": replaced("[1,2]", "[1;2]"),
  "no colon": replaced('"key":"a"', '"key" "a"'),
  "two colons": replaced('"key":"a"', '"key"::"a"'),
  "an equals sign for a colon": replaced('"key":"a"', '"key"="a"'),
  "an arrow for a colon": replaced('"key":"a"', '"key"=>"a"'),
  "a name without quotes": replaced('"key":"a"', 'key:"a"'),
  "a nested name without quotes": replaced('"key":"n"', 'key:"n"'),
  "a name in single quotes": replaced('"key":"a"', "'key':\"a\""),
  "a number for a name": replaced('"key":"a"', '1:"a"'),
  "a text in single quotes": replaced('"b"', "'b'"),
  "a text in backquotes": replaced('"b"', "`b`"),
  "a text without quotes": replaced('"b"', "b"),
  "all quotes single": (uid) => body(uid).replaceAll('"', "'"),
  "a comment of a line": replaced(',"items"', ', // comment\n"items"'),
  "a comment of a block": replaced(',"items"', ', /* comment */"items"'),
  "a comment at the end": (uid) => `${body(uid)} // comment`,
  "a comment at the start": (uid) => `/* comment */ ${body(uid)}`,
  "a comment with a number sign": replaced(',"items"', ', # comment\n"items"'),
  "a nested comment": replaced("[1,2]", "[1,/* comment */2]"),
  "a text that does not end": replaced('"b"', '"b'),
  "a text over two lines": replaced('"b"', '"b\nc"'),
  "a text with a carriage return": replaced('"b"', '"b\rc"'),
  "a text with a tab": replaced('"b"', '"b\tc"'),
  "a text with a NUL": replaced('"b"', '"b\u0000c"'),
  "a text with the control character 1": replaced('"b"', '"b\u0001c"'),
  "a text with the control character 1F": replaced('"b"', '"b\u001fc"'),
  "a text with a backspace": replaced('"b"', '"b\bc"'),
  "a text with a form feed": replaced('"b"', '"b\fc"'),
  "a text with an escape": replaced('"b"', '"b\u001bc"'),
  "a name with a tab": replaced('"key":"a"', '"ke\ty":"a"'),
  "a key with a line end": replaced('"key":"a"', '"key":"a\n"'),
  "a line that goes on": replaced('"b"', '"b\\\nc"'),
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
  "no end of the record": (uid) => body(uid).slice(0, -1),
  "no end of the items": (uid) => body(uid).slice(0, -2),
  "half of it": (uid) => body(uid).slice(0, 60),
  "an end too many": (uid) => `${body(uid)}}`,
  "an end of an array too many": (uid) => `${body(uid)}]`,
  "the wrong end of an array": replaced("[1,2]", "[1,2}"),
  "the wrong end of an object": replaced('"b"}', '"b"]'),
  "two records": (uid) => body(uid) + body(uid),
  "two records on two lines": (uid) => `${body(uid)}\n${body(uid)}`,
  "two records with a comma": (uid) => `${body(uid)},${body(uid)}`,
  "something after it": (uid) => `${body(uid)}x`,
  "a NUL after it": (uid) => `${body(uid)}\u0000`,
  "a number after it": (uid) => `${body(uid)}1`,
  "null after it": (uid) => `${body(uid)}null`,
  "a semicolon after it": (uid) => `${body(uid)};`,
  "something before it": (uid) => `x${body(uid)}`,
  "a guard before it": (uid) => `)]}',\n${body(uid)}`,
  "a callback around it": (uid) => `callback(${body(uid)})`,
  "parentheses around it": (uid) => `(${body(uid)})`,
  "an assignment": (uid) => `data=${body(uid)}`,
  "a form": (uid) => `uid=${uid}&items=`,
  "a record as YAML": (uid) => `uid: ${uid}\nitems:\n  - key: a\n    type: string\n    value: b\n`,
  "a no-break space between tokens": replaced(',"items"', ',\u00a0"items"'),
  "a form feed between tokens": replaced(',"items"', ',\f"items"'),
  "a vertical tab between tokens": replaced(',"items"', ',\u000b"items"'),
  "a line separator between tokens": replaced(',"items"', ',\u2028"items"'),
  "a wide blank between tokens": replaced(',"items"', ',\u3000"items"'),
  "a next line between tokens": replaced(',"items"', ',\u0085"items"'),
  "nested blanks of another sort": replaced("[1,2]", "[1,\u00a02]"),
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

/** JSON that is no record. */
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
  "a record in a text": (uid) => JSON.stringify(body(uid)),
  "a record in a record": (uid) => `{"uid":"${uid}","items":${body(uid)}}`,
  "items as an object": (uid) => `{"uid":"${uid}","items":{"0":{"key":"a","type":"string","value":"b"}}}`,
  "items as one item": (uid) => `{"uid":"${uid}","items":{"key":"a","type":"string","value":"b"}}`,
  "items as pairs": (uid) => `{"uid":"${uid}","items":{"a":"b"}}`,
  "items as a text": (uid) => `{"uid":"${uid}","items":"[]"}`,
  "items in two arrays": (uid) => `{"uid":"${uid}","items":[[{"key":"a","type":"string","value":"b"}]]}`,
  "no items": (uid) => `{"uid":"${uid}"}`,
  "items that are null": (uid) => `{"uid":"${uid}","items":null}`,
  "no uid": () => '{"items":[{"key":"a","type":"string","value":"b"}]}',
};

/** A field twice in one object (decision 0030), with the same value and with another, at every level. */
const TWICE: [name: string, member: string, text: (uid: string) => string][] = [
  ["the uid, with the same value", "uid", (uid) => body(uid).replace("{", `{"uid":"${uid}",`)],
  ["the uid, with another value", "uid", (uid) => body(uid).replace("{", `{"uid":"${uid}x",`)],
  ["the uid, last", "uid", (uid) => body(uid).replace(/\}$/, `,"uid":"${uid}"}`)],
  ["the uid, once as an escape", "uid", (uid) => body(uid).replace("{", `{"u\\u0069d":"${uid}",`)],
  ["the items", "items", (uid) => body(uid).replace(/\}$/, ',"items":[{"key":"a","type":"string","value":"b"}]}')],
  ["the items, empty first", "items", (uid) => body(uid).replace("{", '{"items":[],')],
  ...(["key", "type", "value"] as const).flatMap((member): [string, string, (uid: string) => string][] => {
    const [outer, nested] = { key: ['"a"', '"n"'], type: ['"string"', '"number-array"'], value: ['"b"', "[1,2]"] }[
      member
    ] as [string, string];
    return [
      [
        `${member} of an item, the same`,
        member,
        replaced(`"${member}":${outer}`, `"${member}":${outer},"${member}":${outer}`),
      ],
      [
        `${member} of an item, another first`,
        member,
        replaced(`"${member}":${outer}`, `"${member}":"x","${member}":${outer}`),
      ],
      [`${member} of an item, another last`, member, replaced('"b"}', `"b","${member}":"x"}`)],
      [
        `${member} of an item, once as an escape`,
        member,
        replaced(`"${member}":${outer}`, `"${escaped(member)}":${outer},"${member}":${outer}`),
      ],
      [
        `${member} of a nested item, the same`,
        member,
        replaced(`"${member}":${nested}`, `"${member}":${nested},"${member}":${nested}`),
      ],
      [
        `${member} of a nested item, another first`,
        member,
        replaced(`"${member}":${nested}`, `"${member}":null,"${member}":${nested}`),
      ],
      [`${member} of a nested item, last`, member, replaced("[1,2]}", `[1,2],"${member}":${nested}}`)],
      [
        `${member} of a nested item, once as an escape`,
        member,
        replaced(`"${member}":${nested}`, `"${escaped(member)}":${nested},"${member}":${nested}`),
      ],
      [
        `${member} of an item that holds others`,
        member,
        replaced('{"key":"l","type":"object",', `{"${member}":"x","key":"l","type":"object",`),
      ],
    ];
  }),
  [
    "key of an item of a list",
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

/** Bytes that are no UTF-8 (RFC 3629), inside a string that is right but for them. */
const NO_UTF8: Record<string, number[]> = {
  "a lone byte that goes on": [0x80],
  "a lone BF": [0xbf],
  "a letter of Latin-1": [0xe9],
  FE: [0xfe],
  FF: [0xff],
  "NUL in two bytes": [0xc0, 0x80],
  "a slash in two bytes": [0xc0, 0xaf],
  C1: [0xc1, 0xbf],
  "a slash in three bytes": [0xe0, 0x80, 0xaf],
  "a letter in three bytes": [0xe0, 0x9f, 0xbf],
  "half of a pair": [0xed, 0xa0, 0x80],
  "the other half of a pair": [0xed, 0xbf, 0xbf],
  "a pair in two times three bytes": [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
  "a letter in four bytes": [0xf0, 0x8f, 0xbf, 0xbf],
  "past the last character": [0xf4, 0x90, 0x80, 0x80],
  F5: [0xf5, 0x80, 0x80, 0x80],
  F8: [0xf8, 0x88, 0x80, 0x80, 0x80],
  "two bytes cut": [0xc3],
  "three bytes cut": [0xe2, 0x82],
  "four bytes cut": [0xf0, 0x9f, 0x98],
  "a quote where a byte should go on": [0xc3, 0x28],
};

/** Makes cases about texts that are refused. */
export const refusalOfText =
  ({ operation }: Creator) =>
  (name: string, run: Case["run"]): Case =>
    draft(operation, { rule: "JSON", name: `${name} is refused`, status: "400", wire: true, run });

/** What is JSON and what is not, by RFC 8259 and decision 0030. */
export function jsonCases(creator: Creator): Case[] {
  const make = refusalOfText(creator);
  const texts = { ...BROKEN, ...OTHER };
  return [
    ...Object.entries(texts).map(([name, write]) =>
      make(name, (context) => refuse(context, creator, { rawBody: write(context.uid()) })),
    ),
    ...TWICE.map(([name, member, write]) =>
      make(`twice: ${name},`, (context) => refuse(context, creator, { rawBody: write(context.uid()) }, member)),
    ),
    ...Object.entries(NO_UTF8).map(([name, bytes]) =>
      make(`no UTF-8: ${name},`, (context) =>
        each(
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
