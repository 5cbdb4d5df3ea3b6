import { gzipSync } from "node:zlib";
import { chunked, type RawRequest, rawRequest } from "./raw-http.js";

/** A request that tries to break a server, and the status that the contract has for it. */
export interface HostileRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly status: number;
  /** Misuses a control that only the mock has. */
  readonly control?: true;
}

const CREATE = "/api/v2/metadata/inspection";
const REPORTS = "/api/v1/reports";

const hostile: HostileRequest[] = [];
const add = (status: number, name: string, request: RawRequest | Uint8Array, more?: { control: true }) =>
  hostile.push({ name, status, bytes: request instanceof Uint8Array ? request : rawRequest(request), ...more });
const post = (status: number, name: string, body: string | Uint8Array, headers: RawRequest["headers"] = {}) =>
  add(status, name, { method: "POST", target: CREATE, headers, body });
const get = (status: number, name: string, query: string) => add(status, name, { target: `${REPORTS}?${query}` });

let uids = 0;
/** A record with one item, whose uid is its own. */
const record = (item: string, members = "") => `{"uid":"hostile-${++uids}","items":[${item}]${members}}`;
const item = (value: string, type = "string") => `{"key":"k","type":"${type}","value":${value}}`;
const text = item('"v"');
/** Levels of objects with so many items each, and one value at the bottom. */
const nested = (levels: number, width: number, leaf: string): string =>
  levels === 1
    ? leaf
    : item(
        `[${Array(width)
          .fill(nested(levels - 1, width, leaf))
          .join(",")}]`,
        "object",
      );

// Bodies that are no JSON
post(400, "malformed JSON", "{");
post(400, "an empty body", "");
post(400, "only spaces", "   \r\n");
post(400, "a comma too many", '{"uid":"u","items":[],}');
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
post(400, "a raw NUL in a text", record(item('"a\u0000b"')));
post(400, "two documents", `${record(text)}${record(text)}`);

// Bodies that are JSON and no record
post(400, "an array", "[]");
post(400, "null", "null");
post(400, "a text", '"uid"');
post(400, "a number", "1e3");
post(400, "an unknown member", record(text, ',"extra":1'));
post(400, "a member in Japanese", record(text, ',"日本":1'));
post(400, "a member of emoji", record(text, ',"👩‍🚀":1'));
post(400, "a member that is a lone surrogate", record(text, ',"\\ud800":1'));
post(400, "a member with a line break and a header in it", record(text, ',"a\\r\\nSet-Cookie: a=b":1'));
post(400, "a member of 100,000 characters", record(text, `,"${"x".repeat(100_000)}":1`));
post(400, "__proto__", record(text, ',"__proto__":{"admin":true}'));
post(400, "constructor.prototype", record(text, ',"constructor":{"prototype":{"admin":true}}'));
post(400, "__proto__ in an item", record('{"key":"k","type":"string","value":"v","__proto__":{}}'));
post(400, "__proto__ as a type", record('{"key":"k","type":"__proto__","value":"v"}'));
post(400, "a member given twice", '{"uid":"a","uid":"b","items":[]}');
post(400, "an unknown type", record(item('"v"', "strin")));
post(400, "a type that is an array", record('{"key":"k","type":["string"],"value":"v"}'));
post(400, "items of null", record("null"));
post(400, "items that are an object", '{"uid":"u","items":{"0":1,"length":1}}');
post(400, "a number in a text", record(item("1")));
post(400, "a date that is not in the calendar", record(item('"2026-02-30"', "date")));
post(400, "a date-time without an offset", record(item('"2026-11-21T06:15:00"', "datetime")));
post(400, "a date-time of 100,000 digits", record(item(`"2026-11-21T06:15:00.${"1".repeat(100_000)}"`, "datetime")));
post(400, "a file that is no UUID", record(item('"../../etc/passwd"', "file")));
post(400, "an empty uid", `{"uid":"","items":[${text}]}`);
post(400, "a uid of 101 characters", `{"uid":"${"u".repeat(101)}","items":[${text}]}`);

// Numbers
post(400, "1e400", record(item("1e400", "number")));
post(400, "9007199254740993", record(item("9007199254740993", "number")));
post(400, "a number of 100,000 digits", record(item("9".repeat(100_000), "number")));
post(400, "1e-400", record(item("1e-400", "number")));
post(201, "-0", record(item("-0", "number")));

// Size and depth
post(400, "100,000 arrays within each other", "[".repeat(100_000));
post(400, "100,000 objects within each other", '{"a":'.repeat(100_000));
post(400, "nine levels of items", record(nested(9, 1, text)));
post(201, "eight levels of items", record(nested(8, 1, text)));
post(400, "eight levels of three items, a mistake in each leaf", record(nested(8, 3, item("1"))));
post(400, "100,000 items", record(Array(100_000).fill(text).join(",")));
post(400, "151 items", record(Array(151).fill(text).join(",")));
post(400, "400,000 zeros for items", record(Array(400_000).fill(0).join(",")));
post(400, "one byte more than 1 MiB", record(item(`"${"x".repeat(1_048_576)}"`)).slice(0, 1_048_577));
post(400, "8 MiB", record(item(`"${"x".repeat(8 * 1_048_576)}"`)));
post(201, "just within 1 MiB", record(item(`"${"x".repeat(1_048_400)}"`)));

// Text that must pass
post(201, "lone surrogates in a value", record(item('"\\ud800 \\udfff"')));
post(201, "an escaped NUL in a value", record(item('"\\u0000"')));
post(201, "a uid of Arabic and emoji", `{"uid":"معرّف 👩‍🚀","items":[${text}]}`);
post(201, "a byte order mark", `\ufeff${record(text)}`);

// Media types and transfer
post(400, "no Content-Type", record(text), { "Content-Type": null });
post(400, "text/plain", record(text), { "Content-Type": "text/plain" });
post(400, "multipart/form-data", record(text), { "Content-Type": "multipart/form-data" });
post(400, "a Content-Type that is none", record(text), { "Content-Type": ";;;/" });
post(400, "charset utf-16", record(text), { "Content-Type": "application/json; charset=utf-16" });
for (const [name, body, status, type] of [
  ["chunked: text/plain", record(text), 400, "text/plain"],
  ["chunked: malformed", "{", 400, "application/json"],
  ["chunked: 2 MiB", record(item(`"${"x".repeat(2 * 1_048_576)}"`)), 400, "application/json"],
  ["chunked: a good one", record(text), 201, "application/json"],
] as const) {
  const head = rawRequest({
    method: "POST",
    target: CREATE,
    headers: { "Transfer-Encoding": "chunked", "Content-Type": type },
  });
  add(status, name, Buffer.concat([head, chunked(body)]));
}
const chunkedHead = rawRequest({
  method: "POST",
  target: CREATE,
  headers: { "Transfer-Encoding": "chunked", "Content-Type": "application/json" },
});
add(400, "chunked: a size that is no number", Buffer.concat([chunkedHead, Buffer.from("zz\r\n{}\r\n0\r\n\r\n")]));
post(400, "a length and chunks at once", record(text), { "Transfer-Encoding": "chunked" });
post(400, "a length that is negative", record(text), { "Content-Length": "-1" });
post(400, "Expect: the-unexpected", record(text), { Expect: "the-unexpected" });
post(201, "Expect: 100-continue", record(text), { Expect: "100-continue" });

// Queries
get(400, "limit=0", "limit=0");
get(400, "limit=-1", "limit=-1");
get(400, "limit above the maximum", "limit=51");
get(400, "limit of 1,000 digits", `limit=${"9".repeat(1000)}`);
get(400, "limit=1e1", "limit=1e1");
get(400, "limit=1.0", "limit=1.0");
get(400, "limit=0x10", "limit=0x10");
get(400, "limit in Arabic digits", "limit=%D9%A1%D9%A0");
get(400, "limit empty", "limit=");
get(400, "limit twice", "limit=1&limit=2");
get(400, "limit[]", "limit[]=1");
get(400, "limit[$gt]", "limit[$gt]=1");
get(400, "offset=-1", "offset=-1");
get(400, "offset of 2^53", "offset=9007199254740992");
get(200, "offset of 2^53 - 1", "offset=9007199254740991");
get(400, "an unknown parameter", "updated_form=2026-11-21T00:00:00Z");
get(400, "__proto__ as a parameter", "__proto__=1&constructor=1");
get(400, "broken percent-encoding", "limit=%zz");
get(400, "percent-encoding that is not UTF-8", "limit=%ff");
get(400, "a NUL", "limit=1%00");
get(400, "a date that is none", "updated_from=yesterday");
get(400, "a date with a + for its offset", "updated_from=2026-11-21T00:00:00+07:00");
get(400, "a date in year 275761", "updated_from=275761-01-01T00:00:00Z");
get(200, "a window in year 0", "updated_from=0000-01-01T00:00:00Z&updated_to=0000-01-02T00:00:00Z");
get(400, "1,000 parameters", Array.from({ length: 1000 }, (_, index) => `p${index}=1`).join("&"));
get(400, "a query of 60,000 characters", `limit=${"1".repeat(60_000)}`);
get(400, "a script in a parameter", "limit=<script>alert(1)</script>");

// Paths and methods
add(404, "an unknown path", { target: "/api/v1/nothing" });
add(404, "dots in the path", { target: "/api/v1/../../etc/passwd" });
add(404, "dots in percents", { target: "/api/v1/%2e%2e/%2e%2e/etc/passwd" });
add(404, "a host for a path", { target: "//evil.example/api/v1/reports" });
add(404, "a path of 10,000 characters", { target: `/${"a/".repeat(5000)}` });
add(404, "a slash too many", { target: `${REPORTS}/` });
add(404, "__proto__ for a path", { target: "/__proto__/constructor" });
add(400, "an unknown namespace", { method: "POST", target: "/api/v2/metadata/__proto__", body: record(text) });
add(400, "a namespace in broken percents", { method: "POST", target: "/api/v2/metadata/%zz", body: record(text) });
add(400, "a namespace with a NUL", { method: "POST", target: "/api/v2/metadata/inspection%00", body: record(text) });
add(200, "the absolute form", { target: `http://localhost${REPORTS}` });
for (const method of ["DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "get", "FROBNICATE"])
  add(405, `the method ${method}`, { method, target: REPORTS });
add(405, "the method CONNECT", { method: "CONNECT", target: REPORTS });

// Keys and headers
add(401, "no key", { target: REPORTS, headers: { apiKey: null } });
add(401, "an unknown key", { target: REPORTS, headers: { apiKey: "guess" } });
add(401, "an empty key", { target: REPORTS, headers: { apiKey: "" } });
add(401, "a key of bytes above ASCII", { target: REPORTS, headers: { apiKey: "d\xe9mo" } });
add(401, "__proto__ for a key", { target: REPORTS, headers: { apiKey: "__proto__" } });
add(400, "a header of 20,000 bytes", { target: REPORTS, headers: { "X-Long": "x".repeat(20_000) } });
add(400, "no Host", { target: REPORTS, headers: { Host: null } });
add(200, "a Host with a script in it", { target: REPORTS, headers: { Host: '"><script>alert(1)</script>' } });
add(400, "Prefer: code=999", { target: REPORTS, headers: { Prefer: "code=999" } }, { control: true });
add(
  400,
  "Prefer: an example that is not there",
  { target: REPORTS, headers: { Prefer: "example=__proto__" } },
  { control: true },
);
add(
  400,
  "Prefer: a scenario that is not there",
  { target: REPORTS, headers: { Prefer: "scenario=constructor" } },
  { control: true },
);
add(200, "Prefer: nonsense", { target: REPORTS, headers: { Prefer: ";;==,code=,delay=x" } });
add(200, "Accept: text/html", { target: REPORTS, headers: { Accept: "text/html" } });
add(200, "a GET with a body", { target: REPORTS, body: "{" });
add(200, "an upgrade to WebSocket", { target: REPORTS, headers: { Connection: "Upgrade", Upgrade: "websocket" } });
add(400, "no HTTP at all", Buffer.from("hello\r\n\r\n"));
add(400, "a TLS handshake", Buffer.from("160301020001000001fc0303", "hex"));
add(400, "a line break in a header", Buffer.from(`GET ${REPORTS} HTTP/1.1\r\nHost: a\nX: b\r\r\n\r\n`));

/** The whole list, in the order in which it is sent. */
export const HOSTILE_REQUESTS: readonly HostileRequest[] = hostile;
