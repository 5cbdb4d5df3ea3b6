import { CREATE, collectRequests, item, REPORTS, record, text } from "./collect-requests.js";
import { chunked, rawRequest } from "./raw-http.js";

const { requests, add, post } = collectRequests();
/** One chunk, with an extension. */
const chunkOf = (body: string) => Buffer.from(`${Buffer.byteLength(body).toString(16)};name=value\r\n${body}\r\n`);

// Media types and transfer
post(400, "no Content-Type", record(text), { "Content-Type": null });
post(400, "text/plain", record(text), { "Content-Type": "text/plain" });
post(400, "multipart/form-data", record(text), { "Content-Type": "multipart/form-data" });
post(400, "an invalid Content-Type", record(text), { "Content-Type": ";;;/" });
post(400, "charset utf-16", record(text), { "Content-Type": "application/json; charset=utf-16" });
for (const [name, body, status, type] of [
  ["chunked: text/plain", record(text), 400, "text/plain"],
  ["chunked: malformed", "{", 400, "application/json"],
  ["chunked: 2 MiB", record(item(`"${"x".repeat(2 * 1_048_576)}"`)), 400, "application/json"],
  ["chunked: valid", record(text), 201, "application/json"],
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
add(400, "chunked: a size that is not a number", Buffer.concat([chunkedHead, Buffer.from("zz\r\n{}\r\n0\r\n\r\n")]));
post(400, "a length and chunks at once", record(text), { "Transfer-Encoding": "chunked" });
post(400, "a negative length", record(text), { "Content-Length": "-1" });
post(400, "Expect: the-unexpected", record(text), { Expect: "the-unexpected" });
post(201, "Expect: 100-continue", record(text), { Expect: "100-continue" });

// Content-Encoding: names of codings are case-insensitive
for (const coding of ["identity", "Identity", "IDENTITY", "identity, Identity", ""])
  post(201, `Content-Encoding: "${coding}"`, record(text), { "Content-Encoding": coding });
for (const coding of ["GZIP", "br", "deflate", "br, identity", "identity;q=1", "__proto__"])
  post(400, `Content-Encoding: ${coding}`, record(text), { "Content-Encoding": coding });
add(200, "Content-Encoding on a list request", { target: REPORTS, headers: { "Content-Encoding": "gzip" } });

// Content-Type
for (const type of [
  "APPLICATION/JSON",
  "application/json ; charset=UTF-8",
  'application/json;charset="utf-8"',
  "application/json; a=b",
])
  post(201, `Content-Type: ${type}`, record(text), { "Content-Type": type });
for (const type of [
  "application/jsonp",
  "application/problem+json",
  "application/json, text/plain",
  "application/json; charset=latin1",
  "*/*",
])
  post(400, `Content-Type: ${type}`, record(text), { "Content-Type": type });

// Expect
for (const expectation of ["100-Continue", "100-CONTINUE"])
  post(201, `Expect: ${expectation}`, record(text), { Expect: expectation });
for (const expectation of ["tea", "200-ok", "x".repeat(500)])
  post(400, `Expect: ${expectation.slice(0, 10)}`, record(text), { Expect: expectation });
add(400, "Expect on an unknown path", { target: "/nothing", headers: { Expect: "tea" } });

// Content-Length and Transfer-Encoding
for (const length of ["+5", "0x5", "5, 5", "1e3", "5 5"])
  post(400, `Content-Length: ${length}`, record(text), { "Content-Length": length });
post(400, "Content-Length: 99999999999", record(text), { "Content-Length": "99999999999" });
post(400, "a body that is longer than announced", record(text), { "Content-Length": "10" });
post(400, "an empty length", "", { "Content-Length": "0" });
for (const coding of ["gzip", "gzip, chunked", "identity", "chunked, chunked", "xchunked"])
  post(400, `Transfer-Encoding: ${coding}`, record(text), { "Content-Length": null, "Transfer-Encoding": coding });
add(
  400,
  "two lengths",
  Buffer.from(
    `POST ${CREATE} HTTP/1.1\r\nHost: a\r\napiKey: demo-key\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ),
);
add(400, "chunked: an empty body", Buffer.concat([chunkedHead, Buffer.from("0\r\n\r\n")]));
add(
  201,
  "chunked: extensions and trailers",
  Buffer.concat([chunkedHead, chunkOf(record(text)), Buffer.from("0\r\nX-Trailer: a\r\n\r\n")]),
);
add(
  400,
  "chunked: a size of 17 digits",
  Buffer.concat([chunkedHead, Buffer.from("fffffffffffffffff\r\n{}\r\n0\r\n\r\n")]),
);
add(400, "chunked: a chunk without its end", Buffer.concat([chunkedHead, Buffer.from("2\r\n{}0\r\n\r\n")]));

/** Requests with unusual body headers or framing: media types, content codings, `Expect`, lengths, chunks. */
export const HOSTILE_TRANSFERS = requests;
