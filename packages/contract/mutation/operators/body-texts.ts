import { insideStrings, onLenientText, outsideStrings } from "../kit/bodies.js";
import { onCreate, post, refusedInstead } from "../kit/create-faults.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";

const FAMILY = "the text of a body";

const body = (items: string, uid = '"text"'): string => `{"uid":${uid},"items":[${items}]}`;
const note = (value: string): string => `{"key":"k","type":"string","value":${value}}`;
const size = (value: string): string => `{"key":"k","type":"number","value":${value}}`;
const sizes = (value: string): string => `{"key":"k","type":"number-array","value":${value}}`;

/** Texts that are not JSON, and how a lenient parser reads them. */
const LENIENT: { name: string; text: string; repair(text: string): string }[] = [
  {
    name: "a second value after the first",
    text: `${body(note('"x"'))} {"uid":"other"}`,
    repair: (text) => text.slice(0, firstEnd(text)),
  },
  {
    name: "a NUL at the end",
    text: `${body(note('"x"'))}\0`,
    repair: (text) => text.replace(/\0+$/, ""),
  },
  {
    name: "a semicolon at the end",
    text: `${body(note('"x"'))};`,
    repair: (text) => text.replace(/;\s*$/, ""),
  },
  {
    name: "semicolons between fields",
    text: '{"uid":"text";"items":[{"key":"k";"type":"string";"value":"x"}]}',
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(";", ",")),
  },
  {
    name: "an equals sign after a name",
    text: body('{"key"="k","type"="string","value"="x"}'),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/=>?/g, ":")),
  },
  {
    name: "hexadecimal numbers",
    text: body(size("0x1F")),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/0x[\da-f]+/gi, (hex) => String(Number(hex)))),
  },
  {
    name: "numbers without a digit before the point",
    text: body(sizes("[1,.5]")),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/(?<!\d)\.(?=\d)/g, "0.")),
  },
  {
    name: "numbers without a digit after the point",
    text: body(size("5.")),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/(?<=\d)\.(?![\d])/g, ".0")),
  },
  {
    name: "a plus sign before a number",
    text: body(size("+5")),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/(?<![\deE])\+(?=\d)/g, "")),
  },
  {
    name: "upper-case literals",
    text: body('{"key":"k","type":"boolean","value":TRUE}'),
    repair: (text) =>
      outsideStrings(text, (part) => part.replaceAll(/\b(TRUE|FALSE|True|False)\b/g, (word) => word.toLowerCase())),
  },
  {
    name: "an escaped apostrophe",
    text: body(note('"it\\\'s"')),
    repair: (text) => insideStrings(text, (part) => part.replaceAll(/(?<!\\)\\'/g, "'")),
  },
  {
    name: "hexadecimal escapes of two digits",
    text: body(note('"\\x41"')),
    repair: (text) => insideStrings(text, (part) => part.replaceAll(/(?<!\\)\\x([\da-fA-F]{2})/g, "\\u00$1")),
  },
  {
    name: "unknown escapes",
    text: body(note('"\\d+"')),
    repair: (text) => insideStrings(text, (part) => part.replaceAll(/(?<!\\)\\([a-ac-eg-mo-qsv-z])/g, "$1")),
  },
  {
    name: "tabs in texts",
    text: body(note('"a\tb"')),
    repair: (text) => insideStrings(text, (part) => part.replaceAll("\t", "\\t")),
  },
  {
    name: "the control character U+001F in texts",
    text: body(note('"a\u001fb"')),
    repair: (text) => insideStrings(text, (part) => part.replaceAll("\u001f", "\\u001f")),
  },
  {
    name: "line breaks in texts",
    text: body(note('"a\r\nb"')),
    repair: (text) => insideStrings(text, (part) => part.replaceAll("\r", "\\r").replaceAll("\n", "\\n")),
  },
  {
    name: "form feeds between values",
    text: body(`${note('"x"')}\f`),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/[\f\v]/g, " ")),
  },
  {
    name: "no-break spaces between values",
    text: body(`\u00a0${note('"x"')}`),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/[\u00a0\u2028\u2029\ufeff]/g, " ")),
  },
  {
    name: "left out elements",
    text: body(sizes("[1,,2]")),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/,(?=\s*,)/g, "")),
  },
  {
    name: "a comma before the first element",
    text: body(sizes("[,1]")),
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/\[\s*,/g, "[")),
  },
  {
    name: "a missing bracket at the end",
    text: body(note('"x"')).slice(0, -2),
    repair: (text) => (text.endsWith("}") ? `${text}]}` : text),
  },
  {
    name: "comments with a hash",
    text: `${body(note('"x"'))}\n# the end`,
    repair: (text) => outsideStrings(text, (part) => part.replaceAll(/#[^\n]*/g, "")),
  },
  {
    name: "a prefix against scripts",
    text: `)]}',\n${body(note('"x"'))}`,
    repair: (text) => text.replace(/^\)\]\}',?\n/, ""),
  },
];

/** Returns the index after the first object of a text. */
function firstEnd(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") depth++;
    if (token === "}" && --depth === 0) return index + 1;
  }
  return text.length;
}

/** Valid texts that a strict or old parser rejects. */
const REJECTED: { name: string; text: string; wrong(text: string): boolean }[] = [
  { name: "white space before the first brace", text: `\r\n${body(note('"x"'))}`, wrong: (text) => /^\s/.test(text) },
  { name: "white space after the last brace", text: `${body(note('"x"'))}\n`, wrong: (text) => /\s$/.test(text) },
  { name: "a byte order mark", text: `\ufeff${body(note('"x"'))}`, wrong: (text) => text.startsWith("\ufeff") },
  {
    name: "escapes in the name of a field",
    text: body('{"\\u006bey":"k","type":"string","value":"x"}'),
    wrong: (text) => /"[^"]*\\u[^"]*"\s*:/.test(text),
  },
  { name: "an escaped slash", text: body(note('"a\\/b"')), wrong: (text) => text.includes("\\/") },
  {
    name: "upper-case digits in an escape",
    text: body(note('"\\u00E9"')),
    wrong: (text) => /\\u[\da-f]*[A-F]/.test(text),
  },
  {
    name: "the escapes of form feed and backspace",
    text: body(note('"\\f\\b"')),
    wrong: (text) => /(?<!\\)\\[fb]/.test(text),
  },
  { name: "an unescaped U+007F", text: body(note('"\u007f"')), wrong: (text) => text.includes("\u007f") },
  { name: "an unescaped line separator", text: body(note('"a\u2028b"')), wrong: (text) => /[\u2028\u2029]/.test(text) },
  { name: "an upper-case exponent", text: body(size("1E2")), wrong: outside(/\dE[+-]?\d/) },
  { name: "a plus sign in an exponent", text: body(size("1e+2")), wrong: outside(/e\+\d/i) },
  { name: "leading zeros in an exponent", text: body(size("1e02")), wrong: outside(/e[+-]?0\d/i) },
  { name: "a negative exponent of a whole number", text: body(size("100e-2")), wrong: outside(/(?<![.\d])\d+e-\d/i) },
  { name: "tabs between values", text: body(`\t${note('"x"')}`), wrong: outside(/\t/) },
  { name: "spaces before a colon", text: body('{"key" : "k","type":"string","value":"x"}'), wrong: outside(/^\s+:/) },
  {
    name: "a uid that comes last",
    text: `{"items":[${note('"x"')}],"uid":"text"}`,
    wrong: (text) => /"uid"\s*:\s*"[^"]*"\s*}\s*$/.test(text),
  },
  {
    name: "a value that comes before its type",
    text: body('{"key":"k","value":"x","type":"string"}'),
    wrong: (text) => /"value"\s*:\s*("[^"]*"|[\d.]+|true|false)\s*,\s*"type"/.test(text),
  },
];

function outside(pattern: RegExp): (text: string) => boolean {
  return (text) => {
    let found = false;
    outsideStrings(text, (part) => {
      found ||= pattern.test(part);
      return part;
    });
    return found;
  };
}

const onRefusedText = (wrong: (text: string) => boolean): Fault =>
  onCreate((_, { text }) => (wrong(text) ? refusedInstead("the body is not JSON") : undefined));

export const bodyTexts: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "accepts what is not JSON",
    rule: "Decision 0008: a body that is not valid JSON is a 400",
    places: LENIENT,
    fault: ({ repair }) => onLenientText(repair),
    witness: ({ text }) => [post(text)],
  }),
  ...mutantsOf(FAMILY, {
    name: "rejects some JSON",
    rule: "RFC 8259 (interface 4.1: the body is a JSON object); decision 0030: a byte order mark is skipped",
    places: REJECTED,
    fault: ({ wrong }) => onRefusedText(wrong),
    witness: ({ text }) => [post(text)],
  }),
];
