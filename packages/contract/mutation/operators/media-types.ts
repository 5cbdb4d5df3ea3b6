import { create, onCreate, plain, refusedInstead } from "../kit/create-faults.js";
import { refused } from "../kit/exchange.js";
import type { Fault, Mutant } from "../kit/fault.js";
import { mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { NAMESPACES, PATHS } from "../kit/spec.js";

const FAMILY = "media types";

const TAKEN: { name: string; takes(type: string | undefined): boolean; shown: string }[] = [
  { name: "none at all", takes: (t) => t === undefined, shown: "" },
  { name: "text/plain", takes: (t) => /^text\/plain/i.test(t ?? ""), shown: "text/plain" },
  { name: "text/json", takes: (t) => /^text\/json/i.test(t ?? ""), shown: "text/json" },
  { name: "application/problem+json", takes: (t) => /\+json/i.test(t ?? ""), shown: "application/problem+json" },
  {
    name: "application/json-patch+json",
    takes: (t) => /^application\/json-/i.test(t ?? ""),
    shown: "application/json-patch+json",
  },
  {
    name: "what begins with application/json",
    takes: (t) => /^application\/json\w/i.test(t ?? ""),
    shown: "application/jsonp",
  },
  { name: "application/x-json", takes: (t) => /^application\/x-json/i.test(t ?? ""), shown: "application/x-json" },
  { name: "application/javascript", takes: (t) => /javascript/i.test(t ?? ""), shown: "application/javascript" },
  {
    name: "a form",
    takes: (t) => /^application\/x-www-form-urlencoded/i.test(t ?? ""),
    shown: "application/x-www-form-urlencoded",
  },
  { name: "a multipart form", takes: (t) => /^multipart\//i.test(t ?? ""), shown: "multipart/form-data; boundary=x" },
  { name: "octets", takes: (t) => /octet-stream/i.test(t ?? ""), shown: "application/octet-stream" },
  { name: "XML", takes: (t) => /xml/i.test(t ?? ""), shown: "application/xml" },
  { name: "a range", takes: (t) => /\*/.test(t ?? ""), shown: "application/*" },
  { name: "json alone", takes: (t) => /^json$/i.test(t ?? ""), shown: "json" },
  { name: "two at once", takes: (t) => /,/.test(t ?? ""), shown: "text/plain, application/json" },
  {
    name: "application/json in a parameter",
    takes: (t) => /^(?!application\/json).*application\/json/i.test(t ?? ""),
    shown: "text/plain; x=application/json",
  },
  {
    name: "charset=iso-8859-1",
    takes: (t) => /charset="?iso-8859-1/i.test(t ?? ""),
    shown: "application/json; charset=iso-8859-1",
  },
  {
    name: "charset=utf-16",
    takes: (t) => /charset="?utf-16/i.test(t ?? ""),
    shown: "application/json; charset=utf-16",
  },
  {
    name: "charset=us-ascii",
    takes: (t) => /charset="?us-ascii/i.test(t ?? ""),
    shown: "application/json; charset=us-ascii",
  },
  {
    name: "an unknown charset",
    takes: (t) => /charset="?(?!utf-?8)\w/i.test(t ?? ""),
    shown: "application/json; charset=klingon",
  },
];

const withType = ({ request }: Parameters<Fault>[0], type: string) => ({
  ...request,
  headers: {
    ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !/^content-type$/i.test(name))),
    "Content-Type": type,
  },
});

const taken = mutantsOf(FAMILY, {
  name: "a wrong media type is taken",
  rule: "document 4.1: Content-Type is application/json; 0008, 0030: a wrong media type or another charset is a 400",
  places: TAKEN,
  fault:
    ({ takes }) =>
    (exchange) =>
      exchange.namespace !== undefined && takes(exchange.header("content-type"))
        ? { request: withType(exchange, "application/json") }
        : undefined,
  witness: ({ shown }) => {
    const request = create(plain("media"));
    const { "Content-Type": _, ...headers } = request.headers;
    return [{ ...request, headers: shown ? { ...headers, "Content-Type": shown } : headers }];
  },
});

const REFUSED: { name: string; odd(type: string): boolean; shown: string }[] = [
  { name: "a charset", odd: (t) => /charset/i.test(t), shown: "application/json; charset=utf-8" },
  { name: "a charset in quotes", odd: (t) => /charset="/i.test(t), shown: 'application/json; charset="utf-8"' },
  { name: "a charset in upper case", odd: (t) => /charset="?[A-Z]/.test(t), shown: "application/json; charset=UTF-8" },
  {
    name: "the name of the charset in upper case",
    odd: (t) => /C[Hh][Aa]/.test(t),
    shown: "application/json; Charset=utf-8",
  },
  { name: "no space before a parameter", odd: (t) => /;\S/.test(t), shown: "application/json;charset=utf-8" },
  { name: "a space before the semicolon", odd: (t) => /\s;/.test(t), shown: "application/json ; charset=utf-8" },
  { name: "a tab before a parameter", odd: (t) => t.includes("\t"), shown: "application/json;\tcharset=utf-8" },
  { name: "upper case", odd: (t) => /^[A-Z]/.test(t), shown: "APPLICATION/JSON" },
  { name: "mixed case of the subtype", odd: (t) => /^application\/J/.test(t), shown: "application/Json" },
];
const refusedTypes = mutantsOf(FAMILY, {
  name: "a right media type is refused",
  rule: "RFC 9110, section 8.3.1: type, subtype and charset are case-insensitive, a parameter's value may be quoted, white space may stand around the semicolon",
  places: REFUSED.flatMap((each) =>
    NAMESPACES.map((namespace) => ({ ...each, namespace, name: `${each.name}, ${namespace}` })),
  ),
  fault: ({ odd, namespace }) =>
    onCreate((_, exchange) =>
      odd(exchange.header("content-type") ?? "") && namespace === exchange.namespace
        ? refusedInstead("Content-Type must be application/json")
        : undefined,
    ),
  witness: ({ shown, namespace }) => [create(plain("media"), { namespace, headers: { "Content-Type": shown } })],
});

const ACCEPTS: { name: string; odd(accept: string | undefined): boolean; shown: string }[] = [
  {
    name: "application/json with a weight",
    odd: (a) => /json\s*;\s*q=/.test(a ?? ""),
    shown: "application/json;q=0.5",
  },
  { name: "any type", odd: (a) => a?.trim() === "*/*", shown: "*/*" },
  { name: "any application type", odd: (a) => /application\/\*/.test(a ?? ""), shown: "application/*" },
  { name: "a list that has application/json", odd: (a) => /,/.test(a ?? ""), shown: "text/html, application/json" },
  { name: "application/json in upper case", odd: (a) => /JSON/.test(a ?? ""), shown: "APPLICATION/JSON" },
];
const accepts = mutantsOf(FAMILY, {
  name: "a caller that accepts JSON is refused",
  rule: "RFC 9110, section 12.5.1: each of these accepts application/json, and the document knows no 406",
  places: ACCEPTS.flatMap((each) =>
    PATHS.flatMap((operation, i) => [
      { ...each, operation, status: i % 2 ? 406 : 400, name: `${each.name}, ${operation.id}` },
    ]),
  ),
  fault:
    ({ odd, operation, status }) =>
    (exchange) =>
      exchange.place === operation.id && exchange.method === operation.method && odd(exchange.header("accept"))
        ? { after: ({ status: right }) => (right < 300 ? refused("Not acceptable", status) : undefined) }
        : undefined,
  witness: ({ operation, shown }) => [
    operation.method === "POST"
      ? create(plain("media"), { headers: { Accept: shown } })
      : get(operation.path, "", { Accept: shown }),
  ],
});

const RETURNED: { name: string; type: string | undefined }[] = [
  { name: "text/plain", type: "text/plain" },
  { name: "text/json", type: "text/json" },
  { name: "application/problem+json", type: "application/problem+json" },
  { name: "no media type", type: undefined },
  { name: "application/octet-stream", type: "application/octet-stream" },
];
const CASES = PATHS.flatMap((operation) => [
  { operation, status: operation.method === "POST" ? 201 : 200 },
  { operation, status: 400 },
  { operation, status: 401 },
]);
const returned = mutantsOf(FAMILY, {
  name: "an answer has another media type",
  rule: "the spec: every answer is application/json",
  places: CASES.flatMap((place, i) =>
    [RETURNED[i % RETURNED.length], RETURNED[(i + 2) % RETURNED.length]].map((each) => ({
      ...place,
      type: each?.type,
      name: `${each?.name} with ${place.status} of ${place.operation.id}`,
    })),
  ),
  fault:
    ({ operation, status, type }) =>
    (exchange) =>
      exchange.place === operation.id && exchange.method === operation.method
        ? {
            after({ response }) {
              if (response.status !== status) return undefined;
              const { "content-type": _, ...headers } = response.headers;
              return { ...response, headers: type ? { ...headers, "content-type": type } : headers };
            },
          }
        : undefined,
  witness: ({ operation, status }) => [requestFor(operation, status)],
});

/** Returns a request that gets a status. */
function requestFor({ method, path }: (typeof PATHS)[number], status: number) {
  const headers: Record<string, string> = status === 401 ? { apiKey: "unknown" } : {};
  if (method === "POST") return create(status === 400 ? { uid: "" } : plain("media"), { headers });
  return get(path, status === 400 ? "limit=0" : "", headers);
}

export const mediaTypes: Mutant[] = [...taken, ...refusedTypes, ...accepts, ...returned];
