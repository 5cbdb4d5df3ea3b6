import { create } from "../kit/create-faults.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import {
  get,
  isRepeated,
  limitOf,
  offsetOf,
  onQuery,
  onRefusedQuery,
  onRightQuery,
  setting,
} from "../kit/list-faults.js";
import { queryOf } from "../kit/list-witnesses.js";
import { item, record } from "../kit/samples.js";
import { CREATE, LIST_PLACES, LISTS, type ListOperation, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "what a query says";
const UNKNOWN = "Decision 0008: an unknown query parameter is a 400";
const INTEGERS = "Decision 0030: integers in a query have exactly one form";
const PAGING = "Interface 4.2: limit and offset";

const inEachList = <Extra extends { name: string }>(extras: readonly Extra[]) =>
  extras.flatMap((extra) => LISTS.map((list) => ({ ...extra, name: `${extra.name}, ${list.id}`, list })));

/** Accepts another spelling of the value of a parameter. */
const onSpelling = (list: ListOperation, parameter: string, read: (text: string) => string): Fault =>
  onQuery(list, (query, exchange) => {
    const text = exchange.asks(parameter);
    if (text === undefined || isRepeated(query)) return undefined;
    const value = read(text);
    return value === text ? undefined : setting(query, parameter, value);
  });

const SPELLINGS = [
  { name: "underscores", parameter: "limit", text: "1_0", read: (text: string) => text.replace(/(?<=\d)_(?=\d)/g, "") },
  {
    name: "digits of another script",
    parameter: "offset",
    text: "\uff12\uff10",
    read: (text: string) => text.replaceAll(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10)),
  },
  { name: "a negative zero", parameter: "offset", text: "-0", read: (text: string) => (text === "-0" ? "0" : text) },
  { name: "a line feed at the end", parameter: "limit", text: "5\n", read: (text: string) => text.replace(/\n$/, "") },
  {
    name: "a unit at the end",
    parameter: "limit",
    text: "5px",
    read: (text: string) => text.replace(/^(\d+)[a-z].*$/i, "$1"),
  },
  {
    name: "thousands separators",
    parameter: "offset",
    text: "1,000",
    read: (text: string) => text.replaceAll(/,(?=\d{3}\b)/g, ""),
  },
  {
    name: "a fraction that is cut off",
    parameter: "limit",
    text: "5.7",
    read: (text: string) => text.replace(/^(\d+)\.\d+$/, "$1"),
  },
  { name: "quotes", parameter: "offset", text: '"7"', read: (text: string) => text.replace(/^"(\d+)"$/, "$1") },
];

const BOUNDS = WINDOW_PLACES.flatMap(({ list, window }) => [
  { list, bound: window.from },
  { list, bound: window.to },
]);

/** How a server spells a parameter that it reads as one with underscores. */
const MANGLED = BOUNDS.flatMap(({ list, bound }) => [
  { name: `${bound.replace("_", ".")}, ${list.id}`, list, bound, spelled: bound.replace("_", ".") },
  { name: `${bound.replace("_", " ")}, ${list.id}`, list, bound, spelled: bound.replace("_", " ") },
  { name: `${bound.replace("_", "-")}, ${list.id}`, list, bound, spelled: bound.replace("_", "-") },
]);

const IGNORED = ["_", "utm_source", "pretty", "callback", "format", "fields"];

/** Removes a parameter from a request, whatever the operation. */
const onIgnored =
  (name: string, place: string): Fault =>
  ({ place: own, path, request, query, search }) => {
    if (own !== place || !query.some(([other]) => other === name)) return undefined;
    const rest = search.split("&").filter((part) => !part.startsWith(`${name}=`));
    return { request: { ...request, path: rest.length > 0 ? `${path}?${rest.join("&")}` : path } };
  };

const ignoredPlaces = [...LISTS.map(({ id }) => id), CREATE.id].flatMap((place) =>
  IGNORED.slice(0, 3).map((parameter) => ({ name: `${parameter}, ${place}`, parameter, place })),
);

const namesOf = (search: string): string[] => search.split("&").map((part) => part.split("=")[0] ?? "");

const WITHOUT_VALUE = LISTS.flatMap((list) =>
  list.parameters.map((parameter) => ({ name: `${parameter}, ${list.id}`, list, parameter })),
);

const MOST = 9_007_199_254_740_991;

export const queryForms: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "accepts another form of an integer",
    rule: INTEGERS,
    places: inEachList(SPELLINGS),
    fault: ({ list, parameter, read }) => onSpelling(list, parameter, read),
    witness: ({ list, parameter, text }) => [get(list.path, queryOf({ [parameter]: text }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts another spelling of a name",
    rule: UNKNOWN,
    places: MANGLED,
    fault: ({ list, bound, spelled }) =>
      onQuery(list, (query) =>
        query.some(([name]) => name === bound) || isRepeated(query)
          ? undefined
          : query.map(([name, value]) => [name === spelled ? bound : name, value]),
      ),
    witness: ({ list, spelled }) => [get(list.path, queryOf({ limit: 2, [spelled]: "2026-05-01T00:00:00Z" }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts brackets after a name",
    rule: UNKNOWN,
    places: inEachList([{ name: "limit[]" }, { name: "offset[0]" }]),
    fault: ({ list, name }) => {
      const spelled = name.split(",")[0] ?? "";
      const parameter = spelled.replace(/\[.*/, "");
      return onQuery(list, (query) =>
        query.some(([other]) => other === parameter) || isRepeated(query)
          ? undefined
          : query.map(([other, value]) => [other === spelled ? parameter : other, value]),
      );
    },
    witness: ({ list, name }) => [get(list.path, queryOf({ [name.split(",")[0] ?? ""]: 5 }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "ignores a parameter of other programs",
    rule: UNKNOWN,
    places: ignoredPlaces,
    fault: ({ parameter, place }) => onIgnored(parameter, place),
    witness: ({ parameter, place }) => {
      const list = LISTS.find(({ id }) => id === place);
      if (list) return [get(list.path, `limit=2&${parameter}=1`)];
      const request = create(record("ignored", [item("string", "x")]));
      return [{ ...request, path: `${request.path}?${parameter}=1` }];
    },
  }),
  ...mutantsOf(FAMILY, {
    name: "ignores a parameter without an equals sign",
    rule: "Decision 0030: a query parameter with an empty value is a 400",
    places: WITHOUT_VALUE,
    fault: ({ list, parameter }) =>
      onQuery(list, (query, { search }) =>
        search.split("&").includes(parameter) && !isRepeated(query) ? setting(query, parameter, undefined) : undefined,
      ),
    witness: ({ list, parameter }) => [get(list.path, parameter)],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts a parameter twice if both are the same",
    rule: "Decision 0008: a repeated query parameter is a 400",
    places: WITHOUT_VALUE.filter(({ parameter }) => parameter !== "limit"),
    fault: ({ list, parameter }) =>
      onQuery(list, (query) => {
        const values = query.filter(([name]) => name === parameter).map(([, value]) => value);
        const [first] = values;
        const rest = query.filter(([name]) => name !== parameter);
        if (first === undefined || values.length < 2 || isRepeated(rest) || values.some((value) => value !== first))
          return undefined;
        return [...rest, [parameter, first]];
      }),
    witness: ({ list, parameter }) => {
      const value = parameter === "offset" ? "3" : encodeURIComponent("2026-05-01T00:00:00Z");
      return [get(list.path, `${parameter}=${value}&limit=2&${parameter}=${value}`)];
    },
  }),
  ...mutantsOf(FAMILY, {
    name: "an offset counts only together with a limit",
    rule: PAGING,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onRightQuery(list, (query) =>
        query.some(([name]) => name === "limit") ? undefined : setting(query, "offset", undefined),
      ),
    witness: ({ list }) => [get(list.path, "offset=5")],
  }),
  ...mutantsOf(FAMILY, {
    name: "offset and limit together have a maximum",
    rule: "Decision 0009: offset is at most 9007199254740991, and a page past the last record is empty",
    places: inEachList([
      { name: "10,000", most: 10_000 },
      { name: "2 to the power of 53", most: MOST },
      { name: "2 to the power of 31", most: 2 ** 31 - 1 },
    ]),
    fault: ({ list, most }) =>
      onRefusedQuery(list, (exchange) => BigInt(limitOf(exchange)) + BigInt(offsetOf(exchange)) > BigInt(most)),
    witness: ({ list, most }) => [get(list.path, `limit=7&offset=${most - 3}`)],
  }),
  ...mutantsOf(FAMILY, {
    name: "rejects percent-encoding where it is not needed",
    rule: "RFC 3986, section 6.2.2.2: an encoded unreserved character is the same; decision 0008 names no such 400",
    places: inEachList([
      {
        name: "in a name",
        text: "%6Cimit=5",
        wrong: (search: string) => namesOf(search).some((name) => name.includes("%")),
      },
      { name: "in an integer", text: "offset=%31", wrong: (search: string) => /(limit|offset)=[^&]*%3\d/.test(search) },
    ]),
    fault: ({ list, wrong }) => onRefusedQuery(list, ({ search }) => wrong(search)),
    witness: ({ list, text }) => [get(list.path, text)],
  }),
  ...mutantsOf(FAMILY, {
    name: "semicolons separate parameters",
    rule: `${INTEGERS}; ${UNKNOWN}`,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onQuery(list, (_, { search }) => {
        if (!search.includes(";")) return undefined;
        const query = [...new URLSearchParams(search.replaceAll(";", "&"))] as [string, string][];
        return isRepeated(query) ? undefined : query;
      }),
    witness: ({ list }) => [get(list.path, "limit=2;offset=3")],
  }),
  ...mutantsOf(FAMILY, {
    name: "rejects lower-case percent-encoding",
    rule: "RFC 3986, section 2.1: upper and lower case are equivalent",
    places: WINDOW_PLACES,
    fault: ({ list }) => onRefusedQuery(list, ({ search }) => /%[\da-f]?[a-f]|%[a-f]/.test(search)),
    witness: ({ list, window }) => [get(list.path, `limit=2&${window.from}=2026-05-01T00%3a00%3a00Z`)],
  }),
];
