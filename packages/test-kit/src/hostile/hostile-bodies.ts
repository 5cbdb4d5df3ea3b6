import { gzipSync } from "node:zlib";
import { collectRequests, item, record, text } from "./collect-requests.js";

const { requests, add, post } = collectRequests();

/** Returns nested object items with a number of items per level, and one value in the innermost. */
const nested = (levels: number, width: number, leaf: string): string =>
  levels === 1
    ? leaf
    : item(
        `[${Array(width)
          .fill(nested(levels - 1, width, leaf))
          .join(",")}]`,
        "object",
      );

// Bodies that are not JSON
post(400, "malformed JSON", "{");
post(400, "an empty body", "");
post(400, "only spaces", "   \r\n");
post(400, "a trailing comma", '{"uid":"u","items":[],}');
post(400, "single quotes", "{'uid':'u'}");
post(400, "NaN", record(item("NaN", "number")));
post(400, "a comment", "/* */ {}");
post(
  400,
  "random bytes",
  Uint8Array.from({ length: 512 }, (_, index) => (index * 7919) % 256),
);
post(400, "bytes that are not UTF-8", Buffer.from(record(item('"\xff\xfe"')), "latin1"));
post(400, "UTF-16", Buffer.from(record(text), "utf16le"));
post(400, "gzip", gzipSync(record(text)), { "Content-Encoding": "gzip" });
post(400, "a raw NUL in a string", record(item('"a\u0000b"')));
post(400, "two documents", `${record(text)}${record(text)}`);

// Bodies that are JSON but not a record
post(400, "an array", "[]");
post(400, "null", "null");
post(400, "a string", '"uid"');
post(400, "a number", "1e3");
post(400, "an unknown field", record(text, ',"extra":1'));
post(400, "a Japanese field name", record(text, ',"日本":1'));
post(400, "an emoji field name", record(text, ',"👩‍🚀":1'));
post(400, "a field name that is a lone surrogate", record(text, ',"\\ud800":1'));
post(400, "a field name with a line break and a header in it", record(text, ',"a\\r\\nSet-Cookie: a=b":1'));
post(400, "a field name of 100,000 characters", record(text, `,"${"x".repeat(100_000)}":1`));
post(400, "__proto__", record(text, ',"__proto__":{"admin":true}'));
post(400, "constructor.prototype", record(text, ',"constructor":{"prototype":{"admin":true}}'));
post(400, "__proto__ in an item", record('{"key":"k","type":"string","value":"v","__proto__":{}}'));
post(400, "__proto__ as a type", record('{"key":"k","type":"__proto__","value":"v"}'));
post(400, "a duplicate field", '{"uid":"a","uid":"b","items":[]}');
post(400, "an unknown type", record(item('"v"', "strin")));
post(400, "a type that is an array", record('{"key":"k","type":["string"],"value":"v"}'));
post(400, "items that are null", record("null"));
post(400, "items that are an object", '{"uid":"u","items":{"0":1,"length":1}}');
post(400, "a number in a string", record(item("1")));
post(400, "a date that does not exist", record(item('"2026-02-30"', "date")));
post(400, "a date-time without an offset", record(item('"2026-11-21T06:15:00"', "datetime")));
post(400, "a date-time of 100,000 digits", record(item(`"2026-11-21T06:15:00.${"1".repeat(100_000)}"`, "datetime")));
post(400, "a file that is not a UUID", record(item('"../../etc/passwd"', "file")));
post(400, "an empty uid", `{"uid":"","items":[${text}]}`);
post(400, "a uid of 101 characters", `{"uid":"${"u".repeat(101)}","items":[${text}]}`);

// Numbers
post(400, "1e400", record(item("1e400", "number")));
post(400, "9007199254740993", record(item("9007199254740993", "number")));
post(400, "a number of 100,000 digits", record(item("9".repeat(100_000), "number")));
post(400, "1e-400", record(item("1e-400", "number")));
post(201, "-0", record(item("-0", "number")));

// Size and depth
post(400, "100,000 nested arrays", "[".repeat(100_000));
post(400, "100,000 nested objects", '{"a":'.repeat(100_000));
post(400, "nine levels of items", record(nested(9, 1, text)));
post(201, "eight levels of items", record(nested(8, 1, text)));
post(400, "eight levels of three items, an error in each leaf", record(nested(8, 3, item("1"))));
post(400, "100,000 items", record(Array(100_000).fill(text).join(",")));
post(400, "151 items", record(Array(151).fill(text).join(",")));
post(400, "400,000 zeros instead of items", record(Array(400_000).fill(0).join(",")));
post(400, "one byte more than 1 MiB", record(item(`"${"x".repeat(1_048_576)}"`)).slice(0, 1_048_577));
post(400, "8 MiB", record(item(`"${"x".repeat(8 * 1_048_576)}"`)));
post(201, "slightly less than 1 MiB", record(item(`"${"x".repeat(1_048_400)}"`)));

// Text that must be accepted
post(201, "lone surrogates in a value", record(item('"\\ud800 \\udfff"')));
post(201, "an escaped NUL in a value", record(item('"\\u0000"')));
post(201, "a uid with Arabic letters and emoji", `{"uid":"معرّف 👩‍🚀","items":[${text}]}`);
post(201, "a byte order mark", `\ufeff${record(text)}`);

// Uids: an existing record that is sent again
const taken = (value: string) => `{"uid":"hostile taken","items":[${item(value)}]}`;
post(201, "a uid for the first time", taken('"first"'));
post(201, "a uid with the same items", taken('"first"'));
post(
  201,
  "a uid with the same items, written differently",
  `{"items":[{"value":"f\\u0069rst","type":"string","key":"k"}],"uid":"hostile taken"}`,
);
post(400, "a uid with other items", taken('"second"'));
post(400, "a uid with an extra item", `{"uid":"hostile taken","items":[${item('"first"')},${text}]}`);
add(201, "a uid that exists in another namespace", {
  method: "POST",
  target: "/api/v2/metadata/analytics",
  body: taken('"second"'),
});
for (const [name, uid] of [
  ["quotes", '\\"; drop table metadata; --'],
  ["a line break", "a\\r\\nSet-Cookie: a=b"],
  ["a right-to-left override", "\\u202egnirts"],
  ["a lone surrogate", "\\ud800"],
  ["a C1 control", "\\u009b31m"],
] as const) {
  post(201, `a uid with ${name}`, `{"uid":"${uid}","items":[${text}]}`);
  post(400, `a uid with ${name}, with other items`, `{"uid":"${uid}","items":[${item('"w"')}]}`);
}
post(400, "a uid that is a number", `{"uid":1,"items":[${text}]}`);
post(400, "a uid that is null", `{"uid":null,"items":[${text}]}`);
post(400, "no uid", `{"items":[${text}]}`);
post(400, "no items", '{"uid":"u"}');
post(400, "an empty list of items", '{"uid":"u","items":[]}');
post(201, "a uid of 100 characters beyond the first plane", `{"uid":"${"𒀀𒁀".repeat(50)}","items":[${text}]}`);

// Items, one rule at a time
post(400, "an item without a key", record('{"type":"string","value":"v"}'));
post(400, "an item without a value", record('{"key":"k","type":"string"}'));
post(400, "an item without a type", record('{"key":"k","value":"v"}'));
post(400, "a key that is empty", record('{"key":"","type":"string","value":"v"}'));
post(400, "a key of 101 characters", record(`{"key":"${"k".repeat(101)}","type":"string","value":"v"}`));
post(400, "a type in upper case", record(item('"v"', "String")));
post(400, "an item in an array", record(`[${text}]`));
post(400, "a boolean in quotes", record(item('"true"', "boolean")));
post(400, "an object without items", record(item("[]", "object")));
post(400, "an object-array of arrays, as in a response", record(item(`[[${text}]]`, "object-array")));
post(400, "a duplicate field, once escaped", record('{"key":"k","type":"string","value":"v","v\\u0061lue":"w"}'));
post(400, "an error in the third level", record(item(`[${item(`[${item("1")}]`, "object")}]`, "object")));

// Dates, times and files
for (const [name, value, type] of [
  ["2026-13-01", '"2026-13-01"', "date"],
  ["2026-02-29", '"2026-02-29"', "date"],
  ["a date with a time", '"2026-11-21T00:00:00Z"', "date"],
  ["a date in Arabic digits", '"٢٠٢٦-١١-٢١"', "date"],
  ["a date in a number", "20261121", "date"],
  ["25 o'clock", '"2026-11-21T25:00:00Z"', "datetime"],
  ["an offset of 25 hours", '"2026-11-21T00:00:00+25:00"', "datetime"],
  ["a date-time with a space", '"2026-11-21 06:15:00Z"', "datetime"],
  ["a date-time in lower case", '"2026-11-21t06:15:00z"', "datetime"],
  ["a UUID in braces", '"{6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d}"', "file"],
  ["a UUID as a URN", '"urn:uuid:6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"', "file"],
  ["a UUID without hyphens", '"6f1b2c3d4e5f4a6b8c7d9e0f1a2b3c4d"', "file"],
  ["a URL for a file", '"https://evil.example/x"', "file"],
] as const)
  post(400, `${name} as a ${type}`, record(item(value, type)));
post(201, "the last leap second", record(item('"2016-12-31T23:59:60Z"', "datetime")));
post(201, "the 29th of February", record(item('"2024-02-29"', "date")));
post(201, "the year 1", record(item('"0001-01-01"', "date")));

// More numbers
for (const number of [
  "01",
  "+1",
  ".5",
  "1.",
  "0x10",
  "1e",
  "--1",
  "1_000",
  "Infinity",
  "1n",
  "0.1000000000000000055511",
])
  post(400, `the number ${number}`, record(item(number, "number")));
for (const number of ["0.1", "1E2", "5e-324", "1.7976931348623157e308", "9007199254740992"])
  post(201, `the number ${number} as it is`, record(item(number, "number")));

// More bodies that are no JSON
post(400, "UTF-8 of a surrogate", Buffer.from(record(item('"\xed\xa0\x80"')), "latin1"));
post(400, "overlong UTF-8", Buffer.from(record(item('"\xc0\xaf"')), "latin1"));
post(400, "truncated UTF-8", Buffer.from(record(item('"\xe6\x97"')), "latin1"));
post(400, "a body cut in the middle", record(text).slice(0, -10));
post(400, "an invalid escape", record(item('"\\x41"')));
post(400, "an escape with three digits", record(item('"\\u12"')));
post(400, "a raw tab in a string", record(item('"a\tb"')));
post(400, "a form feed between tokens", `\f${record(text)}`);
post(400, "a no-break space before the body", `\u00a0${record(text)}`);
post(400, "two byte order marks", `\ufeff\ufeff${record(text)}`);
post(400, "true in upper case", record(item("TRUE", "boolean")));
post(400, "a form", "uid=u&items=v");

/** Bodies of create requests: JSON, records, items, numbers, dates, files, size, depth. */
export const HOSTILE_BODIES = requests;
