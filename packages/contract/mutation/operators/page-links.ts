import type { WireRequest } from "../../src/index.js";
import type { Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { get, limitOf, offsetOf, onEnvelope, onLinks } from "../kit/list-faults.js";
import { queryOf } from "../kit/list-witnesses.js";
import { LISTS, type ListOperation } from "../kit/spec.js";

const FAMILY = "links between pages";
const RULE = "Schema ReportsPage: next and previous are the absolute URLs of the next and previous page, or null";

const LINKED = LISTS.filter(({ shape }) => shape === "linked");
const DIRECTIONS = ["next", "previous"] as const;
const LINKS = LINKED.flatMap((list) => DIRECTIONS.map((name) => ({ name, list, direction: name })));

/** A page in the middle of a window. */
const inWindow = (list: ListOperation, from = "2026-05-01T00:00:00Z", to = "2026-09-01T00:00:00Z"): WireRequest =>
  get(list.path, queryOf({ limit: 3, offset: 3, [list.window?.from ?? ""]: from, [list.window?.to ?? ""]: to }));

const changed = (
  name: string,
  change: (link: string, list: ListOperation) => string | null,
  witness: (list: ListOperation) => WireRequest = inWindow,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: RULE,
    places: LINKS,
    fault: ({ list, direction }) => onLinks(list, [direction], (link) => change(String(link), list)),
    witness: ({ list }) => [witness(list)],
  });

const withParameter = (link: string, name: string, change: (text: string) => string): string => {
  const url = new URL(link);
  const text = url.searchParams.get(name);
  if (text !== null) url.searchParams.set(name, change(text));
  return String(url);
};

/** Changes links under a condition on the request. */
const onLinksIf = (
  list: ListOperation,
  direction: "next" | "previous",
  holds: (exchange: Parameters<Fault>[0]) => boolean,
  change: (link: URL, exchange: Parameters<Fault>[0]) => URL | string | null,
): Fault => onLinks(list, [direction], (link, exchange) => (holds(exchange) ? change(link, exchange) : link));

const setting = (link: URL, name: string, value: string): URL => {
  const changed = new URL(link);
  changed.searchParams.set(name, value);
  return changed;
};

const withoutParameter = (link: URL, name: string): URL => {
  const changed = new URL(link);
  changed.searchParams.delete(name);
  return changed;
};

export const pageLinks: readonly Mutant[] = [
  ...changed(
    "the plus of an offset is not encoded",
    (link) => link.replaceAll("%2B", "+"),
    (list) => inWindow(list, "2026-05-01T00:00:00+07:00"),
  ),
  ...changed("a window is encoded twice", (link) => link.replaceAll("%3A", "%253A")),
  ...changed(
    "the time of a window loses its microseconds",
    (link, list) => withParameter(link, list.window?.from ?? "", (text) => text.replace(/(\.\d{3})\d+/, "$1")),
    (list) => inWindow(list, "2026-05-01T00:00:00.123456Z"),
  ),
  ...changed(
    "the zone of a window is lost",
    (link, list) => withParameter(link, list.window?.to ?? "", (text) => text.replace(/[+-]\d\d:\d\d$/, "Z")),
    (list) => inWindow(list, undefined, "2026-09-01T00:00:00+07:00"),
  ),
  ...changed("a window ends where it begins", (link, list) => {
    const from = new URL(link).searchParams.get(list.window?.from ?? "");
    return from === null ? link : withParameter(link, list.window?.to ?? "", () => from);
  }),
  ...changed("a link of entities", (link) => link.replaceAll("&", "&amp;")),
  ...mutantsOf(FAMILY, {
    name: "the largest limit becomes the default one",
    rule: `${RULE}; decision 0009`,
    places: LINKS,
    fault: ({ list, direction }) =>
      onLinksIf(
        list,
        direction,
        (exchange) => limitOf(exchange) === list.maximum,
        (link) => setting(link, "limit", String(list.defaultLimit)),
      ),
    witness: ({ list }) => [get(list.path, `limit=${list.maximum}&offset=${list.maximum}`)],
  }),
  ...mutantsOf(FAMILY, {
    name: "without a limit, a link has the largest one",
    rule: `${RULE}; interface 4.2: limit is 10 by default`,
    places: LINKS,
    fault: ({ list, direction }) =>
      onLinksIf(
        list,
        direction,
        (exchange) => exchange.asks("limit") === undefined,
        (link) => setting(link, "limit", String(list.maximum)),
      ),
    witness: ({ list }) => [get(list.path, "offset=30")],
  }),
  ...mutantsOf(FAMILY, {
    name: "a window without an end has no beginning in links",
    rule: RULE,
    places: LINKS,
    fault: ({ list, direction }) =>
      onLinksIf(
        list,
        direction,
        (exchange) => exchange.asks(list.window?.to ?? "") === undefined,
        (link) => withoutParameter(link, list.window?.from ?? ""),
      ),
    witness: ({ list }) => [
      get(list.path, queryOf({ limit: 3, offset: 3, [list.window?.from ?? ""]: "2026-05-01T00:00:00Z" })),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "next follows a page that is one record from the end",
    rule: `${RULE}: next is null on the last page only`,
    places: LINKED.map((list) => ({ name: list.id, list })),
    fault: ({ list }) =>
      onEnvelope(list, (envelope, exchange) =>
        Number(envelope["count"]) - offsetOf(exchange) - limitOf(exchange) === 1
          ? { ...envelope, next: null }
          : envelope,
      ),
    witness: ({ list }) => [get(list.path, "limit=9&offset=990")],
  }),
  ...mutantsOf(FAMILY, {
    name: "previous of the second record is null",
    rule: `${RULE}: previous is null on the first page only`,
    places: LINKED.map((list) => ({ name: list.id, list })),
    fault: ({ list }) =>
      onEnvelope(list, (envelope, exchange) => (offsetOf(exchange) === 1 ? { ...envelope, previous: null } : envelope)),
    witness: ({ list }) => [get(list.path, "limit=5&offset=1")],
  }),
  ...mutantsOf(FAMILY, {
    name: "past the end, there is no way back",
    rule: `${RULE}; decision 0009: a page past the last record is empty`,
    places: LINKED.map((list) => ({ name: list.id, list })),
    fault: ({ list }) =>
      onEnvelope(list, (envelope, exchange) =>
        offsetOf(exchange) > Number(envelope["count"]) ? { ...envelope, previous: null } : envelope,
      ),
    witness: ({ list }) => [get(list.path, "limit=5&offset=1010")],
  }),
  ...mutantsOf(FAMILY, {
    name: "links are kept for each limit and offset",
    rule: RULE,
    places: ONE_PLACE,
    fault: () => {
      const kept = new Map<string, Record<string, Json>>();
      const [list] = LINKED;
      if (!list) return () => undefined;
      return onEnvelope(list, (envelope, exchange) => {
        const name = `${limitOf(exchange)} ${offsetOf(exchange)}`;
        const known = kept.get(name);
        if (known) return { ...envelope, ...known };
        kept.set(name, { next: envelope["next"] ?? null, previous: envelope["previous"] ?? null });
        return envelope;
      });
    },
    witness: () => {
      const [list] = LINKED;
      return list ? [get(list.path, "limit=3&offset=3"), inWindow(list)] : [];
    },
  }),
];
