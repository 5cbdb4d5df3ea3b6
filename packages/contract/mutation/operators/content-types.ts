import { create, onCreate, refusedInstead } from "../kit/create-faults.js";
import { refused } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { item, record } from "../kit/samples.js";
import { CREATE, LISTS } from "../kit/spec.js";

const FAMILY = "types of media";

const posting = (type: string) => create(record("media", [item("string", "x")]), { headers: { "Content-Type": type } });

const ACCEPTED = [
  "text/json",
  "application/x-json",
  "application/problem+json",
  "application/ld+json",
  "application/json-seq",
  "application/jsonlines",
  "application/javascript",
  "application/json+v2",
  "application/*",
  "*/*",
  "application/json, text/plain",
  "application /json",
  "application/json charset=utf-8",
].map((name) => ({ name }));

const CHARSETS = ["us-ascii", "windows-1252", "utf-16", "utf-7", "utf-32"].map((charset) => ({
  name: charset,
  type: `application/json; charset=${charset}`,
}));

const LATER = [
  { name: "after another parameter", type: "application/json; version=1; charset=latin1" },
  { name: "in quotes", type: 'application/json; charset="latin1"' },
  { name: "after an empty parameter", type: "application/json;; charset=latin1" },
  { name: "in capitals", type: "application/json; CHARSET=LATIN1" },
];

const REJECTED = [
  { name: "a space before a semicolon", type: "application/json ; charset=utf-8", wrong: /\s;/ },
  { name: "no space after a semicolon", type: "application/json;charset=utf-8", wrong: /;\S/ },
  { name: "quotes", type: 'application/json; charset="utf-8"', wrong: /"/ },
  { name: "capitals in a parameter", type: "application/json; Charset=UTF-8", wrong: /;.*[A-Z]/ },
  { name: "capitals in the type", type: "Application/Json", wrong: /^[^;]*[A-Z]/ },
  { name: "a semicolon at the end", type: "application/json;", wrong: /;\s*$/ },
  {
    name: "a parameter without a charset",
    type: "application/json; odata.metadata=minimal",
    wrong: /;\s*(?!charset)[^\s;]/i,
  },
  { name: "a semicolon in quotes", type: 'application/json; profile="a;b"', wrong: /"[^"]*;[^"]*"/ },
];

/** Values of Accept that JSON satisfies. */
const ACCEPT = [
  { name: "application/*", wrong: /^application\/\*$/ },
  { name: "*/*;q=0.1", wrong: /^\*\/\*;/ },
  { name: "application/json;q=0.5, text/html", wrong: /q=0\.5/ },
  { name: "APPLICATION/JSON", wrong: /APPLICATION/ },
  { name: "text/html, application/json", wrong: /^text\/html,/ },
  { name: "application/json; charset=utf-8", wrong: /charset/ },
];

const PLACES = [CREATE.id, ...LISTS.map(({ id }) => id)];
const acceptPlaces = ACCEPT.flatMap((accept, i) =>
  [0, 1].map((step) => {
    const place = PLACES[(i + step) % PLACES.length] ?? "";
    return { ...accept, accept: accept.name, name: `${accept.name}, ${place}`, place };
  }),
);

const ERRORS = [
  { status: 400, type: "application/problem+json", request: get(LISTS[0]?.path ?? "", "limit=0") },
  { status: 401, type: "text/plain", request: get(LISTS[1]?.path ?? "", "", { apiKey: "wrong" }) },
  { status: 404, type: "text/html; charset=utf-8", request: get("/api/v1/unknown") },
  { status: 405, type: "text/html", request: { ...get(LISTS[2]?.path ?? ""), method: "DELETE" } },
  { status: 429, type: "text/plain", request: get(LISTS[0]?.path ?? "", "", { Prefer: "code=429" }) },
  { status: 500, type: "application/problem+json", request: get(LISTS[0]?.path ?? "", "", { Prefer: "code=500" }) },
].map((each) => ({ ...each, name: String(each.status) }));

const onType = (type: RegExp) =>
  onCreate((_, exchange) => {
    const sent = exchange.header("Content-Type") ?? "";
    if (!type.test(sent)) return undefined;
    return { request: { ...exchange.request, headers: withType(exchange.request.headers) } };
  });

const withType = (headers: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type")),
  "Content-Type": "application/json",
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

export const contentTypes: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "accepts another type",
    rule: "Decision 0008: a wrong media type is a 400",
    places: ACCEPTED,
    fault: ({ name }) => onType(new RegExp(`^${escaped(name)}$`)),
    witness: ({ name }) => [posting(name)],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts another charset",
    rule: "Decision 0030: a Content-Type that names another charset is a 400",
    places: CHARSETS,
    fault: ({ name }) => onType(new RegExp(`^application/json\\s*;\\s*charset=${escaped(name)}$`, "i")),
    witness: ({ type }) => [posting(type)],
  }),
  ...mutantsOf(FAMILY, {
    name: "overlooks a charset",
    rule: "Decision 0142: a charset other than UTF-8 is a 400, wherever it is among the parameters",
    places: LATER,
    fault: ({ type }) => {
      const [before = ""] = type.split(/latin1/i);
      return onType(new RegExp(`^${escaped(before)}(?!utf-?8)[\\w-]+"?$`));
    },
    witness: ({ type }) => [posting(type)],
  }),
  ...mutantsOf(FAMILY, {
    name: "rejects some ways to write the type",
    rule: "Decision 0142 and RFC 9110, section 8.3.1: case, white space and other parameters do not matter",
    places: REJECTED,
    fault: ({ wrong }) =>
      onCreate((_, exchange) =>
        wrong.test(exchange.header("Content-Type") ?? "")
          ? refusedInstead("Content-Type must be application/json")
          : undefined,
      ),
    witness: ({ type }) => [posting(type)],
  }),
  ...mutantsOf(FAMILY, {
    name: "a 406 although JSON is accepted",
    rule: "Decision 0008: every error of a valid request is one of those documented; RFC 9110, section 12.5.1",
    places: acceptPlaces,
    fault:
      ({ wrong, place }) =>
      (exchange) =>
        exchange.place === place && wrong.test(exchange.header("Accept") ?? "")
          ? { after: ({ status }) => (status < 300 ? refused("nothing acceptable", 406) : undefined) }
          : undefined,
    witness: ({ accept, place }) => {
      const list = LISTS.find(({ id }) => id === place);
      if (list) return [get(list.path, "limit=2", { Accept: accept })];
      return [create(record("accept", [item("string", "x")]), { headers: { Accept: accept } })];
    },
  }),
  ...mutantsOf(FAMILY, {
    name: "an error has another type",
    rule: "Spec: responses 400, 401, 429 and 500 are application/json; decision 0008: 404 and 405 have the same error body",
    places: ERRORS,
    fault:
      ({ status, type }) =>
      () => ({
        after: ({ status: own, response }) =>
          own === status ? { ...response, headers: { ...response.headers, "content-type": type } } : undefined,
      }),
    witness: ({ request }) => [request],
  }),
];
