import type { Case, Context } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import { NOBODY } from "../../document/credentials.js";
import { errorBodyOf, type Operation, operationsOf, successOf } from "../../document/document.js";
import { withNumbers } from "../../document/exact-numbers.js";
import { pathPattern } from "../../document/path-pattern.js";
import { editsOf } from "../../grammar/form.js";
import { invalidIntegers } from "../../grammar/integer.js";
import { ContractViolation } from "../../judging/judge-response.js";
import { groupBy } from "../../lib/group-by.js";
import { isJson } from "../../lib/objects.js";
import { requestOf, withQuery } from "../../requests/request.js";
import { changesRecords, listedParameters } from "../../resources/record-parameters.js";
import { validInputs } from "../../resources/valid-inputs.js";
import type { WireRequest } from "../../target/target.js";
import { choicesOf } from "../listed-paths.js";
import { rejected, testCase } from "../test-case.js";

/** The common methods, which get more cases than the others. */
const COMMON = ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE"];
/** Registered methods that the parsers of all common servers read. CONNECT is for proxies. */
const METHODS = [
  ...COMMON,
  ..."ACL BIND CHECKOUT COPY LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MOVE PROPFIND PROPPATCH REBIND".split(" "),
  ..."REPORT SEARCH UNBIND UNLINK UNLOCK".split(" "),
];
/** Methods that change nothing on a correct server. */
const QUESTIONS = ["GET", "HEAD", "OPTIONS"];
/** Headers with which some servers replace the method. */
const OVERRIDES = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"];

/** A way to send a request differently. */
type Change = (request: WireRequest) => Partial<WireRequest>;

const same: Change = () => ({});
const withoutKey =
  ({ keyHeader }: Operation): Change =>
  ({ headers }) => ({ headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== keyHeader)) });
const withHeaders =
  (added: Record<string, string>): Change =>
  ({ headers }) => ({ headers: { ...headers, ...added } });
const withSearch =
  (search: string): Change =>
  (request) => ({ path: withQuery(request, search).path });

/** The body of an error in a response, which one to HEAD does not have. */
const bodyFor = (operation: Operation, method: string) => (method === "HEAD" ? undefined : errorBodyOf(operation));

/**
 * Methods that a path does not have are a 405 with Allow, for each listed value (decision 0008). HEAD is served wherever
 * GET is (RFC 9110, 9.1). No header changes the method.
 */
export const methodCases = ({ operations }: Suite): Case[] =>
  [...groupBy(operations, ({ path }) => path).values()].flatMap(methodsOf);

function methodsOf(declared: Operation[]): Case[] {
  const [operation] = declared;
  if (!operation) return [];
  const known = new Set(declared.map(({ method }) => method));
  const others = METHODS.filter((method) => !known.has(method) && !(method === "HEAD" && known.has("GET")));
  const refused = (method: string, what: string, change: Change): Case[] =>
    choicesOf(operation).map(({ path, name }) =>
      testCase(operation, {
        rule: "methods",
        name: `${method} ${operation.path}${name}${what} is a 405, and Allow lists the supported methods`,
        status: "405",
        wire: true,
        writes: !QUESTIONS.includes(method),
        late: !COMMON.includes(method) || what !== "",
        run: async (context) => {
          // The path of a record needs no record: the method is wrong for all of them.
          const request = requestOf(operation, { ...validInputs(operation, context.uid()), path }, context.target);
          const sent = { ...request, method, body: undefined, ...change({ ...request, method }) };
          await allows(context, sent, known, bodyFor(operation, method));
        },
      }),
    );
  const withBody: Change = operation.body
    ? ({ body }) => ({ body })
    : (request) => ({ body: '{"a":1}', ...withHeaders({ "Content-Type": "application/json" })(request) });
  const own = [...known][0] ?? "GET";
  return [
    ...others.flatMap((method) => refused(method, "", same)),
    ...others
      .filter((method) => COMMON.includes(method))
      .flatMap((method) => [
        ...(["HEAD", "GET", "TRACE"].includes(method) ? [] : refused(method, " with a body", withBody)),
        ...refused(method, " with a query", withSearch("limit=1")),
        ...refused(method, " without a key", withoutKey(operation)),
        ...refused(method, " with another Accept", withHeaders({ Accept: "text/html" })),
        ...OVERRIDES.flatMap((header) => refused(method, ` with ${header}: ${own}`, withHeaders({ [header]: own }))),
      ]),
    ...declared.flatMap(overridden),
  ];
}

/** The method of a request is the one in its first line, regardless of any header. */
const overridden = (operation: Operation): Case[] =>
  OVERRIDES.flatMap((header) =>
    ["DELETE", "PUT", "HEAD", operation.method === "GET" ? "POST" : "GET"].map((method) =>
      testCase(operation, {
        rule: "methods",
        name: `${operation.method} with ${header}: ${method} is treated as ${operation.method}`,
        wire: true,
        run: async (context) => {
          await context.exchange(operation, {
            ...validInputs(operation, context.uid()),
            headers: { [header]: method },
          });
        },
      }),
    ),
  );

async function allows(context: Context, request: WireRequest, known: Set<string>, errorBody: string | undefined) {
  const response = await context.judgeError(request, 405, errorBody);
  const header = response.headers["allow"];
  const allowed = (header ?? "").split(",").map((name) => name.trim());
  for (const name of known)
    if (!allowed.includes(name)) throw new ContractViolation(`Allow is ${JSON.stringify(header)}, without ${name}`);
  for (const name of allowed)
    if (!known.has(name) && !(name === "HEAD" && known.has("GET")))
      throw new ContractViolation(`Allow is ${JSON.stringify(header)}, but ${name} is not documented`);
}

/** Versions that a path may have elsewhere; those that the document has are left out later. */
const VERSIONS = [
  ...Array.from({ length: 21 }, (_, i) => `v${i}`),
  ..."v99 v100 v999 v1.0 v1.1 v2.0 v1-beta v1beta v1beta1 v1alpha v2026 v2026-11-21 latest stable current next beta preview dev V1 1".split(
    " ",
  ),
];

/** Edits of one part of a path. */
const PART_EDITS: ((part: string) => string[])[] = [
  (part) => [
    part.toUpperCase(),
    part.charAt(0).toUpperCase() + part.slice(1),
    `${part}x`,
    `x${part}`,
    part.slice(0, -1),
  ],
  (part) => ["%20", "%00", ".", ";", ";v=1", ";jsessionid=1", ",v=1"].map((end) => part + end),
  // A double escape, which only a server that decodes twice reads as the letter.
  (part) =>
    [...part].map((letter, i) => `${part.slice(0, i)}%25${letter.charCodeAt(0).toString(16)}${part.slice(i + 1)}`),
  // A version is a name, not a number that could be written differently.
  (part) =>
    /^v\d$/.test(part) ? invalidIntegers(Number(part.slice(1))).map(({ text }) => `v${encodeURIComponent(text)}`) : [],
];

/** Edits of one part of a path that are tried after all others: its beginnings and ends, a letter less or twice. */
const LATE_EDITS: ((part: string) => string[])[] = [
  (part) =>
    [...part].flatMap((letter, i) => [
      part.slice(0, i + 1),
      part.slice(i),
      part.slice(0, i) + part.slice(i + 1),
      part.slice(0, i) + letter + part.slice(i),
    ]),
  (part) => (/^v\d$/.test(part) ? VERSIONS : []),
];

/** Returns the path with each part edited in each way. */
function partsEdited(path: string, edits: typeof PART_EDITS): string[] {
  const parts = path.split("/").slice(1);
  return edits.flatMap((edit) =>
    parts.flatMap((part, i) => edit(part).map((other) => `/${parts.with(i, other).join("/")}`)),
  );
}

/** Edits of a whole path. */
function pathsNear(path: string): string[] {
  const parts = path.split("/").slice(1);
  const last = parts.at(-1) ?? "";
  return [
    ...["/", "//", "/.", "/..", `/../${last}`, "/x", "/1", `/${last}`, "/count", "/search"].map((end) => path + end),
    ...[".json", ";x=1", "%2F", "%3Flimit=1", "&limit=1"].map((end) => path + end),
    ...["/", "//", "/x/..", "/..", "/x", "/api", "/v1"].map((start) => start + path),
    ...parts.flatMap((_, i) => (i === 0 ? [] : [`/${parts.slice(0, i).join("/")}//${parts.slice(i).join("/")}`])),
    ...parts.slice(0, -1).map((_, i) => `/${parts.slice(0, i + 1).join("/")}`),
    ...parts.map((_, i) => `/${parts.toSpliced(i, 1).join("/")}`),
    ...["%252F", "/./"].map((separator) => `/${parts.join(separator)}`),
    `/./${parts.join("/")}`,
    path.replaceAll("/", "\\").replace("\\", "/"),
    ...["_", ""].map((other) => path.replaceAll("-", other)),
    path.replace(/s$/, ""),
    ...["/apis/", "/rest/"].map((other) => path.replace("/api/", other)),
    path.replace("/api/", "%2Fapi/"),
    ...partsEdited(path, PART_EDITS),
  ];
}

/** Paths that servers often have. A request line stays below 8,000 bytes, which any server reads (RFC 9112, 3). */
const ELSEWHERE = [
  ...[255, 256, 1024, 4096, 7500].map((length) => `/${"x".repeat(length)}`),
  ...[10, 100, 1000].map((depth) => "/x".repeat(depth)),
  ...(
    "/api /api/ /api/v1 /api/v1/ /api/v2 /api/v2/metadata /api/v2/metadata/ /index.html /login /admin /%20 /* /api/v1/orders /graphql " +
    "/api/v1/purchase-order /api/v1/reports/1 /api/v2/reports /api/v3/reports /api/v2/purchase-orders /api/v4/purchase-orders " +
    "/api/v1/metadata/inspection /api/v3/metadata/inspection"
  ).split(" "),
];

/** Paths that are similar to those of an operation, for every listed value, are a 404. */
export function pathCases(suite: Suite, operation: Operation): Case[] {
  // A lenient server could treat a path similar to that of a record as the path of the record.
  if (changesRecords(operation)) return [];
  const pathsOf = (each: Operation) =>
    choicesOf(each).map(({ path }) => requestOf(each, { path }, NOBODY).path.replace(/\?.*$/, ""));
  const bases = pathsOf(operation);
  const all = new Set(operationsOf(suite.document).flatMap(pathsOf));
  const free = operationsOf(suite.document)
    .filter(({ path }) => path.includes("{"))
    .map(({ path }) => pathPattern(path));
  // At `/`, a server may describe itself: a page there is not an operation of the API.
  const isUnknown = (path: string) =>
    path !== "/" && !all.has(path) && path.startsWith("/") && !free.some((other) => other.test(path));
  const unknown = (path: string, name: string, change: Change, late = false): Case =>
    testCase(operation, {
      rule: "paths",
      name: `${name} is a 404`,
      status: "404",
      wire: true,
      late,
      run: async (context) => {
        const request = requestOf(operation, validInputs(operation, context.uid()), context.target);
        const sent = { ...request, path, ...change({ ...request, path }) };
        await context.judgeError(sent, 404, bodyFor(operation, sent.method));
      },
    });
  const shown = (path: string) => (path.length > 100 ? `${path.slice(0, 20)}... of ${path.length} characters` : path);
  const paths = [...new Set([...bases.flatMap(pathsNear), ...ELSEWHERE])].filter(isUnknown);
  const late = [...new Set(bases.flatMap((base) => partsEdited(base, LATE_EDITS)))].filter(
    (path) => isUnknown(path) && !paths.includes(path),
  );
  const near = bases.flatMap((base) => [`${base}/`, `${base}x`, `/${base}`, `${base}/x`]).filter(isUnknown);
  return [
    ...paths.map((path) => unknown(path, `${operation.method} ${shown(path)}`, same)),
    ...late.map((path) => unknown(path, `${operation.method} ${path}`, same, true)),
    ...near.flatMap((path) => [
      ...METHODS.filter((method) => method !== operation.method).map((method) =>
        unknown(path, `${method} ${path}`, () => ({ method, body: undefined })),
      ),
      unknown(path, `${path} with a query`, withSearch("limit=1")),
      unknown(path, `${path} without a key`, withoutKey(operation)),
      unknown(path, `${path} with any Accept`, withHeaders({ Accept: "text/html" })),
    ]),
    rootCase(suite, operation),
  ];
}

/** At `/`, a server may describe itself, but must not return a page of records. */
const rootCase = ({ validator }: Suite, operation: Operation): Case =>
  testCase(operation, {
    rule: "paths",
    name: "the path / is a 404, or a description of the server",
    status: "404",
    wire: true,
    writes: false,
    run: async (context) => {
      const request = { ...requestOf(operation, {}, context.target), method: "GET", path: "/", body: undefined };
      const response = await context.target.send(request);
      const [content] = Object.values(successOf(operation).content);
      if (response.status !== 200) await context.judgeError(request, 404, errorBodyOf(operation));
      else if (
        operation.pagination &&
        content?.schema &&
        isJson(response.body) &&
        validator.accepts(content.schema.pointer, JSON.parse(response.body))
      )
        throw new ContractViolation(`GET / returns a page of ${operation.id}`, { request, response });
    },
  });

/** Returns values, as they are in a path, that are similar to a listed one. */
function valuesNear(raw: string): string[] {
  const value = encodeURIComponent(raw);
  const edits = [
    raw.toUpperCase(),
    raw.charAt(0).toUpperCase() + raw.slice(1),
    `${raw}s`,
    `${raw.slice(0, 3)} ${raw.slice(3)}`,
  ];
  const parts = Array.from({ length: raw.length - 1 }, (_, i) => [raw.slice(0, i + 1), raw.slice(i + 1)]).flat();
  return [
    ...[...edits, ...parts, ...editsOf(raw).map(({ text }) => text)].map(encodeURIComponent),
    ...["%20", "%00", "%0A", "%2F", "%2Fx", `,${value}`, ";x", ".", "%3F", "+"].map((end) => value + end),
    ...["%20", "x"].map((start) => start + value),
    `%25${raw.charCodeAt(0).toString(16)}${encodeURIComponent(raw.slice(1))}`,
    `%22${value}%22`,
    value.replace("i", "%C4%B1"),
  ];
}

const OTHER_VALUES = [
  ..."x 0 1 default null undefined all * %2A test %7Bnamespace%7D {namespace} __proto__ constructor toString".split(
    " ",
  ),
  ..."%E2%80%8B %F0%9F%98%80 %2e - _ metadata".split(" "),
  ...[101, 200, 255, 256, 1024, 7500].map((length) => "n".repeat(length)),
];

/** Values of a path parameter with listed values: similar ones are rejected, encoded ones are the same value. */
export function listedValueCases(_: Suite, operation: Operation): Case[] {
  const [parameter] = listedParameters(operation);
  if (!parameter) return [];
  const values = parameter.values.map((value) => withNumbers(String(value)));
  const listed = values.map(encodeURIComponent);
  const inputs = (value: string) => (context: Context) => ({
    ...validInputs(operation, context.uid()),
    rawPath: [parameter.name, value] as const,
  });
  const near = [...values.flatMap(valuesNear), ...OTHER_VALUES, listed.join(","), listed.join("%2C")];
  const broken = ["%", "%zz", "%FF", "%C0%80", `${listed[0]}%`, "%E0%A4%A"];
  const refused = (value: string, named: string) =>
    rejected(operation, {
      rule: "namespace",
      name: `${parameter.name} ${value.length > 100 ? `of ${value.length} characters` : value.slice(0, 40)} is rejected`,
      wire: true,
      named,
      inputs: inputs(value),
    });
  return [
    // An empty value would result in a different path, which is not a path of this operation.
    ...[...new Set(near)]
      .filter((value) => value !== "" && !listed.includes(value))
      .map((value) => refused(value, parameter.name)),
    ...broken.map((value) => refused(value, "")),
    // Other methods change the record, so a repeated request has another response.
    ...(/^(GET|POST)$/.test(operation.method) ? listed : []).map((plain) =>
      testCase(operation, {
        rule: "namespace",
        name: `${parameter.name} ${plain}, percent-encoded, is the same value`,
        wire: true,
        run: async (context) => {
          const { body } = validInputs(operation, context.uid());
          const encoded = plain.startsWith("%") ? plain : `%${plain.charCodeAt(0).toString(16)}${plain.slice(1)}`;
          const { name } = parameter;
          const first = await context.exchange(operation, {
            body,
            path: { [name]: decodeURIComponent(plain) },
            rawPath: [name, plain],
          });
          const second = await context.exchange(operation, { body, path: first.path, rawPath: [name, encoded] });
          if (JSON.stringify(first.body) !== JSON.stringify(second.body))
            throw new ContractViolation(`${encoded} returned a different record than ${plain}`);
        },
      }),
    ),
  ];
}
