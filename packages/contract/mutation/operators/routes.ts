import { create, plain } from "../kit/create-faults.js";
import { answered, type Exchange, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { CREATE, LISTS, NAMESPACE_PLACES, NAMESPACES, PATHS } from "../kit/spec.js";

const FAMILY = "routes and methods";
const UNKNOWN_PATH = "0008: an unknown path is a 404";
const UNKNOWN_METHOD = "0008: an unknown method is a 405 with Allow";

/** A valid path of each operation. */
const OPERATIONS = PATHS.map(({ id, method, path, pattern }) => ({
  name: id,
  id,
  method,
  pattern,
  path: path.replace(/\{[^}]+\}/, NAMESPACES[0] as string),
}));
type Place = (typeof OPERATIONS)[number];

const request = ({ id, path }: Place) =>
  id === CREATE.id ? create(plain("route"), { namespace: NAMESPACES[0] }) : get(path);

/** Variants of a path that a lenient router accepts. */
const PATHS_TAKEN: { name: string; back(path: string): string; write(path: string): string }[] = [
  { name: "two slashes at the beginning", back: (p) => p.replace(/^\/\//, "/"), write: (p) => `/${p}` },
  { name: "two slashes inside", back: (p) => p.replace(/(?<=.)\/\//g, "/"), write: (p) => p.replace(/(?<=.)\//, "//") },
  { name: "a slash at the end", back: (p) => p.replace(/\/$/, ""), write: (p) => `${p}/` },
  { name: "two slashes at the end", back: (p) => p.replace(/\/\/$/, ""), write: (p) => `${p}//` },
  { name: "upper case", back: (p) => p.toLowerCase(), write: (p) => p.toUpperCase() },
  {
    name: "a capital in the last segment",
    back: (p) => p.replace(/\/[A-Z][a-z-]+$/, (s) => s.toLowerCase()),
    write: (p) => p.replace(/\/([a-z])([a-z-]+)$/, (_, a, b) => `/${a.toUpperCase()}${b}`),
  },
  {
    name: "a capital V in the version",
    back: (p) => p.replace(/\/V(?=\d)/, "/v"),
    write: (p) => p.replace("/v", "/V"),
  },
  {
    name: "a leading zero in the version",
    back: (p) => p.replace(/\/v0+(?=\d)/, "/v"),
    write: (p) => p.replace("/v", "/v0"),
  },
  { name: "a minor version", back: (p) => p.replace(/(\/v\d)\.0/, "$1"), write: (p) => p.replace(/(\/v\d)/, "$1.0") },
  {
    name: "segments of dots",
    back: (p) => new URL(`http://x${p}`).pathname,
    write: (p) => p.replace(/\/v/, "/x/../v"),
  },
  { name: "a segment of one dot", back: (p) => p.replace(/\/\.(?=\/)/g, ""), write: (p) => p.replace(/\/v/, "/./v") },
  { name: ".json at the end", back: (p) => p.replace(/\.json$/, ""), write: (p) => `${p}.json` },
  { name: "a parameter after a semicolon", back: (p) => p.replace(/;.*$/, ""), write: (p) => `${p};v=1` },
  { name: "a space at the end", back: (p) => p.replace(/%20$/, ""), write: (p) => `${p}%20` },
  { name: "a slash as %2F", back: (p) => p.replace(/%2F/gi, "/"), write: (p) => p.replace(/(?<=api)\//, "%2F") },
  {
    name: "a letter as an escape of an escape",
    back: (p) => p.replace(/%2570/, "p"),
    write: (p) => p.replace(/p(?=i\/)/, "%2570"),
  },
  { name: "without /api", back: (p) => (p.startsWith("/v") ? `/api${p}` : p), write: (p) => p.replace(/^\/api/, "") },
  { name: "/api twice", back: (p) => p.replace(/^\/api\/api/, "/api"), write: (p) => `/api${p}` },
  {
    name: "underscores for hyphens",
    back: (p) => p.replace(/purchase_orders/, "purchase-orders"),
    write: (p) => p.replace("purchase-", "purchase_"),
  },
  {
    name: "the singular",
    back: (p) => p.replace(/(order|report)$/, "$1s"),
    write: (p) => p.replace(/(order|report)s$/, "$1"),
  },
  { name: "more segments behind it", back: (p) => p.replace(/\/extra$/, ""), write: (p) => `${p}/extra` },
];
const paths = mutantsOf(FAMILY, {
  name: "another path is taken for the right one",
  rule: UNKNOWN_PATH,
  places: PATHS_TAKEN.flatMap((way) =>
    OPERATIONS.filter(
      ({ path, pattern }) => !pattern.test(way.write(path)) && pattern.test(way.back(way.write(path))),
    ).map((operation) => ({
      ...way,
      operation,
      name: `${way.name}, ${operation.name}`,
    })),
  ),
  fault: ({ back, operation }) =>
    rerouted((path) => (!operation.pattern.test(path) && operation.pattern.test(back(path)) ? back(path) : path)),
  witness: ({ write, operation }) => {
    const right = request(operation);
    return [{ ...right, path: write(right.path) }];
  },
});

const rerouted =
  (to: (path: string) => string): Fault =>
  ({ request, path, search }) => {
    const changed = to(path);
    return changed === path ? undefined : { request: { ...request, path: search ? `${changed}?${search}` : changed } };
  };

const versions = mutantsOf(FAMILY, {
  name: "another version is served too",
  rule: UNKNOWN_PATH,
  places: OPERATIONS.flatMap((operation) =>
    ["v0", "v1", "v2", "v3", "v4"]
      .map((version) => ({
        operation,
        other: operation.path.replace(/v\d/, version),
        name: `${operation.name} as ${version}`,
      }))
      .filter(({ other }) => !OPERATIONS.some(({ path }) => path === other)),
  ),
  fault: ({ operation, other }) => rerouted((path) => (path === other ? operation.path : path)),
  witness: ({ operation, other }) => [{ ...request(operation), path: other }],
});

const METHODS = ["HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
const methods = mutantsOf(FAMILY, {
  name: "another method is taken for the right one",
  rule: UNKNOWN_METHOD,
  places: OPERATIONS.flatMap((operation) =>
    METHODS.filter((method) => method !== operation.method).map((method) => ({
      operation,
      method,
      name: `${method} of ${operation.name}`,
    })),
  ),
  fault:
    ({ operation, method }) =>
    ({ request, place }) =>
      request.method === method && place === operation.id
        ? { request: { ...request, method: operation.method } }
        : undefined,
  witness: ({ operation, method }) => {
    const { body: _, ...bare } = request(operation);
    return [method === "PUT" || method === "PATCH" ? { ...request(operation), method } : { ...bare, method }];
  },
});

const ANSWERS: { name: string; method: string; status: number }[] = [
  { name: "OPTIONS is answered with 204", method: "OPTIONS", status: 204 },
  { name: "DELETE is answered with 204", method: "DELETE", status: 204 },
  { name: "DELETE is answered with 404", method: "DELETE", status: 404 },
  { name: "PUT is answered with 404", method: "PUT", status: 404 },
  { name: "PATCH is answered with 501", method: "PATCH", status: 501 },
  { name: "TRACE is answered with 200", method: "TRACE", status: 200 },
  { name: "TRACE is answered with 501", method: "TRACE", status: 501 },
  { name: "HEAD is answered with 200", method: "HEAD", status: 200 },
  { name: "HEAD is answered with 404", method: "HEAD", status: 404 },
];
const methodAnswers = mutantsOf(FAMILY, {
  name: "a method that the path does not have has another answer",
  rule: UNKNOWN_METHOD,
  places: OPERATIONS.flatMap((operation) =>
    ANSWERS.map((each) => ({ ...each, operation, name: `${each.name}, ${operation.name}` })),
  ),
  fault:
    ({ operation, method, status }) =>
    ({ request, place }) =>
      request.method === method && place === operation.id ? { answer: refused("no", status) } : undefined,
  witness: ({ operation, method }) => {
    const { body: _, ...bare } = request(operation);
    return [{ ...bare, method }];
  },
});

const allow = mutantsOf(FAMILY, {
  name: "Allow is wrong",
  rule: UNKNOWN_METHOD,
  places: OPERATIONS.flatMap((operation) =>
    [
      { what: "it is missing", value: undefined },
      { what: "it is empty", value: "" },
      { what: "it has OPTIONS too", value: `${operation.method}, OPTIONS` },
      { what: "it has HEAD too", value: `${operation.method}, HEAD` },
      { what: "it has another method", value: operation.method === "GET" ? "POST" : "GET" },
      { what: "it is in lower case", value: operation.method.toLowerCase() },
    ].map((each) => ({ ...each, operation, name: `${each.what}, ${operation.name}` })),
  ),
  fault:
    ({ operation, value }) =>
    ({ place }) =>
      place === operation.id
        ? {
            after({ status, response }) {
              if (status !== 405) return undefined;
              const { allow: _, ...headers } = response.headers;
              return { ...response, headers: value === undefined ? headers : { ...headers, allow: value } };
            },
          }
        : undefined,
  witness: ({ operation }) => [{ ...get(operation.path), method: "DELETE" }],
});

const overrides = mutantsOf(FAMILY, {
  name: "the method may be overridden",
  rule: UNKNOWN_METHOD,
  places: ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"].map((header) => ({ name: header, header })),
  fault:
    ({ header }) =>
    (exchange) => {
      const method = exchange.header(header);
      return method ? { request: { ...exchange.request, method } } : undefined;
    },
  witness: ({ header }) => [
    { ...get(LISTS[0]?.path ?? ""), method: "POST", headers: { apiKey: "demo-key", [header]: "GET" } },
  ],
});

const unknown = (path: string) => !PATHS.some(({ pattern }) => pattern.test(path));
const notFound = mutantsOf(FAMILY, {
  name: "an unknown path has another answer",
  rule: `${UNKNOWN_PATH}, with the same error body`,
  places: [
    { name: "400", answer: refused("There is no such path", 400) },
    { name: "405", answer: refused("There is no such path", 405, { allow: "GET" }) },
    { name: "200 and an empty object", answer: answered(200, {}) },
    {
      name: "404 and a page of HTML",
      answer: { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" },
    },
    { name: "404 and no body", answer: { status: 404, headers: {}, body: "" } },
    { name: "404 without errorCode", answer: answered(404, { message: "There is no such path" }) },
    {
      name: "404 with a code that is a number",
      answer: answered(404, { errorCode: 404, message: "There is no such path" }),
    },
    { name: "401 without a key", answer: refused("no key", 401), keyless: true },
  ],
  fault:
    ({ answer, keyless }) =>
    (exchange) =>
      unknown(exchange.path) && !(keyless && exchange.header("apiKey")) ? { answer } : undefined,
  witness: ({ keyless }) => {
    const headers: Record<string, string> = keyless ? {} : { apiKey: "demo-key" };
    return [{ ...get("/api/v1/nothing"), headers }];
  },
});

const SPELLINGS: { name: string; back(namespace: string): string; write(namespace: string): string }[] = [
  {
    name: "with a capital",
    back: (n) => n.replace(/^[A-Z]/, (c) => c.toLowerCase()),
    write: (n) => (n[0] ?? "").toUpperCase() + n.slice(1),
  },
  { name: "in upper case", back: (n) => n.toLowerCase(), write: (n) => n.toUpperCase() },
  { name: "with a space at its end", back: (n) => n.replace(/%20$/, ""), write: (n) => `${n}%20` },
  { name: "with a space before it", back: (n) => n.replace(/^%20/, ""), write: (n) => `%20${n}` },
  { name: "in the plural", back: (n) => n.replace(/([^s])s$/, "$1"), write: (n) => `${n}s` },
  {
    name: "cut short",
    back: (n) => NAMESPACES.find((whole) => n.length > 3 && whole.startsWith(n)) ?? n,
    write: (n) => n.slice(0, 7),
  },
  {
    name: "with letters behind it",
    back: (n) => NAMESPACES.find((whole) => n.startsWith(whole)) ?? n,
    write: (n) => `${n}x`,
  },
  {
    name: "with letters before it",
    back: (n) => NAMESPACES.find((whole) => n.endsWith(whole)) ?? n,
    write: (n) => `x${n}`,
  },
  { name: "with a zero-width space", back: (n) => n.replace(/%E2%80%8B/gi, ""), write: (n) => `${n}%E2%80%8B` },
  { name: "with NUL at its end", back: (n) => n.replace(/%00$/, ""), write: (n) => `${n}%00` },
  { name: "after a comma", back: (n) => n.split(",")[0] as string, write: (n) => `${n},x` },
];
const namespaces = mutantsOf(FAMILY, {
  name: "another namespace is taken for the right one",
  rule: "document 4.1: namespace has two allowed values; 0008: an unknown namespace is a 400",
  places: SPELLINGS.flatMap((spelling) =>
    NAMESPACES.map((namespace) => ({ ...spelling, namespace, name: `${namespace} ${spelling.name}` })).filter(
      ({ write, back, namespace }) => write(namespace) !== namespace && back(write(namespace)) === namespace,
    ),
  ),
  fault:
    ({ back, namespace }) =>
    (exchange) =>
      exchange.namespace !== undefined && exchange.namespace !== namespace && back(exchange.namespace) === namespace
        ? { request: { ...exchange.request, path: exchange.request.path.replace(exchange.namespace, namespace) } }
        : undefined,
  witness: ({ write, namespace }) => [create(plain("namespace"), { namespace: write(namespace) })],
});

const anyNamespace = mutantsOf(FAMILY, {
  name: "an unknown namespace has another answer",
  rule: "0008: an unknown namespace is a 400",
  places: [
    { name: "404", answer: refused("There is no such path", 404) },
    { name: "403", answer: refused("not yours", 403) },
  ],
  fault:
    ({ answer }) =>
    ({ namespace }) =>
      namespace !== undefined && namespace !== "" && !NAMESPACES.includes(decoded(namespace))
        ? { after: ({ status }) => (status === 400 ? answer : undefined) }
        : undefined,
  witness: () => [create(plain("namespace"), { namespace: "other" })],
});
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const escapes = mutantsOf(FAMILY, {
  name: "a namespace in escapes is refused",
  rule: "RFC 3986, section 2.3: an escape of a letter stands for the letter",
  places: NAMESPACE_PLACES,
  fault:
    ({ namespace }) =>
    (exchange: Exchange) =>
      exchange.path.includes("%") &&
      exchange.namespace !== undefined &&
      decodeURIComponent(exchange.namespace) === namespace
        ? { after: ({ status }) => (status === 201 ? refused("namespace is unknown") : undefined) }
        : undefined,
  witness: ({ namespace }) => [
    create(plain("escapes"), { namespace: `%${namespace.charCodeAt(0).toString(16)}${namespace.slice(1)}` }),
  ],
});

export const routes: Mutant[] = [
  ...paths,
  ...versions,
  ...methods,
  ...methodAnswers,
  ...allow,
  ...overrides,
  ...notFound,
  ...namespaces,
  ...anyNamespace,
  ...escapes,
];
