import { create } from "../kit/create-faults.js";
import { type Exchange, parsed } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { item, record } from "../kit/samples.js";
import { CREATE, LIST_PLACES, LISTS, NAMESPACES, PATHS } from "../kit/spec.js";

const FAMILY = "paths and methods";
const UNKNOWN = "Decision 0008: an unknown path is a 404, and an unknown method a 405 with Allow";

/** Serves another path than the one of the request. */
const onPath =
  (rewrite: (path: string, exchange: Exchange) => string | undefined): Fault =>
  (exchange) => {
    const path = rewrite(exchange.path, exchange);
    if (path === undefined || path === exchange.path) return undefined;
    const { request, search } = exchange;
    return { request: { ...request, path: search ? `${path}?${search}` : path } };
  };

const posted = create(record("route", [item("string", "x")]));
const CREATE_PATH = `${CREATE.prefix}inspection`;

/** Every operation with a path and a request for it. */
const OPERATIONS = [
  ...LISTS.map(({ id, path }) => ({ name: id, path, request: get(path, "limit=2"), method: "GET" })),
  { name: CREATE.id, path: CREATE_PATH, request: posted, method: "POST" },
];

const isDocumented = (path: string): boolean => PATHS.some(({ pattern }) => pattern.test(path));

const SUFFIXES = [
  { name: "a format at the end", suffix: ".json" },
  { name: "a matrix parameter at the end", suffix: ";jsessionid=1" },
  { name: "an encoded NUL at the end", suffix: "%00" },
  { name: "an encoded space at the end", suffix: "%20" },
];

const ADDED = SUFFIXES.flatMap((suffix) =>
  OPERATIONS.map((operation) => ({ ...operation, ...suffix, name: `${suffix.name}, ${operation.name}` })),
);

const WITH_QUERY = (path: string, request: { path: string }): string =>
  request.path.includes("?") ? `${path}?${request.path.split("?")[1]}` : path;

const other = (path: string, version: string): string => path.replace(/\/v\d+\//, `/${version}/`);

const VERSIONS = [
  { name: "a version that does not exist", version: "v9" },
  { name: "the latest version", version: "latest" },
].flatMap((version) =>
  OPERATIONS.map((operation) => ({ ...operation, ...version, name: `${version.name}, ${operation.name}` })),
);

const NAMES = [
  { name: "a line feed at the end", spell: (name: string) => `${name}%0A` },
  { name: "an s at the end", spell: (name: string) => `${name}s` },
  { name: "only its beginning", spell: (name: string) => name.slice(0, 5) },
  { name: "a capital first letter", spell: (name: string) => name.replace(/^./, (first) => first.toUpperCase()) },
].flatMap((form) => NAMESPACES.map((namespace) => ({ ...form, name: `${form.name}, ${namespace}`, namespace })));

export const otherPaths: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "accepts something after a path",
    rule: "Decision 0008: an unknown path is a 404, and an unknown namespace a 400",
    places: ADDED,
    fault: ({ path, suffix }) => onPath((own) => (own === path + suffix ? path : undefined)),
    witness: ({ path, suffix, request }) => [{ ...request, path: WITH_QUERY(path + suffix, request) }],
  }),
  ...mutantsOf(FAMILY, {
    name: "serves another version",
    rule: "Decision 0008: an unknown path is a 404; interface 9: the version is part of the path",
    places: VERSIONS,
    fault: ({ path, version }) =>
      onPath((own) => (own === other(path, version) && !isDocumented(own) ? path : undefined)),
    witness: ({ path, version, request }) => [{ ...request, path: WITH_QUERY(other(path, version), request) }],
  }),
  ...mutantsOf(FAMILY, {
    name: "a header overrides the method",
    rule: "Decision 0008: an unknown method is a 405",
    places: LIST_PLACES.flatMap(({ list }) =>
      ["X-HTTP-Method-Override", "X-HTTP-Method"].map((header) => ({ name: `${header}, ${list.id}`, list, header })),
    ),
    fault:
      ({ list, header }) =>
      (exchange) =>
        exchange.method === "POST" && exchange.path === list.path && exchange.header(header) === "GET"
          ? { request: { method: "GET", path: exchange.request.path, headers: exchange.request.headers } }
          : undefined,
    witness: ({ list, header }) => [{ ...get(list.path, "limit=2", { [header]: "GET" }), method: "POST" }],
  }),
  ...mutantsOf(FAMILY, {
    name: "a path below one that exists is a 400",
    rule: "Decision 0008: an unknown path is a 404",
    places: OPERATIONS,
    fault:
      ({ path }) =>
      (exchange) => ({
        after: (answer) =>
          answer.status === 404 && exchange.path.startsWith(`${path}/`) && exchange.path.length > path.length + 1
            ? { ...answer.response, status: 400 }
            : undefined,
      }),
    witness: ({ path, request }) => [{ ...request, path: `${path}/1` }],
  }),
  ...mutantsOf(FAMILY, {
    name: "Allow names methods that get a 405",
    rule: "Decision 0008: a 405 with Allow; RFC 9110, section 10.2.1: the methods that the resource supports",
    places: OPERATIONS.flatMap((operation) =>
      ["HEAD", "OPTIONS"].map((added) => ({ ...operation, name: `${added}, ${operation.name}`, added })),
    ),
    fault:
      ({ path, added }) =>
      (exchange) => ({
        after: ({ status, response }) =>
          status === 405 && exchange.path === path
            ? { ...response, headers: { ...response.headers, allow: `${response.headers["allow"]}, ${added}` } }
            : undefined,
      }),
    witness: ({ path }) => [{ ...get(path), method: "PUT" }],
  }),
  ...mutantsOf(FAMILY, {
    name: "an unknown method is a 404",
    rule: UNKNOWN,
    places: OPERATIONS.flatMap((operation) =>
      ["PATCH", "DELETE"].map((method) => ({ ...operation, name: `${method}, ${operation.name}`, method })),
    ),
    fault:
      ({ path, method }) =>
      (exchange) =>
        exchange.method === method && exchange.path === path
          ? { request: { ...exchange.request, path: `${path}/unknown/path` } }
          : undefined,
    witness: ({ path, method }) => [{ ...get(path), method }],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts another spelling of a namespace",
    rule: "Decision 0008: an unknown namespace is a 400",
    places: NAMES,
    fault: ({ namespace, spell }) =>
      onPath((own) => (own === CREATE.prefix + spell(namespace) ? CREATE.prefix + namespace : undefined)),
    witness: ({ namespace, spell }) => [{ ...posted, path: CREATE.prefix + spell(namespace) }],
  }),
  ...mutantsOf(FAMILY, {
    name: "a Content-Type without a body is a 400",
    rule: "Interface 4.2: a list is requested with GET; decision 0008 lists no such error",
    places: LIST_PLACES,
    fault:
      ({ list }) =>
      (exchange) =>
        exchange.list?.id === list.id && exchange.header("Content-Type") !== undefined
          ? {
              after: (answer) =>
                answer.status === 200 && parsed(answer.response.body)
                  ? {
                      ...answer.response,
                      status: 400,
                      body: '{"errorCode":"Generic","message":"a Content-Type needs a body"}',
                    }
                  : undefined,
            }
          : undefined,
    witness: ({ list }) => [get(list.path, "limit=2", { "Content-Type": "application/json" })],
  }),
];
