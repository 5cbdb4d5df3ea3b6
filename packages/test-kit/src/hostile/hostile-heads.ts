import { CREATE, collectRequests, REPORTS, record, text } from "./collect-requests.js";

const { requests, add, get } = collectRequests();

// Queries
get(400, "limit=0", "limit=0");
get(400, "limit=-1", "limit=-1");
get(400, "limit above the maximum", "limit=51");
get(400, "limit of 1,000 digits", `limit=${"9".repeat(1000)}`);
get(400, "limit=1e1", "limit=1e1");
get(400, "limit=1.0", "limit=1.0");
get(400, "limit=0x10", "limit=0x10");
get(400, "limit in Arabic digits", "limit=%D9%A1%D9%A0");
get(400, "an empty limit", "limit=");
get(400, "a duplicate limit", "limit=1&limit=2");
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
get(400, "an invalid date", "updated_from=yesterday");
get(400, "a date with an unescaped + in its offset", "updated_from=2026-11-21T00:00:00+07:00");
get(400, "a date in year 275761", "updated_from=275761-01-01T00:00:00Z");
get(200, "a window in year 0", "updated_from=0000-01-01T00:00:00Z&updated_to=0000-01-02T00:00:00Z");
get(400, "1,000 parameters", Array.from({ length: 1000 }, (_, index) => `p${index}=1`).join("&"));
get(400, "a query of 60,000 characters", `limit=${"1".repeat(60_000)}`);
get(400, "a script in a parameter", "limit=<script>alert(1)</script>");

// Paths and methods
add(404, "an unknown path", { target: "/api/v1/nothing" });
add(404, "dots in the path", { target: "/api/v1/../../etc/passwd" });
add(404, "percent-encoded dots", { target: "/api/v1/%2e%2e/%2e%2e/etc/passwd" });
add(404, "a host instead of a path", { target: "//evil.example/api/v1/reports" });
add(404, "a path of 10,000 characters", { target: `/${"a/".repeat(5000)}` });
add(404, "an extra slash", { target: `${REPORTS}/` });
add(404, "__proto__ as a path", { target: "/__proto__/constructor" });
add(400, "an unknown namespace", { method: "POST", target: "/api/v2/metadata/__proto__", body: record(text) });
add(400, "a namespace with broken percent-encoding", {
  method: "POST",
  target: "/api/v2/metadata/%zz",
  body: record(text),
});
add(400, "a namespace with a NUL", { method: "POST", target: "/api/v2/metadata/inspection%00", body: record(text) });
add(200, "the absolute form", { target: `http://localhost${REPORTS}` });
add(200, "the method HEAD", { method: "HEAD", target: REPORTS });
for (const method of ["DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "get", "FROBNICATE"])
  add(405, `the method ${method}`, { method, target: REPORTS });
add(405, "the method CONNECT", { method: "CONNECT", target: REPORTS });

// Keys and headers
add(401, "no key", { target: REPORTS, headers: { apiKey: null } });
add(401, "an unknown key", { target: REPORTS, headers: { apiKey: "guess" } });
add(401, "an empty key", { target: REPORTS, headers: { apiKey: "" } });
add(401, "a key with bytes above ASCII", { target: REPORTS, headers: { apiKey: "d\xe9mo" } });
add(401, "__proto__ as a key", { target: REPORTS, headers: { apiKey: "__proto__" } });
add(400, "a header of 20,000 bytes", { target: REPORTS, headers: { "X-Long": "x".repeat(20_000) } });
add(400, "no Host", { target: REPORTS, headers: { Host: null } });
add(400, "a Host with a script in it", { target: REPORTS, headers: { Host: '"><script>alert(1)</script>' } });
add(400, "Prefer: code=999", { target: REPORTS, headers: { Prefer: "code=999" } }, { control: true });
add(
  400,
  "Prefer: an unknown example",
  { target: REPORTS, headers: { Prefer: "example=__proto__" } },
  { control: true },
);
add(
  400,
  "Prefer: an unknown scenario",
  { target: REPORTS, headers: { Prefer: "scenario=constructor" } },
  { control: true },
);
add(200, "Prefer: nonsense", { target: REPORTS, headers: { Prefer: ";;==,code=,delay=x" } });
add(200, "Accept: text/html", { target: REPORTS, headers: { Accept: "text/html" } });
add(200, "a GET with a body", { target: REPORTS, body: "{" });
add(200, "an upgrade to WebSocket", { target: REPORTS, headers: { Connection: "Upgrade", Upgrade: "websocket" } });
add(400, "bytes that are not HTTP", Buffer.from("hello\r\n\r\n"));
add(400, "a TLS handshake", Buffer.from("160301020001000001fc0303", "hex"));
add(400, "a line break in a header", Buffer.from(`GET ${REPORTS} HTTP/1.1\r\nHost: a\nX: b\r\r\n\r\n`));

// More queries
for (const query of [
  "limit=+10",
  "limit=10%20",
  "limit=010",
  "limit=-0",
  "limit=1e0",
  "limit=1,2",
  "LIMIT=10",
  "limit%00=10",
])
  get(400, `the query ${query}`, query);
for (const query of ["limit=10&limit=10", "limit", "=10", "limit=10;offset=5", "offset=1.5", "offset=NaN", "offset="])
  get(400, `the query ${query}`, query);
for (const query of ["", "&", "&&limit=10&&", "limit=1%30", "%6cimit=10", "limit=%31"])
  get(200, `the query "${query}"`, query);
get(400, "a query that begins with ?", "?limit=10");
get(400, "an emoji that is not encoded", "limit=👩");
get(400, "a parameter of an object", "limit[a][b]=1");
get(400, "a window with only a date", "updated_from=2026-11-21");
get(400, "a window on the 30th of February", "updated_to=2026-02-30T00:00:00Z");
get(400, "an empty end of a window", "updated_to=");
get(400, "a window of 15,000 zeros", `updated_from=2026-11-21T00:00:00.${"0".repeat(15_000)}1`);
get(200, "a window of 10,000 zeros", `updated_from=2026-11-21T00:00:00.${"0".repeat(10_000)}1Z&limit=1`);
get(200, "a window that ends before it starts", "updated_from=2026-11-21T00:00:00Z&updated_to=2025-11-21T00:00:00Z");
get(200, "a window in year 9999", "updated_from=9999-12-31T23:59:59-14:00");
get(200, "a window with an offset", "updated_from=2026-11-01T00:00:00%2B07:00&limit=2");
get(200, "an offset past the end", "offset=100000");

// More paths: a path that is not an operation gets a 404, in any spelling
for (const target of [
  "/api",
  "/API/V1/REPORTS",
  "/api/v1/reports/1",
  "/api//v1/reports",
  "/api/v1/reports;a=b",
  "/api/v1/reports%2f",
  "/api/v1/reports%00",
  "/api/v1/%72eports",
  "/api/v1/reports%3Flimit=1",
  "/api/v1/.%2e/v1/reports",
  "/api/v1/reports\\",
  "/api/v9/reports",
  "/api/v1/%zz",
  "/%ff%fe",
  "/healthz",
  "/metrics",
  "/api/v2/metadata",
  "/api/v2/metadata/",
  "/api/v2/metadata//",
  "/api/v2/metadata/inspection/",
])
  add(404, `the path ${target}`, { method: target.includes("metadata") ? "POST" : "GET", target });
add(404, "a fragment in the target", { target: `${REPORTS}#top` });
add(404, "the asterisk form", { method: "OPTIONS", target: "*" });
add(404, "CONNECT to a host", { method: "CONNECT", target: "evil.example:443" });
add(404, "an unknown method on an unknown path", { method: "BREW", target: "/coffee" });
for (const namespace of [
  "INSPECTION",
  "inspection%20",
  "%20",
  "..%2F..%2Fetc",
  "a%2Fb",
  "%E2%80%AE",
  "constructor",
  "%22",
  "%3F",
  "%23",
  ";",
])
  add(400, `the namespace ${namespace}`, {
    method: "POST",
    target: `/api/v2/metadata/${namespace}`,
    body: record(text),
  });
add(400, "a namespace of 5,000 characters", {
  method: "POST",
  target: `/api/v2/metadata/${"n".repeat(5000)}`,
  body: record(text),
});
add(400, "a namespace that is not UTF-8", { method: "POST", target: "/api/v2/metadata/%ff", body: record(text) });
add(201, "a percent-encoded namespace", {
  method: "POST",
  target: "/api/v2/metadata/%69nspection",
  body: record(text),
});
add(400, "a query on a create request", { method: "POST", target: `${CREATE}?limit=1`, body: record(text) });
for (const method of ["GET", "PUT", "PATCH", "DELETE", "post", "M-SEARCH"])
  add(405, `the method ${method} on metadata`, { method, target: CREATE });
add(405, "the method POST on a list", { method: "POST", target: REPORTS, body: "{}" });

// Host: exactly one, and a valid one
for (const [name, host] of [
  ["a port that is too high", "1.2.3.4:99999999"],
  ["a port of 65536", "localhost:65536"],
  ["a port that is a word", "localhost:http"],
  ["a path in it", "localhost/path"],
  ["a user in it", "user@localhost"],
  ["a space in it", "local host"],
  ["a comma and a space", "localhost, evil.example"],
  ["an address out of range", "1.2.3.999"],
  ["half an IPv6 address", "[::1"],
  ["an IPv6 address without brackets", "::1"],
  ["an invalid IPv6 address", "[::g]"],
  ["broken percent-encoding", "%zz"],
  ["nothing", ""],
  ["bytes above ASCII", "m\xfcnchen.example"],
  ["2,000 colons", ":".repeat(2000)],
] as const)
  add(400, `a Host with ${name}`, { target: REPORTS, headers: { Host: host } });
for (const host of ["evil.example:99", "localhost", "127.0.0.1:1", "[::1]:4010", "LOCALHOST", "localhost:"])
  add(200, `the Host ${host}`, { target: `${REPORTS}?offset=1`, headers: { Host: host } });
const lines = (...more: string[]) =>
  Buffer.from(
    `GET ${REPORTS} HTTP/1.1\r\nConnection: close\r\napiKey: demo-key\r\n${more.map((one) => `${one}\r\n`).join("")}\r\n`,
  );
add(400, "two Hosts", lines("Host: a", "Host: b"));
add(400, "the same Host twice", lines("Host: localhost", "host: localhost"));
add(401, "two keys", lines("Host: localhost", "apiKey: demo-key"));
add(200, "HTTP/1.0 without a Host", Buffer.from(`GET ${REPORTS}?limit=1 HTTP/1.0\r\napiKey: demo-key\r\n\r\n`));

// Headers and framing
for (const [name, key] of [
  ["in upper case", "DEMO-KEY"],
  ["of 10,000 characters", "k".repeat(10_000)],
  ["in quotes", '"demo-key"'],
  ["with SQL in it", "' or 1=1; --"],
] as const)
  add(401, `a key ${name}`, { target: REPORTS, headers: { apiKey: key } });
add(401, "a key in Authorization", { target: REPORTS, headers: { apiKey: null, Authorization: "Bearer demo-key" } });
add(401, "a key in the query", { target: `${REPORTS}?apiKey=demo-key`, headers: { apiKey: null } });
add(401, "no key and a wrong limit", { target: `${REPORTS}?limit=0`, headers: { apiKey: null } });
add(405, "no key and a wrong method", { method: "DELETE", target: REPORTS, headers: { apiKey: null } });
add(404, "no key and an unknown path", { target: "/nothing", headers: { apiKey: null } });
add(400, "an unknown namespace and no Content-Type", {
  method: "POST",
  target: "/api/v2/metadata/none",
  headers: { "Content-Type": null },
  body: record(text),
});
add(400, "10,000 headers", lines("Host: localhost", ...Array<string>(10_000).fill("X: y")));
add(400, "a target of 20,000 characters", { target: `/${"y".repeat(20_000)}` });
add(400, "a header without a colon", lines("Host: localhost", "nonsense"));
add(400, "a header name with a space", lines("Host: localhost", "X Y: z"));
add(400, "a folded header", lines("Host: localhost", "X: a", " b"));
add(400, "a NUL in a header", lines("Host: localhost", "X: a\0b"));
add(400, "only line feeds", Buffer.from(`GET ${REPORTS} HTTP/1.1\nHost: localhost\napiKey: demo-key\n\n`));
add(400, "HTTP/3.7", Buffer.from(`GET ${REPORTS} HTTP/3.7\r\nHost: localhost\r\n\r\n`));
add(400, "the preface of HTTP/2", Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
add(401, "two spaces in the request line", Buffer.from(`GET  ${REPORTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`));

/** Requests with hostile queries, paths, methods, `Host` headers, keys and other headers. */
export const HOSTILE_HEADS = requests;
