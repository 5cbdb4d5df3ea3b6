import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules } from "@metadata-service/server-rules";
import { seeded } from "@metadata-service/test-kit/service/records";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEY, type ServiceUnderTest, startOn } from "./support/start.js";

const rules = createRules(document);
/** The number of generated requests for each database. */
const GENERATED = Number(process.env["HOSTILE_REQUESTS"] ?? 5_100);
const AT_ONCE = 16;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

/** Checks that a response is documented for its operation and valid. Returns the status. */
async function judge(url: string, { method, path, body, headers }: Sent): Promise<number> {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const bytes = typeof body === "string" ? body : body && new Uint8Array(body);
  const response = await fetch(url + path, { method, headers: { apiKey: KEY, ...type, ...headers }, body: bytes });
  const text = await response.text();
  const shown = `${method} ${path.slice(0, 200)} ${String(body).slice(0, 300)} -> ${response.status} ${text.slice(0, 200)}`;
  expect(response.headers.get("content-type"), shown).toBe("application/json");
  const operation = rules.operations.find(
    (one) => one.method === method && pathOf(path).startsWith(one.path.split("{")[0] ?? ""),
  );
  expect([...(operation?.responses.keys() ?? [404, 405])], shown).toContain(response.status);
  expect(response.status, shown).toBeLessThan(500);
  expect(operation?.responses.get(response.status)?.check(JSON.parse(text)), shown).toBeUndefined();
  return response.status;
}

const pathOf = (path: string) => path.split("?", 1)[0] ?? "";

/** Returns the memory in use after garbage collection, in MB. */
function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const create = (body: string | Buffer): Sent => ({ method: "POST", path: "/api/v2/metadata/inspection", body });
const get = (path: string): Sent => ({ method: "GET", path });
const withItem = (item: string, uid = '"u"') => create(`{"uid":${uid},"items":[${item}]}`);
const nested = (depth: number) =>
  `${'{"key":"k","type":"object","value":['.repeat(depth)}{"key":"k","type":"boolean","value":true}${"]}".repeat(depth)}`;

const BY_HAND: [string, number, Sent][] = [
  ["a number above 2^64", 400, withItem('{"key":"k","type":"number","value":12345678901234567890}')],
  ["1e400", 400, withItem('{"key":"k","type":"number","value":1e400}')],
  ["-1e400 in an array", 400, withItem('{"key":"k","type":"number-array","value":[-1e400]}')],
  ["a number of a million digits", 400, withItem(`{"key":"k","type":"number","value":${"9".repeat(1_000_000)}}`)],
  ["an exponent of a million digits", 400, withItem(`{"key":"k","type":"number","value":1e${"9".repeat(1_000_000)}}`)],
  ["NUL in every string", 201, withItem('{"key":"\\u0000","type":"string","value":"\\u0000"}', '"\\u0000"')],
  ["NUL in the type", 400, withItem('{"key":"k","type":"string\\u0000","value":"x"}')],
  [
    "lone surrogates in every string",
    201,
    withItem('{"key":"\\udc00","type":"string","value":"\\ud800"}', '"\\udfff\\ud800"'),
  ],
  [
    "surrogates in the wrong order",
    201,
    withItem('{"key":"k","type":"string-array","value":["\\udc00\\ud800"]}', '"wrong"'),
  ],
  ["raw NUL", 400, create('{"uid":"\u0000","items":[]}')],
  [
    "__proto__ in the record",
    400,
    create('{"uid":"u","items":[{"key":"k","type":"boolean","value":true}],"__proto__":{"uid":"x"}}'),
  ],
  ["__proto__ in an item", 400, withItem('{"key":"k","type":"string","value":"x","__proto__":{"type":"file"}}')],
  ["__proto__ as the type", 400, withItem('{"key":"k","type":"__proto__","value":{}}')],
  ["constructor as the type", 400, withItem('{"key":"k","type":"constructor","value":{}}')],
  [
    "__proto__ as a key and value",
    201,
    withItem('{"key":"__proto__","type":"string","value":"__proto__"}', '"__proto__"'),
  ],
  ["depth 8", 201, withItem(nested(7), '"deep"')],
  ["depth 9", 400, withItem(nested(8), '"deep"')],
  ["100,000 nested arrays", 400, create("[".repeat(100_000) + "]".repeat(100_000))],
  ["100,000 nested objects", 400, create('{"a":'.repeat(100_000))],
  ["items nested as deep as the body limit allows", 400, withItem(nested(20_000))],
  ["a duplicate field", 400, create('{"uid":"a","uid":"b","items":[{"key":"k","type":"boolean","value":true}]}')],
  ["a duplicate field, once escaped", 400, withItem('{"key":"k","type":"string","value":"x","v\\u0061lue":"y"}')],
  ["invalid UTF-8", 400, create(Buffer.from('{"uid":"\xff","items":[]}', "latin1"))],
  ["a surrogate encoded in UTF-8", 400, create(Buffer.from('{"uid":"\xed\xa0\x80","items":[]}', "latin1"))],
  ["overlong UTF-8", 400, create(Buffer.from('{"uid":"\xc0\xaf","items":[]}', "latin1"))],
  ["UTF-16", 400, create(Buffer.from('{"uid":"u"}', "utf16le"))],
  ["a truncated body", 400, create('{"uid":"u","items":[{"key":"k","ty')],
  ["only white space", 400, create(" \n\t")],
  [
    "a body of exactly 1 MiB",
    201,
    withItem(`{"key":"k","type":"string","value":"${"x".repeat(1_048_576 - 60)}"}`, '"m"'),
  ],
  [
    "a body above 1 MiB",
    400,
    create(`{"uid":"u","items":[{"key":"k","type":"string","value":"${"x".repeat(1_100_000)}"}]}`),
  ],
  ["a gzip bomb", 400, { ...create(gzipSync(Buffer.alloc(50_000_000, 32))), headers: { "content-encoding": "gzip" } }],
  ["a gzip bomb without Content-Encoding", 400, create(gzipSync(Buffer.alloc(50_000_000, 32)))],
  ["other encodings", 400, { ...create("{}"), headers: { "content-encoding": "br, identity" } }],
  ["150,000 items", 400, create(`{"uid":"u","items":[${Array(40_000).fill('{"key":"k","type":1}').join(",")}]}`)],
  [
    "uid of 100 astral characters",
    201,
    withItem('{"key":"k","type":"boolean","value":true}', JSON.stringify("🀄".repeat(100))),
  ],
  [
    "uid of 101 characters",
    400,
    withItem('{"key":"k","type":"boolean","value":true}', JSON.stringify("a".repeat(101))),
  ],
  [
    "SQL in uid, key and value",
    201,
    withItem(`{"key":"'; drop table metadata; --","type":"string","value":"$1"}`, `"' or 1=1; --"`),
  ],
  ["SQL in the namespace", 400, { ...create("{}"), path: "/api/v2/metadata/inspection'%20or%201=1" }],
  ["NUL in the path", 400, { ...create("{}"), path: "/api/v2/metadata/%00" }],
  ["broken percent encoding in the path", 400, { ...create("{}"), path: "/api/v2/metadata/%E0%A4%A" }],
  ["a slash in the namespace", 400, { ...create("{}"), path: "/api/v2/metadata/a%2Fb" }],
  ["broken percent encoding in the query", 400, get("/api/v1/reports?limit=%zz")],
  ["an offset above the maximum", 400, get("/api/v1/reports?offset=9007199254740992")],
  ["the largest offset", 200, get("/api/v1/reports?offset=9007199254740991")],
  ["SQL in the query", 400, get("/api/v1/reports?limit=1;drop%20table%20metadata")],
  ["__proto__ in the query", 400, get("/api/v1/reports?__proto__=1")],
  ["a parameter 1,000 times", 400, get(`/api/v1/reports?${"limit=1&".repeat(1_000)}`)],
  ["the year 0000", 200, get("/api/v1/reports?updated_from=0000-01-01T00:00:00%2B23:59")],
  ["the year 9999", 200, get("/api/v1/reports?updated_to=9999-12-31T23:59:59-23:59")],
  ["a fraction of 1,000 digits", 200, get(`/api/v1/reports?updated_from=2026-01-01T00:00:00.${"9".repeat(1_000)}Z`)],
  ["an infinite date", 400, get("/api/v1/reports?updated_from=infinity")],
  [
    "a window that ends before it begins",
    200,
    get("/api/v1/reports?updated_from=2027-01-01T00:00:00Z&updated_to=2026-01-01T00:00:00Z"),
  ],
];

/** Texts that make a valid request invalid if they are inserted, replace something or are duplicated. */
const SHARDS = [
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\\",
  "\\u0000",
  "\\ud800",
  "\u0000",
  "\ufeff",
  "é",
  "💚",
  "null",
  "true",
  "1e400",
  "-0",
  "0.1",
  "12345678901234567890",
  '"__proto__":1,',
  '"constructor":{}',
  "[[[[[[[[[[",
  '{"key":"k"}',
  "file",
  "object-array",
  "2026-02-30",
  " ",
  "%",
  "&",
  "=",
];

function mutated(text: string, random: () => number): string {
  let broken = text;
  for (let edits = Math.floor(random() * 4); edits > 0; edits--) {
    const at = Math.floor(random() * (broken.length + 1));
    const shard = SHARDS[Math.floor(random() * SHARDS.length)] ?? "";
    const length = Math.floor(random() * random() * 30);
    const kind = random();
    if (kind < 0.4) broken = broken.slice(0, at) + shard + broken.slice(at);
    else if (kind < 0.7) broken = broken.slice(0, at) + shard + broken.slice(at + length);
    else if (kind < 0.85) broken = broken.slice(0, at) + broken.slice(at + length);
    else broken = broken.slice(0, at) + broken.slice(at, at + length) + broken.slice(at);
  }
  return broken;
}

function generate(n: number, random: () => number): Sent {
  if (n % 3 === 2) {
    const paths = ["/api/v1/purchase-orders", "/api/v3/purchase-orders", "/api/v1/reports"];
    const query = "limit=7&offset=12&updated_from=2026-01-01T00:00:00.5%2B07:00&updated_to=2026-02-01T00:00:00Z";
    const broken = mutated(query, random).replace(/\p{Cs}/gu, "");
    return get(`${paths[n % paths.length]}?${encodeURI(broken).replaceAll("%25", "%").replaceAll("#", "")}`);
  }
  const good = document.components.examples.CreateMetadataAllKinds.value;
  const kept = good.items.filter(() => random() < 0.4);
  return create(
    mutated(JSON.stringify({ uid: `u${n}`, items: kept.length > 0 ? kept : good.items.slice(0, 1) }), random),
  );
}

describe.each(TARGETS)("a service on $name under hostile input", (target) => {
  let under: ServiceUnderTest;
  /** A service with short time limits for slow senders, because the tests wait for them. */
  let hasty: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(target);
    hasty = await startOn(target, { headersTimeout: 500, requestTimeout: 1_000 });
  });
  afterAll(() => Promise.all([under.end(), hasty.end()]));
  const tryCreate = async ({ create }: ServiceUnderTest) => {
    const items = [{ key: "k", type: "boolean", value: true }];
    return (await create({ uid: `alive ${Math.random()}`, items })).status;
  };
  const stillWorks = async () => expect(await tryCreate(under)).toBe(201);

  it.each(BY_HAND)("returns a documented response: %s", async (_name, status, sent) => {
    expect(await judge(under.service.url, sent)).toBe(status);
  });

  it(`returns documented responses to ${GENERATED} generated requests, and leaks no memory`, async () => {
    const random = seeded(target.name.length);
    const seen = new Map<number, number>();
    let n = 0;
    const worker = async (end: number) => {
      while (n < end) {
        const status = await judge(under.service.url, generate(n++, random));
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    };
    const runTo = (end: number) => Promise.all(Array.from({ length: AT_ONCE }, () => worker(end)));
    // The first third warms up caches: compiled schemas, statements, pools.
    await runTo(GENERATED / 3);
    const before = memoryInUse();
    await runTo(GENERATED);
    const grown = memoryInUse() - before;
    const statuses = [...seen].map(([status, count]) => `${count} times ${status}`).join(", ");
    console.info(`${target.name}: ${n} generated requests: ${statuses}; memory grew by ${grown.toFixed(1)} MB`);
    expect(grown).toBeLessThan(20);
    // If all generated requests were rejected early, the test would show little.
    expect(seen.get(201)).toBeGreaterThan(GENERATED / 50);
    expect(seen.get(200)).toBeGreaterThan(GENERATED / 50);
    expect(seen.get(400)).toBeGreaterThan(GENERATED / 2);
    await stillWorks();
  });

  const raw = (bytes: string | Buffer, { service } = under) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
      let answer = "";
      socket.on("data", (chunk) => (answer += chunk));
      socket.on("error", () => {});
      socket.on("close", () => resolve(answer));
      socket.write(bytes);
    });
  const head = `POST /api/v2/metadata/inspection HTTP/1.1\r\nHost: localhost\r\napiKey: ${KEY}\r\nContent-Type: application/json\r\n`;

  it.each([
    ["bytes that are not HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
    [
      "headers above 16 KiB",
      `GET /api/v1/reports HTTP/1.1\r\nHost: localhost\r\nX: ${"y".repeat(20_000)}\r\n\r\n`,
      400,
    ],
    ["10,000 headers", `GET /api/v1/reports HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(10_000)}\r\n`, 400],
    ["a path above 16 KiB", `GET /${"y".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400],
    ["no Host", "GET /api/v1/reports HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["headers that never end", "GET /api/v1/reports HTTP/1.1\r\nHost: localhost\r\n", 400],
    ["a body that never ends", `${head}Content-Length: 100\r\n\r\n{"uid":`, 400],
    ["a Content-Length above the maximum", `${head}Content-Length: 99999999999\r\n\r\n`, 400],
    ["invalid chunks", `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ["two Content-Length headers", `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ["Content-Length and chunks", `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ["an unknown expectation", `${head}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`, 400],
    ["an unknown method", "BREW /api/v1/reports HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
    ["CONNECT", "CONNECT /api/v1/reports HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
    ["QUERY", "QUERY /api/v1/reports HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405],
    ["TRACE", "TRACE /api/v1/reports HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405],
    ["an unknown method on an unknown path", "BREW /coffee HTTP/1.1\r\nHost: localhost\r\n\r\n", 404],
    [
      "an upgrade",
      "GET /api/v1/reports HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n",
      401,
    ],
    [
      "an absolute URL as the request target",
      `GET http://x/api/v1/reports HTTP/1.1\r\nHost: localhost\r\napiKey: ${KEY}\r\nConnection: close\r\n\r\n`,
      200,
    ],
  ])("responds to raw bytes: %s", async (name, bytes, status) => {
    const answer = await raw(bytes, /never end/.test(name) ? hasty : under);
    expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
    expect(answer).toMatch(/content-type: application\/json\r\n/i);
    if (status === 405) expect(answer).toMatch(/allow: GET, HEAD\r\n/i);
    const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)) as { errorCode?: string };
    if (status !== 200) expect(body.errorCode).toBe("Generic");
    await stillWorks();
  });

  it("sends an error response while the request body is still arriving", async () => {
    const socket = connect(Number(new URL(under.service.url).port), "127.0.0.1");
    let answers = "";
    socket.on("data", (chunk) => (answers += chunk));
    const body = "x".repeat(1_000_000);
    for (let n = 1; n <= 5; n++) {
      socket.write(`${head.replace(KEY, "nobody")}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 1_000)}`);
      await expect.poll(() => answers.match(/HTTP\/1\.1 401/g)?.length).toBe(n);
      socket.write(body.slice(1_000));
    }
    socket.destroy();
    await stillWorks();
  });

  it("does not let slow senders delay other callers", async () => {
    const slow = Array.from({ length: 300 }, () => raw(`${head}Content-Length: 100\r\n\r\n`, hasty));
    // On a very busy machine, a valid request may be too slow as well, and is sent again.
    await expect.poll(() => tryCreate(hasty)).toBe(201);
    const answers = await Promise.all(slow);
    expect(new Set(answers.map((one) => one.slice(0, 12)))).toEqual(new Set(["HTTP/1.1 400"]));
    await expect.poll(() => tryCreate(hasty)).toBe(201);
  });
});
