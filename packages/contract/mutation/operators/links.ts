import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get, limitOf, offsetOf, onEnvelope, onLinks } from "../kit/list-faults.js";
import { LISTS, type ListOperation, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "links";
const RULE = "0009: next and previous are absolute URLs of the next and the previous page, or null";

const LINKED = LISTS.filter(({ shape }) => shape === "linked");
const DIRECTIONS = LINKED.flatMap((list) =>
  (["next", "previous"] as const).map((direction) => ({ list, direction, name: `${direction} of ${list.id}` })),
);

const WINDOW = "updated_from=2026-03-01T00:00:00%2B07:00&updated_to=2026-10-01T00:00:00.5Z";
const pages = (list: ListOperation) => [
  get(list.path, "limit=7&offset=14"),
  get(list.path, `${WINDOW}&limit=7&offset=14`),
  get(list.path, "offset=20"),
];

/** Changes of the address of a link. */
const ADDRESSES: { name: string; change(link: URL): URL | string | null }[] = [
  { name: "limit is lost", change: (link) => without(link, "limit") },
  { name: "offset is lost", change: (link) => without(link, "offset") },
  { name: "updated_from is lost", change: (link) => without(link, "updated_from") },
  { name: "updated_to is lost", change: (link) => without(link, "updated_to") },
  { name: "the window is lost", change: (link) => without(without(link, "updated_from"), "updated_to") },
  {
    name: "updated_to is lost beside updated_from",
    change: (link) => (link.searchParams.has("updated_from") ? without(link, "updated_to") : link),
  },
  { name: "updated_from and updated_to are exchanged", change: (link) => exchanged(link) },
  { name: "moments lose their fraction", change: (link) => mapped(link, (text) => text.replace(/\.\d+/, "")) },
  { name: "moments lose their zone", change: (link) => mapped(link, (text) => text.replace(/[+-]\d\d:\d\d$/, "Z")) },
  { name: "the plus of a zone is not escaped", change: (link) => String(link).replace(/%2B/g, "+") },
  { name: "an internal host", change: (link) => String(link).replace(link.host, "metadata.internal:8080") },
  { name: "localhost without the port", change: (link) => String(link).replace(link.host, link.hostname) },
  { name: "another port", change: (link) => String(link).replace(link.host, `${link.hostname}:1`) },
  { name: "another scheme", change: (link) => String(link).replace("http:", "https:") },
  { name: "no scheme", change: (link) => String(link).replace("http:", "") },
  { name: "relative to the host", change: (link) => link.pathname + link.search },
  { name: "the query alone", change: (link) => link.search },
  { name: "another version", change: (link) => String(link).replace("/v1/", "/v2/") },
  { name: "a slash behind the path", change: (link) => String(link).replace("?", "/?") },
  { name: "no path", change: (link) => link.origin + link.search },
  { name: "the key of the caller", change: (link) => `${link}&apiKey=demo-key` },
  { name: "ampersands as entities", change: (link) => String(link).replaceAll("&", "&amp;") },
  { name: "page instead of offset", change: (link) => String(link).replace(/offset=\d+/, "page=2") },
  { name: "a limit of the default", change: (link) => set(link, "limit", () => 10) },
  { name: "a limit of the highest", change: (link) => set(link, "limit", () => 50) },
  { name: "a limit that is one lower", change: (link) => set(link, "limit", (n) => Math.max(1, n - 1)) },
  { name: "an offset that is one higher", change: (link) => set(link, "offset", (n) => n + 1) },
  { name: "an offset that is one lower", change: (link) => set(link, "offset", (n) => Math.max(0, n - 1)) },
  {
    name: "an offset that is a page too far",
    change: (link) => set(link, "offset", (n) => n + Number(link.searchParams.get("limit"))),
  },
  { name: "the first page", change: (link) => set(link, "offset", () => 0) },
  {
    name: "an offset of the default limit's pages",
    change: (link) => set(link, "offset", (n) => Math.floor(n / 10) * 10 + 10),
  },
  { name: "an empty text", change: () => "" },
  { name: "null", change: () => null },
  { name: "null from offset 10 on", change: (link) => (Number(link.searchParams.get("offset")) >= 10 ? null : link) },
  { name: "a parameter twice", change: (link) => `${link}&limit=${link.searchParams.get("limit")}` },
  { name: "an unknown parameter", change: (link) => `${link}&cursor=abc` },
];

function without(link: URL, name: string): URL {
  link.searchParams.delete(name);
  return link;
}
function set(link: URL, name: string, to: (value: number) => number): URL {
  link.searchParams.set(name, String(to(Number(link.searchParams.get(name)))));
  return link;
}
function mapped(link: URL, change: (text: string) => string): URL {
  for (const name of ["updated_from", "updated_to"]) {
    const text = link.searchParams.get(name);
    if (text !== null) link.searchParams.set(name, change(text));
  }
  return link;
}
function exchanged(link: URL): URL {
  const [from, to] = [link.searchParams.get("updated_from"), link.searchParams.get("updated_to")];
  if (from === null || to === null) return link;
  link.searchParams.set("updated_from", to);
  link.searchParams.set("updated_to", from);
  return link;
}

const addresses = mutantsOf(FAMILY, {
  name: "a link has another address",
  rule: RULE,
  places: ADDRESSES.flatMap((each) =>
    DIRECTIONS.map((place) => ({ ...each, ...place, name: `${each.name}, ${place.name}` })),
  ),
  fault: ({ list, direction, change }) => onLinks(list, [direction], (link) => change(link)),
  witness: ({ list }) => pages(list),
});

const WHEN: { name: string; holds(link: URL, limit: number, offset: number): boolean }[] = [
  {
    name: "beside both ends of a window",
    holds: ({ searchParams: q }) => q.has("updated_from") && q.has("updated_to"),
  },
  { name: "when the limit is not the default", holds: (_, limit) => limit !== 10 },
  { name: "from the third page on", holds: (_, limit, offset) => offset >= 2 * limit },
  { name: "when the offset is no multiple of the limit", holds: (_, limit, offset) => offset % limit !== 0 },
];
const SELDOM = ADDRESSES.filter(({ name }) =>
  /^(limit is lost|updated_to is lost|an internal host|an offset that is one)/.test(name),
);
const seldom = mutantsOf(FAMILY, {
  name: "a link has another address sometimes",
  rule: RULE,
  places: WHEN.flatMap((when) =>
    SELDOM.flatMap((each) =>
      DIRECTIONS.map((place) => ({
        ...each,
        ...when,
        ...place,
        change: each.change,
        name: `${each.name} ${when.name}, ${place.name}`,
      })),
    ),
  ),
  fault: ({ list, direction, change, holds }) =>
    onLinks(list, [direction], (link, exchange) =>
      holds(link, limitOf(exchange), offsetOf(exchange)) ? change(link) : link,
    ),
  witness: ({ list }) => [get(list.path, "limit=7&offset=30"), get(list.path, `${WINDOW}&limit=7&offset=30`)],
});

type Envelope = { count: number; next: string | null; previous: string | null };
const base = ({ next, previous }: Envelope, list: ListOperation) =>
  new URL(next ?? previous ?? "http://127.0.0.1").origin + list.path;

const ENDS: {
  name: string;
  change(envelope: Envelope, limit: number, offset: number, list: ListOperation): Partial<Envelope>;
  shown: string[];
}[] = [
  {
    name: "next is there on the last page",
    change: (e, limit, offset, list) =>
      e.next === null && offset < e.count ? { next: `${base(e, list)}?limit=${limit}&offset=${offset + limit}` } : {},
    shown: ["limit=50&offset=950"],
  },
  {
    name: "next is there past the end",
    change: (e, limit, offset, list) =>
      offset >= e.count ? { next: `${base(e, list)}?limit=${limit}&offset=${offset + limit}` } : {},
    shown: ["limit=50&offset=1000"],
  },
  {
    name: "next is missing one page early",
    change: (e, limit, offset) => (offset + 2 * limit >= e.count ? { next: null } : {}),
    shown: ["limit=50&offset=900"],
  },
  {
    name: "next is missing when one record is left",
    change: (e, limit, offset) => (offset + limit + 1 === e.count ? { next: null } : {}),
    shown: ["limit=9&offset=990"],
  },
  {
    name: "next is there when a page ends exactly at the end",
    change: (e, limit, offset, list) =>
      offset + limit === e.count ? { next: `${base(e, list)}?limit=${limit}&offset=${e.count}` } : {},
    shown: ["limit=50&offset=950"],
  },
  {
    name: "previous is missing past the end",
    change: (e, _, offset) => (offset >= e.count ? { previous: null } : {}),
    shown: ["limit=50&offset=1000"],
  },
  {
    name: "previous is missing on the last page",
    change: (e) => (e.next === null ? { previous: null } : {}),
    shown: ["limit=50&offset=950"],
  },
  {
    name: "previous is missing on the second page",
    change: (_, limit, offset) => (offset <= limit ? { previous: null } : {}),
    shown: ["limit=7&offset=7"],
  },
  {
    name: "previous is missing where less than a page is before it",
    change: (_, limit, offset) => (offset < limit ? { previous: null } : {}),
    shown: ["limit=7&offset=3"],
  },
  {
    name: "previous is there on the first page",
    change: (e, limit, offset, list) => (offset === 0 ? { previous: `${base(e, list)}?limit=${limit}&offset=0` } : {}),
    shown: ["limit=7"],
  },
  {
    name: "previous has an offset below zero",
    change: (e, limit, offset, list) =>
      offset > 0 && offset < limit ? { previous: `${base(e, list)}?limit=${limit}&offset=${offset - limit}` } : {},
    shown: ["limit=7&offset=3"],
  },
  {
    name: "next of the first page is missing",
    change: (_, __, offset) => (offset === 0 ? { next: null } : {}),
    shown: ["limit=7"],
  },
  {
    name: "next is the page itself",
    change: (e, limit, offset, list) => (e.next ? { next: `${base(e, list)}?limit=${limit}&offset=${offset}` } : {}),
    shown: ["limit=7&offset=7"],
  },
];
const ends = mutantsOf(FAMILY, {
  name: "a link is wrong at an end",
  rule: RULE,
  places: ENDS.flatMap((each) => LINKED.map((list) => ({ ...each, list, name: `${each.name}, ${list.id}` }))),
  fault: ({ list, change }) =>
    onEnvelope(list, (envelope, exchange) => ({
      ...envelope,
      ...change(envelope as unknown as Envelope, limitOf(exchange), offsetOf(exchange), list),
    })),
  witness: ({ list, shown }) => shown.map((query) => get(list.path, query)),
});

const staleLinks = mutantsOf(FAMILY, {
  name: "a link keeps a part of the request before",
  rule: "0009: next and previous are those of this page",
  places: WINDOW_PLACES.filter(({ list }) => list.shape === "linked").flatMap(({ list }) =>
    ["limit", "updated_from", "updated_to"].map((parameter) => ({
      name: `${parameter} of ${list.id}`,
      list,
      parameter,
    })),
  ),
  fault: ({ list, parameter }) => {
    let before: string | undefined;
    return onLinks(list, ["next", "previous"], (link, exchange) => {
      const now = exchange.asks(parameter);
      if (before !== undefined && now !== undefined) link.searchParams.set(parameter, before);
      before = now ?? before;
      return link;
    });
  },
  witness: ({ list, parameter }) =>
    (parameter === "limit"
      ? ["3", "4"]
      : parameter === "updated_from"
        ? ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"]
        : ["2026-10-01T00:00:00Z", "2026-11-01T00:00:00Z"]
    ).map((value) => get(list.path, `${parameter}=${value}`)),
});

const linkText = mutantsOf(FAMILY, {
  name: "a link is escaped wrongly",
  rule: "0009: next and previous lead to the next and the previous page",
  places: LISTS.filter(({ shape }) => shape === "linked").flatMap((list) =>
    [
      { what: "escapes are escaped again", change: (link: URL) => String(link).replaceAll("%", "%25") },
      {
        what: "moments are brought to UTC without their time",
        change: (link: URL) => String(link).replace(/T00(%3A|:)00(%3A|:)00/g, "T"),
      },
    ].map((each) => ({ ...each, list, name: `${each.what}, ${list.id}` })),
  ),
  fault: ({ list, change }) => onLinks(list, ["next", "previous"], (link) => change(link)),
  witness: ({ list }) => [get(list.path, "updated_from=2026-03-01T00:00:00%2B07:00&offset=10")],
});

export const links: Mutant[] = [...addresses, ...seldom, ...ends, ...staleLinks, ...linkText];
