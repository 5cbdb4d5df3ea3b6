import { post } from "../kit/create-faults.js";
import { type Duplicate, duplicatesOf } from "../kit/duplicates.js";
import { type Exchange, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { sample } from "../kit/items.js";
import { isRecord, taking, takingBytes } from "../kit/lenient-json.js";

const FAMILY = "body syntax";
const MALFORMED = "0008: JSON that does not parse is a 400";

/** Changes the text outside of strings. */
const outside = (change: (part: string) => string) => (text: string) =>
  text
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, i) => (i % 2 ? part : change(part)))
    .join("");

const item = (value: string, type = "number") =>
  `{"uid":"syntax","items":[{"key":"k","type":"${type}","value":${value}}]}`;
const good = item("1");

const LENIENT: { name: string; repair(text: string): string; shown: string }[] = [
  { name: "NaN", repair: outside((p) => p.replace(/\bNaN\b/g, "0")), shown: item("NaN") },
  { name: "Infinity", repair: outside((p) => p.replace(/([:[,]\s*)Infinity\b/g, "$10")), shown: item("Infinity") },
  { name: "-Infinity", repair: outside((p) => p.replace(/-Infinity\b/g, "0")), shown: item("-Infinity") },
  {
    name: "a comma at the end of an object",
    repair: outside((p) => p.replace(/,\s*}/g, "}")),
    shown: good.replace("}]", ",}]"),
  },
  {
    name: "a comma at the end of an array",
    repair: outside((p) => p.replace(/,\s*]/g, "]")),
    shown: item("[1,]", "number-array"),
  },
  {
    name: "two commas in an array",
    repair: outside((p) => p.replace(/,\s*,/g, ",")),
    shown: item("[1,,2]", "number-array"),
  },
  {
    name: "a comma at the beginning of an array",
    repair: outside((p) => p.replace(/\[\s*,/g, "[")),
    shown: item("[,1]", "number-array"),
  },
  {
    name: "missing commas between members",
    repair: (t) => t.replace(/"(\s+)"/g, '",$1"'),
    shown: '{"uid":"syntax" "items":[{"key":"k","type":"number","value":1}]}',
  },
  { name: "comments of a line", repair: outside((p) => p.replace(/\/\/[^\n]*/g, "")), shown: `${good} // it` },
  {
    name: "comments of several lines",
    repair: outside((p) => p.replace(/\/\*[\s\S]*?\*\//g, "")),
    shown: `/* it */${good}`,
  },
  { name: "comments that begin with #", repair: outside((p) => p.replace(/#[^\n]*/g, "")), shown: `# it\n${good}` },
  { name: "single quotes", repair: (t) => t.replaceAll("'", '"'), shown: good.replaceAll('"', "'") },
  {
    name: "names without quotes",
    repair: outside((p) => p.replace(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3')),
    shown: good.replace('"uid"', "uid"),
  },
  { name: "leading zeros", repair: outside((p) => p.replace(/([:[,]\s*-?)0+(?=\d)/g, "$1")), shown: item("01") },
  { name: "a plus sign", repair: outside((p) => p.replace(/([:[,]\s*)\+(?=\d)/g, "$1")), shown: item("+1") },
  {
    name: "a number that begins with a point",
    repair: outside((p) => p.replace(/([:[,]\s*-?)\.(?=\d)/g, "$10.")),
    shown: item(".5"),
  },
  {
    name: "a number that ends in a point",
    repair: outside((p) => p.replace(/(\d)\.(?=\D|$)/g, "$1")),
    shown: item("5."),
  },
  {
    name: "hexadecimal numbers",
    repair: outside((p) => p.replace(/0x[0-9a-f]+/gi, (n) => String(Number(n)))),
    shown: item("0x1F"),
  },
  {
    name: "an exponent without digits",
    repair: outside((p) => p.replace(/(\d)[eE][+-]?(?=\D|$)/g, "$1")),
    shown: item("1e"),
  },
  { name: "underscores in numbers", repair: outside((p) => p.replace(/(\d)_(?=\d)/g, "$1")), shown: item("1_000") },
  {
    name: "True and False",
    repair: outside((p) => p.replace(/\bTrue\b/g, "true").replace(/\bFalse\b/g, "false")),
    shown: item("True", "boolean"),
  },
  { name: "raw line breaks in strings", repair: (t) => raw(t, "\n", "\\n"), shown: item('"a\nb"', "string") },
  { name: "raw tabs in strings", repair: (t) => raw(t, "\t", "\\t"), shown: item('"a\tb"', "string") },
  { name: "raw NUL in strings", repair: (t) => raw(t, "\0", "\\u0000"), shown: item('"a\0b"', "string") },
  { name: "raw U+001F in strings", repair: (t) => raw(t, "\x1f", "\\u001f"), shown: item('"a\x1fb"', "string") },
  { name: "unknown escapes", repair: (t) => t.replace(/\\([^"\\/bfnrtu])/g, "$1"), shown: item('"a\\xb"', "string") },
  {
    name: "short escapes",
    repair: (t) => t.replace(/\\u([0-9a-f]{1,3})(?![0-9a-f])/gi, (_, h) => `\\u${h.padStart(4, "0")}`),
    shown: item('"\\u41"', "string"),
  },
  { name: "text after the end", repair: (t) => t.replace(/}[^}]*$/, "}"), shown: `${good} x` },
  { name: "a second document", repair: (t) => t.replace(/}\s*{[\s\S]*$/, "}"), shown: `${good}\n${good}` },
  { name: "a bracket too many at the end", repair: (t) => t.replace(/[\]}]$/, ""), shown: `${good}}` },
  { name: "a missing bracket at the end", repair: (t) => `${t}}`, shown: good.slice(0, -1) },
  { name: "two missing brackets at the end", repair: (t) => `${t}]}`, shown: good.slice(0, -2) },
  { name: "NUL after the end", repair: (t) => t.replace(/\0+$/, ""), shown: `${good}\0` },
  {
    name: "white space of any kind between tokens",
    repair: outside((p) => p.replace(/[\u00a0\u2000-\u200a\u3000]/g, " ")),
    shown: good.replace(",", ",\u00a0"),
  },
  {
    name: "vertical tabs and form feeds between tokens",
    repair: outside((p) => p.replace(/[\v\f]/g, " ")),
    shown: good.replace(",", ",\f"),
  },
  { name: "a prefix against script inclusion", repair: (t) => t.replace(/^\)\]\}',?\n/, ""), shown: `)]}'\n${good}` },
  { name: "an equals sign for a colon", repair: outside((p) => p.replace(/=/g, ":")), shown: good.replace(":", "=") },
  { name: "a semicolon at the end", repair: (t) => t.replace(/;\s*$/, ""), shown: `${good};` },
];

/** Encodings that are not UTF-8. */
const BYTES: { name: string; repair(bytes: Buffer): Buffer; shown: Uint8Array }[] = [
  {
    name: "bytes that are not UTF-8, replaced",
    repair: (b) => Buffer.from(b.toString()),
    shown: latin(item('"\u00e9"', "string")),
  },
  {
    name: "bytes of Latin 1",
    repair: (b) => Buffer.from(b.toString("latin1")),
    shown: latin(item('"\u00e9"', "string")),
  },
  {
    name: "bytes that are not UTF-8, dropped",
    repair: (b) => Buffer.from(b.toString().replaceAll("\ufffd", "")),
    shown: latin(item('"\u00e9"', "string")),
  },
  {
    name: "UTF-16",
    repair: (b) => Buffer.from(b.toString("utf16le").replace(/^\ufeff/, "")),
    shown: Buffer.from(`\ufeff${good}`, "utf16le"),
  },
  {
    name: "surrogates in three bytes",
    repair: (b) => latin(surrogates(b)),
    shown: around(item('"@"', "string"), [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
  },
  {
    name: "overlong UTF-8",
    repair: (b) => latin(b.toString("latin1").replace("\xc0\xaf", "/")),
    shown: around(item('"@"', "string"), [0xc0, 0xaf]),
  },
];

/** Changes the text inside strings. */
function raw(text: string, from: string, to: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/gs, (string) => string.replaceAll(from, to));
}
function latin(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
function around(text: string, bytes: number[]): Uint8Array {
  const [before = "", after = ""] = text.split("@");
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}
function surrogates(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replace(
      /\xed([\xa0-\xbf])([\x80-\xbf])/g,
      (_, a: string, b: string) =>
        `\\u${(0xd000 | ((a.charCodeAt(0) & 0x3f) << 6) | (b.charCodeAt(0) & 0x3f)).toString(16)}`,
    );
}

const lenient = mutantsOf(FAMILY, {
  name: "what is not JSON is taken",
  rule: MALFORMED,
  places: [
    ...LENIENT.map(({ repair, ...each }) => ({ ...each, fault: taking(repair) })),
    ...BYTES.map(({ repair, ...each }) => ({ ...each, fault: takingBytes(repair) })),
  ],
  fault: ({ fault }) => fault,
  witness: ({ shown }) => [post(shown)],
});

const twice = (level: string, name: string, other: string) =>
  ({
    record:
      name === "uid"
        ? '{"uid":"a","uid":@,"items":[{"key":"k","type":"string","value":"x"}]}'
        : '{"items":@,"uid":"a","items":[{"key":"k","type":"string","value":"x"}]}',
    item: `{"uid":"a","items":[{"${name}":@,"key":"k","type":"string","value":"x"}]}`,
    nested: `{"uid":"a","items":[{"key":"o","type":"object","value":[{"${name}":@,"key":"k","type":"string","value":"x"}]}]}`,
  })[level]?.replace("@", other) ?? "";

const LEVELS: Record<string, { names: string[]; holds(depth: number): boolean }> = {
  record: { names: ["uid", "items"], holds: (depth) => depth === 0 },
  item: { names: ["key", "type", "value"], holds: (depth) => depth === 2 },
  nested: { names: ["key", "type", "value"], holds: (depth) => depth > 2 },
};
const VALUES: Record<string, [string, string]> = {
  uid: ['"b"', '"a"'],
  items: ['[{"key":"k","type":"string","value":"y"}]', '[{"key":"k","type":"string","value":"x"}]'],
  key: ['"other"', '"k"'],
  type: ['"date"', '"string"'],
  value: ['"y"', '"x"'],
};

/** Accepts certain duplicate fields; the last value counts, as in most parsers. */
const takingTwice =
  (sort: (duplicate: Duplicate) => boolean): Fault =>
  ({ namespace, text, request }) => {
    if (namespace === undefined || !isRecord(text)) return undefined;
    const found = duplicatesOf(text);
    return found.length > 0 && found.every(sort)
      ? { request: { ...request, body: JSON.stringify(JSON.parse(text.replace(/^\ufeff/, ""))) } }
      : undefined;
  };

const duplicates = mutantsOf(FAMILY, {
  name: "a duplicate field is accepted",
  rule: "0030: a duplicate field in an object is a 400 that names it",
  places: Object.entries(LEVELS).flatMap(([level, { names, holds }]) =>
    names.flatMap((name) =>
      [true, false].map((equal) => ({
        name: `${name} of a ${level}, ${equal ? "equal" : "different"}`,
        level,
        member: name,
        equal,
        holds,
      })),
    ),
  ),
  fault: ({ member, equal, holds }) =>
    takingTwice((duplicate) => duplicate.name === member && duplicate.equal === equal && holds(duplicate.depth)),
  witness: ({ level, member, equal }) => [post(twice(level, member, VALUES[member]?.[equal ? 1 : 0] ?? ""))],
});

const escaped = mutantsOf(FAMILY, {
  name: "a duplicate field in two spellings is accepted",
  rule: "0030: a duplicate field in an object is a 400 that names it",
  places: Object.entries(LEVELS).map(([name, { holds, names }]) => ({ name, holds, member: names[0] as string })),
  fault: ({ holds }) => takingTwice(({ escaped, depth }) => escaped && holds(depth)),
  witness: ({ name, member }) => [
    post(
      twice(name, member, VALUES[member]?.[0] ?? "").replace(
        `"${member}":${VALUES[member]?.[0]}`,
        `"${spelled(member)}":"other"`,
      ),
    ),
  ],
});

/** Writes the first letter of a name as an escape. */
const spelled = (name: string) => `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`;

const RIGID: { name: string; odd(text: string): boolean; shown: string }[] = [
  { name: "a byte order mark", odd: (t) => t.startsWith("\ufeff"), shown: `\ufeff${good}` },
  { name: "white space before the document", odd: (t) => /^\s/.test(t), shown: `\n ${good}` },
  { name: "white space after the document", odd: (t) => /\s$/.test(t), shown: `${good}\n` },
  { name: "CR between tokens", odd: (t) => /[,{]\r/.test(t), shown: good.replace(",", ",\r\n") },
  { name: "tabs between tokens", odd: (t) => /[,{]\t/.test(t), shown: good.replace(",", ",\t") },
  { name: "escaped slashes", odd: (t) => t.includes("\\/"), shown: item('"a\\/b"', "string") },
  { name: "an escaped NUL", odd: (t) => t.includes("\\u0000"), shown: item('"a\\u0000b"', "string") },
  {
    name: "lone surrogates as escapes",
    odd: (t) => /\\ud[89ab]..(?!\\ud[cdef])/i.test(t),
    shown: item('"\\ud800"', "string"),
  },
  { name: "escapes in upper case", odd: (t) => /\\u[0-9A-F]*[A-F]/.test(t), shown: item('"\\u00E9"', "string") },
  { name: "raw U+2028 in strings", odd: (t) => t.includes("\u2028"), shown: item('"a\u2028b"', "string") },
  { name: "raw U+007F in strings", odd: (t) => t.includes("\u007f"), shown: item('"a\u007fb"', "string") },
  { name: "exponents in upper case", odd: (t) => /\dE/.test(t.replace(/"[^"]*"/g, "")), shown: item("1E2") },
  { name: "exponents with a plus", odd: (t) => /\d[eE]\+/.test(t.replace(/"[^"]*"/g, "")), shown: item("1e+2") },
  { name: "negative zero", odd: (t) => /[:[,]\s*-0[,\]}\s]/.test(t), shown: item("-0") },
  {
    name: "items before uid",
    odd: (t) => /^\s*\{\s*"items"/.test(t),
    shown: '{"items":[{"key":"k","type":"string","value":"x"}],"uid":"a"}',
  },
  {
    name: "value before type",
    odd: (t) => /"value":[^{}]*"type"/.test(t),
    shown: '{"uid":"a","items":[{"key":"k","value":"x","type":"string"}]}',
  },
];
const rigid = mutantsOf(FAMILY, {
  name: "valid JSON is refused",
  rule: "0030, RFC 8259: a body of valid JSON is read; a byte order mark is passed over",
  places: RIGID,
  fault:
    ({ odd }) =>
    ({ namespace, text }) =>
      namespace !== undefined && odd(text)
        ? { after: ({ status }) => (status === 201 ? refused("The body is not JSON") : undefined) }
        : undefined,
  witness: ({ shown }) => [post(shown)],
});

const white = mutantsOf(FAMILY, {
  name: "much white space in a body is refused",
  rule: "RFC 8259, section 2: white space may stand between tokens",
  places: [
    {
      name: "a thousand spaces at the end",
      odd: (text: string) => /\s{1000}$/.test(text),
      shown: (json: string) => json + " ".repeat(1000),
    },
    {
      name: "a body written over lines",
      odd: (text: string) => text.split("\n").length > 5,
      shown: (json: string) => JSON.stringify(JSON.parse(json), undefined, 2),
    },
  ],
  fault:
    ({ odd }) =>
    (exchange: Exchange) =>
      exchange.namespace !== undefined && odd(exchange.text)
        ? { after: ({ status }) => (status === 201 ? refused("the body is not JSON") : undefined) }
        : undefined,
  witness: ({ shown }) => [post(shown(JSON.stringify({ uid: "white", items: [sample("string")] })))],
});

export const bodySyntax: Mutant[] = [...lenient, ...duplicates, ...escaped, ...rigid, ...white];
