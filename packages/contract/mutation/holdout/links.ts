import type { WireRequest } from "../../src/index.js";
import type { Exchange, Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get, limitOf, offsetOf, onEnvelope, onLinks } from "../kit/list-faults.js";
import { LISTS, type ListOperation } from "../kit/spec.js";
import { FROM, TO, within } from "./shared.js";

const LINKS = "links between pages";
const LINK_RULE = "Schema ReportsPage: next and previous are the absolute URLs of the next and previous page, or null";
const HOST_RULE =
  "Decision 0086: links begin with the public URL, an allowed Host or the address of the connection, and nothing else";

type Direction = "next" | "previous";

const DIRECTIONS = LISTS.filter(({ shape }) => shape === "linked").flatMap((list) =>
  (["next", "previous"] as const).map((name): { name: Direction; list: ListOperation } => ({ name, list })),
);

const linkFault = (
  name: string,
  change: (link: URL, exchange: Exchange) => URL | string | null,
  witness: (list: ListOperation) => WireRequest = (list) => within(list, { limit: 3, offset: 3, from: FROM, to: TO }),
  places: readonly (typeof DIRECTIONS)[number][] = DIRECTIONS,
  rule = LINK_RULE,
): Mutant[] =>
  mutantsOf(LINKS, {
    name,
    rule,
    places,
    fault: ({ list, name: direction }) => onLinks(list, [direction], change),
    witness: ({ list }) => [witness(list)],
  });

const edited = (link: URL, edit: (copy: URL) => void): URL => {
  const copy = new URL(link);
  edit(copy);
  return copy;
};

const withHeaders = (list: ListOperation, headers: Record<string, string>): WireRequest =>
  get(list.path, "limit=3&offset=3", headers);

const [NEXT, PREVIOUS] = DIRECTIONS;
const only = (place: (typeof DIRECTIONS)[number] | undefined) => (place ? [place] : []);

export const links: readonly Mutant[] = [
  ...linkFault(
    "a link begins with a host that the caller names in X-Forwarded-Host",
    (link, exchange) => edited(link, (copy) => (copy.host = exchange.header("x-forwarded-host") ?? copy.host)),
    (list) => withHeaders(list, { "X-Forwarded-Host": "other.example" }),
    undefined,
    HOST_RULE,
  ),
  ...linkFault(
    "a link has a path that the caller names in X-Forwarded-Prefix",
    (link, exchange) =>
      edited(link, (copy) => (copy.pathname = (exchange.header("x-forwarded-prefix") ?? "") + copy.pathname)),
    (list) => withHeaders(list, { "X-Forwarded-Prefix": "/gateway" }),
    undefined,
    HOST_RULE,
  ),
  ...linkFault("a link has a slash at the end of its path", (link) => edited(link, (copy) => (copy.pathname += "/"))),
  ...linkFault("a link has the number of its page", (link) =>
    edited(link, (copy) =>
      copy.searchParams.set(
        "page",
        String(Number(copy.searchParams.get("offset")) / Number(copy.searchParams.get("limit")) + 1),
      ),
    ),
  ),
  ...linkFault("a link has its offset twice", (link) =>
    edited(link, (copy) => copy.searchParams.append("offset", copy.searchParams.get("offset") ?? "0")),
  ),
  ...linkFault("a link has a path without the prefix of the API", (link) =>
    edited(link, (copy) => (copy.pathname = copy.pathname.replace(/^\/api/, ""))),
  ),
  ...linkFault("a link contains the key", (link, exchange) =>
    edited(link, (copy) => copy.searchParams.set("apiKey", exchange.header("apikey") ?? "")),
  ),
  ...linkFault(
    "a link loses the window if it leads to the first page",
    (link) =>
      Number(link.searchParams.get("offset")) === 0
        ? edited(link, (copy) => (copy.search = "?limit=3&offset=0"))
        : link,
    undefined,
    only(PREVIOUS),
  ),
  ...linkFault(
    "a window with only an end has no link",
    (link, exchange) =>
      exchange.asks("updated_to") !== undefined && exchange.asks("updated_from") === undefined ? null : link,
    (list) => within(list, { limit: 3, offset: 3, to: TO }),
  ),
  ...linkFault(
    "previous of a page that is not a multiple of the limit is rounded down to one",
    (link, exchange) =>
      offsetOf(exchange) % limitOf(exchange) > 0
        ? edited(link, (copy) =>
            copy.searchParams.set(
              "offset",
              String(Math.floor(offsetOf(exchange) / limitOf(exchange) - 1) * limitOf(exchange)),
            ),
          )
        : link,
    (list) => get(list.path, "limit=4&offset=10"),
    only(PREVIOUS),
  ),
  ...linkFault(
    "next adds the default limit",
    (link, exchange) => edited(link, (copy) => copy.searchParams.set("offset", String(offsetOf(exchange) + 10))),
    undefined,
    only(NEXT),
  ),
  ...mutantsOf(LINKS, {
    name: "no link is written in another way",
    rule: LINK_RULE,
    places: DIRECTIONS.flatMap((place) => [
      { ...place, name: `${place.name}: an empty text`, field: place.name, value: "" as Json },
      { ...place, name: `${place.name}: missing`, field: place.name, value: undefined },
    ]),
    fault: ({ list, field, value }) =>
      onEnvelope(list, (envelope) => {
        if (envelope[field] !== null) return envelope;
        const { [field]: _, ...others } = envelope;
        return value === undefined ? others : { ...others, [field]: value };
      }),
    witness: ({ list, field }) => [get(list.path, field === "next" ? "offset=995" : "")],
  }),
  ...mutantsOf(LINKS, {
    name: "a full last page in a window has a next one",
    rule: `${LINK_RULE}: next is null on the last page`,
    places: only(NEXT),
    fault: ({ list }) =>
      onEnvelope(list, (envelope, exchange) => {
        const isFullEnd = offsetOf(exchange) + limitOf(exchange) === Number(envelope["count"]);
        if (!isFullEnd || typeof envelope["previous"] !== "string") return envelope;
        const next = edited(new URL(envelope["previous"]), (copy) =>
          copy.searchParams.set("offset", String(envelope["count"])),
        );
        return { ...envelope, next: String(next) };
      }),
    witness: ({ list }) => [get(list.path, "limit=10&offset=990")],
  }),
];
