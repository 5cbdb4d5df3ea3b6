import type { Case } from "../../case.js";
import { type Document, errorBodyOf, type Operation, operationsOf } from "../../document.js";
import { invalidIntegers } from "../../grammar/integer.js";
import { pathPattern } from "../../path-pattern.js";
import { requestOf } from "../../request.js";
import type { WireRequest } from "../../target.js";
import { draft } from "../draft.js";
import { changesRecords } from "../harmless.js";
import { validInputs } from "../valid-inputs.js";
import { choicesOf } from "./choices.js";
import { METHODS } from "./methods.js";

/** Versions that a path may have elsewhere; those that the document has are left out later. */
const OTHER_VERSIONS = [
  ...Array.from({ length: 21 }, (_, i) => `v${i}`),
  ..."v99 v100 v999 v1.0 v1.1 v2.0 v1-beta v1beta v1beta1 v1alpha v2026 v2026-11-21 latest stable current next beta preview dev".split(
    " ",
  ),
];

/** Returns the paths one edit away from an existing path. */
function pathsNear(path: string): string[] {
  const parts = path.split("/").slice(1);
  const last = parts.at(-1) ?? "";
  const with_ = (i: number, part: string) => `/${parts.with(i, part).join("/")}`;
  return [
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//${path}`,
    ...parts.map((_, i) => `/${parts.slice(0, i).join("/")}${i ? "/" : ""}/${parts.slice(i).join("/")}`).slice(1),
    ...parts.slice(0, -1).map((_, i) => `/${parts.slice(0, i + 1).join("/")}`),
    ...parts.map((_, i) => `/${parts.toSpliced(i, 1).join("/")}`),
    ...parts.map((part, i) => with_(i, part.toUpperCase())),
    ...parts.map((part, i) => with_(i, part.charAt(0).toUpperCase() + part.slice(1))),
    ...parts.map((part, i) => with_(i, `${part}x`)),
    ...parts.map((part, i) => with_(i, `x${part}`)),
    ...parts.map((part, i) => with_(i, part.slice(0, -1))),
    ...parts.map((part, i) => with_(i, `${part}%20`)),
    ...parts.map((part, i) => with_(i, `${part}%00`)),
    ...parts.map((part, i) => with_(i, `${part}.`)),
    // Some servers remove the parameters of a segment (RFC 3986, section 3.3) before they look for the path.
    ...[";", ";v=1", ";jsessionid=1", ",v=1"].flatMap((parameters) =>
      parts.map((part, i) => with_(i, part + parameters)),
    ),
    // A double escape, which only a server that decodes twice reads as the letter.
    ...parts.flatMap((part, i) =>
      [...part].map((letter, at) =>
        with_(i, `${part.slice(0, at)}%25${letter.charCodeAt(0).toString(16)}${part.slice(at + 1)}`),
      ),
    ),
    `/${parts.join("%252F")}`,
    ...parts.flatMap((part, i) =>
      /^v\d$/.test(part)
        ? ["v0", "v1", "v2", "v3", "v4", "v10", "V1", "1", "latest"].map((other) => with_(i, other))
        : [],
    ),
    // A version is a name, not a number that could be written differently.
    ...parts.flatMap((part, i) =>
      /^v\d$/.test(part)
        ? invalidIntegers(Number(part.slice(1))).map(({ text }) => with_(i, `v${encodeURIComponent(text)}`))
        : [],
    ),
    `/${parts.join("/./")}`,
    `${path}/.`,
    `${path}/..`,
    `${path}/../${last}`,
    `/x/..${path}`,
    `/./${parts.join("/")}`,
    `/..${path}`,
    `${path}/x`,
    `${path}/1`,
    `${path}/${last}`,
    `${path}/count`,
    `${path}/search`,
    `${path}.json`,
    `${path};x=1`,
    `${path}%2F`,
    `${path}%3Flimit=1`,
    `${path}&limit=1`,
    `/x${path}`,
    `/api${path}`,
    `/v1${path}`,
    path.replaceAll("/", "\\").replace("\\", "/"),
    path.replaceAll("-", "_"),
    path.replaceAll("-", ""),
    path.replace(/s$/, ""),
    path.replace("/api/", "/apis/"),
    path.replace("/api/", "/rest/"),
    path.replace("/api/", "%2Fapi/"),
  ];
}

/**
 * Returns paths in which a segment is one of its beginnings or ends, has a letter less or twice, or is another version.
 */
function segmentsNear(path: string): string[] {
  const parts = path.split("/").slice(1);
  return parts.flatMap((part, i) => {
    const others = [...part].flatMap((letter, at) => [
      part.slice(0, at + 1),
      part.slice(at),
      part.slice(0, at) + part.slice(at + 1),
      part.slice(0, at) + letter + part.slice(at),
    ]);
    return [...others, ...(/^v\d$/.test(part) ? OTHER_VERSIONS : [])].map(
      (other) => `/${parts.with(i, other).join("/")}`,
    );
  });
}

const ELSEWHERE = [
  // A request line stays below 8,000 bytes, which any server reads (RFC 9112, section 3).
  ...[255, 256, 1024, 4096, 7500].map((length) => `/${"x".repeat(length)}`),
  ...[10, 100, 1000].map((depth) => "/x".repeat(depth)),
  "/",
  "/api",
  "/api/",
  "/api/v1",
  "/api/v1/",
  "/api/v2",
  "/api/v2/metadata",
  "/api/v2/metadata/",
  "/index.html",
  "/login",
  "/admin",
  "/%20",
  "/*",
  "/api/v1/orders",
  "/api/v1/purchase-order",
  "/graphql",
  "/api/v1/reports/1",
  "/api/v2/reports",
  "/api/v3/reports",
  "/api/v2/purchase-orders",
  "/api/v4/purchase-orders",
  "/api/v1/metadata/inspection",
  "/api/v3/metadata/inspection",
];

const shortened = (path: string) => (path.length > 100 ? `${path.slice(0, 20)}... of ${path.length} characters` : path);

/** Returns the paths of an operation, one for each listed value, without the query that it may require. */
const pathsOf = (operation: Operation): string[] =>
  choicesOf(operation).map(({ path }) => requestOf(operation, { path }, "").path.replace(/\?.*$/, ""));

/** Cases about paths similar to those of an operation, for every listed value: all of them lead to a 404. */
export function pathCases(document: Document, operation: Operation, known: Set<string>): Case[] {
  // A lenient server could treat a path similar to that of a record as the path of the record.
  if (changesRecords(operation)) return [];
  const bases = pathsOf(operation);
  const all = new Set(operationsOf(document).flatMap(pathsOf));
  const free = [...known].filter((path) => path.includes("{")).map(pathPattern);
  // At `/`, a server may describe itself: a page there is not an operation of the API.
  const isUnknown = (path: string) =>
    path !== "/" && !all.has(path) && path.startsWith("/") && !free.some((other) => other.test(path));
  const paths = [...new Set([...bases.flatMap(pathsNear), ...ELSEWHERE])].filter(isUnknown);
  const segments = [...new Set(bases.flatMap(segmentsNear))].filter((path) => isUnknown(path) && !paths.includes(path));
  const unknown = (
    path: string,
    name: string,
    change: (request: WireRequest) => Partial<WireRequest>,
    least?: Case["least"],
  ): Case =>
    draft(operation, {
      rule: "paths",
      name,
      status: "404",
      wire: true,
      least,
      writes: operation.method !== "GET",
      run: async (context) => {
        const request = requestOf(operation, validInputs(document, operation, context.uid()), context.target.apiKey);
        const { method, ...rest } = { ...request, path, ...change({ ...request, path }) };
        await context.judgeError({ method, ...rest }, 404, method === "HEAD" ? undefined : errorBodyOf(operation));
      },
    });
  const near = bases.flatMap((base) => [`${base}/`, `${base}x`, `/${base}`, `${base}/x`]).filter(isUnknown);
  return [
    ...paths.map((path) => unknown(path, `${operation.method} ${shortened(path)} is a 404`, () => ({}))),
    ...segments.map((path) => unknown(path, `${operation.method} ${path} is a 404`, () => ({}), "standard")),
    ...near.flatMap((path) => [
      ...METHODS.filter((method) => method !== operation.method).map((method) =>
        unknown(path, `${method} ${path} is a 404 as well`, () => ({ method, body: undefined })),
      ),
      unknown(path, `${path} is a 404 with a query, too`, () => ({ path: `${path}?limit=1` })),
      unknown(path, `${path} is a 404 without a key, too`, (request) => ({
        headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => name !== operation.keyHeader)),
      })),
      unknown(path, `${path} is a 404 with any Accept`, (request) => ({
        headers: { ...request.headers, Accept: "text/html" },
      })),
    ]),
  ];
}
