import { answered, type Json, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import {
  get,
  type Listed,
  limitOf,
  offsetOf,
  onEnvelope,
  onList,
  onRecords,
  onRightQuery,
  type Query,
  setting,
} from "../kit/list-faults.js";
import { COUNTED_PLACES, LIST_PLACES, LISTS, type ListOperation } from "../kit/spec.js";

const FAMILY = "paging";
const PAGES = "document 4.2: limit is the number of records returned, default 10; offset the number skipped, default 0";
const ORDER = "0009: the order is stable: by creation, then by uid";

const valueIn = (query: Query, name: string) => query.find(([other]) => other === name)?.[1];
const numberIn = (query: Query, name: string, fallback: number) => Number(valueIn(query, name) ?? fallback);

const ASKED: { name: string; change(query: Query, list: ListOperation): Query | undefined; shown: string[] }[] = [
  { name: "the default limit is 9", change: (q) => fallback(q, "limit", "9"), shown: [""] },
  { name: "the default limit is 11", change: (q) => fallback(q, "limit", "11"), shown: [""] },
  { name: "the default limit is 20", change: (q) => fallback(q, "limit", "20"), shown: [""] },
  {
    name: "the default limit is the highest",
    change: (q, { maximum }) => fallback(q, "limit", String(maximum)),
    shown: [""],
  },
  {
    name: "the default limit is 20 beside an offset",
    change: (q) => (valueIn(q, "offset") ? fallback(q, "limit", "20") : undefined),
    shown: ["offset=5"],
  },
  { name: "the default offset is 1", change: (q) => fallback(q, "offset", "1"), shown: [""] },
  {
    name: "the default offset is 1 beside a limit",
    change: (q) => (valueIn(q, "limit") ? fallback(q, "offset", "1") : undefined),
    shown: ["limit=5"],
  },
  {
    name: "the limit is one too high",
    change: (q, { maximum }) => limited(q, (n) => Math.min(maximum, n + 1)),
    shown: ["limit=5"],
  },
  { name: "the limit is one too low", change: (q) => limited(q, (n) => Math.max(1, n - 1)), shown: ["limit=5"] },
  { name: "the limit is ignored", change: (q) => setting(q, "limit", undefined), shown: ["limit=5"] },
  {
    name: "the limit is ignored beside an offset",
    change: (q) => (valueIn(q, "offset") ? setting(q, "limit", undefined) : undefined),
    shown: ["limit=5&offset=5"],
  },
  { name: "limits above 25 are lowered", change: (q) => limited(q, (n) => Math.min(25, n)), shown: ["limit=30"] },
  {
    name: "limits above half of the highest are lowered",
    change: (q, { maximum }) => limited(q, (n) => Math.min(maximum / 2, n)),
    shown: ["limit=50", "limit=100", "limit=200"],
  },
  {
    name: "the highest limit is one lower",
    change: (q, { maximum }) => limited(q, (n) => (n === maximum ? n - 1 : n)),
    shown: ["limit=50", "limit=100", "limit=200"],
  },
  { name: "a limit of 1 is 2", change: (q) => limited(q, (n) => (n === 1 ? 2 : n)), shown: ["limit=1"] },
  {
    name: "limits are rounded up to tens",
    change: (q) => limited(q, (n) => Math.ceil(n / 10) * 10),
    shown: ["limit=5"],
  },
  { name: "the offset is ignored", change: (q) => setting(q, "offset", undefined), shown: ["offset=5"] },
  { name: "the offset is one too high", change: (q) => moved(q, (n) => (n > 0 ? n + 1 : n)), shown: ["offset=5"] },
  { name: "the offset is one too low", change: (q) => moved(q, (n) => Math.max(0, n - 1)), shown: ["offset=5"] },
  {
    name: "the offset counts pages",
    change: (q) => moved(q, (n) => n * numberIn(q, "limit", 10)),
    shown: ["offset=5"],
  },
  {
    name: "the offset is rounded to pages",
    change: (q) => moved(q, (n) => n - (n % numberIn(q, "limit", 10))),
    shown: ["offset=5"],
  },
  { name: "offsets stop at 100", change: (q) => moved(q, (n) => Math.min(100, n)), shown: ["offset=200"] },
  {
    name: "offsets stop at the last page",
    change: (q) => moved(q, (n) => (n >= 1000 ? 990 : n)),
    shown: ["offset=1000"],
  },
  { name: "offsets past the end start over", change: (q) => moved(q, (n) => n % 1000), shown: ["offset=1005"] },
  {
    name: "offsets past 2^31 wrap",
    change: (q) => moved(q, (n) => (n > 2 ** 31 ? n % 2 ** 31 : n)),
    shown: [`offset=${2 ** 31 + 5}`],
  },
  {
    name: "offsets past 2^32 wrap",
    change: (q) => moved(q, (n) => (n > 2 ** 32 ? n % 2 ** 32 : n)),
    shown: [`offset=${2 ** 32 + 5}`],
  },
  {
    name: "the highest offset is 0",
    change: (q) => moved(q, (n) => (n === Number.MAX_SAFE_INTEGER ? 0 : n)),
    shown: [`offset=${Number.MAX_SAFE_INTEGER}`],
  },
  {
    name: "limit and offset are exchanged",
    change: (q, { maximum }) => exchanged(q, maximum),
    shown: ["limit=5&offset=20"],
  },
  {
    name: "the offset is ignored for a limit of 1",
    change: (q) => (valueIn(q, "limit") === "1" ? setting(q, "offset", undefined) : undefined),
    shown: ["limit=1&offset=5"],
  },
  {
    name: "the offset is ignored beside the highest limit",
    change: (q, { maximum }) => (valueIn(q, "limit") === String(maximum) ? setting(q, "offset", undefined) : undefined),
    shown: ["limit=50&offset=5", "limit=100&offset=5", "limit=200&offset=5"],
  },
];
function fallback(query: Query, name: string, to: string): Query | undefined {
  return valueIn(query, name) === undefined ? setting(query, name, to) : undefined;
}
function limited(query: Query, to: (limit: number) => number): Query | undefined {
  const text = valueIn(query, "limit");
  return text === undefined ? undefined : setting(query, "limit", String(to(Number(text))));
}
function moved(query: Query, to: (offset: number) => number): Query | undefined {
  const text = valueIn(query, "offset");
  return text === undefined
    ? undefined
    : setting(query, "offset", String(Math.min(Number.MAX_SAFE_INTEGER, to(Number(text)))));
}
function exchanged(query: Query, maximum: number): Query | undefined {
  const [limit, offset] = [valueIn(query, "limit"), valueIn(query, "offset")];
  if (!limit || !offset || Number(offset) < 1 || Number(offset) > maximum) return undefined;
  return setting(setting(query, "limit", offset), "offset", limit);
}

const asked = mutantsOf(FAMILY, {
  name: "another page is returned",
  rule: PAGES,
  places: LIST_PLACES.flatMap(({ list }) => ASKED.map((each) => ({ ...each, list, name: `${each.name}, ${list.id}` }))),
  fault: ({ list, change }) => onRightQuery(list, (query) => change(query, list)),
  witness: ({ list, shown }) => shown.map((query) => get(list.path, query)),
});

type Change = (records: Listed[], limit: number, offset: number, list: ListOperation) => Listed[];
const PAGE_CHANGES: { name: string; rule: string; change: Change; shown: string[] }[] = [
  { name: "records are in reverse", rule: ORDER, change: (r) => [...r].reverse(), shown: ["limit=5"] },
  {
    name: "the last two records of a page are exchanged",
    rule: ORDER,
    change: (r) => (r.length > 1 ? [...r.slice(0, -2), ...r.slice(-2).reverse()] : r),
    shown: ["limit=5"],
  },
  {
    name: "the first two records of later pages are exchanged",
    rule: ORDER,
    change: (r, _, offset) => (offset > 0 ? [...r.slice(0, 2).reverse(), ...r.slice(2)] : r),
    shown: ["limit=5&offset=5"],
  },
  {
    name: "records are by uid from the end",
    rule: ORDER,
    change: (r, _, __, l) => by(r, (x) => String(x[l.identity]), -1),
    shown: ["limit=5"],
  },
  {
    name: "records are by their update",
    rule: ORDER,
    change: (r, _, __, l) => by(r, (x) => String(x[l.updatedAt])),
    shown: ["limit=20"],
  },
  {
    name: "records are newest first",
    rule: ORDER,
    change: (r, _, __, l) => by(r, (x) => String(x[l.createdAt]), -1),
    shown: ["limit=5"],
  },
  {
    name: "the last record is missing",
    rule: PAGES,
    change: (r, limit) => (r.length === limit && limit > 1 ? r.slice(0, -1) : r),
    shown: ["limit=5"],
  },
  {
    name: "the last record of the list is missing",
    rule: PAGES,
    change: (r, _, offset) => (offset + r.length === 1000 && offset > 0 ? r.slice(0, -1) : r),
    shown: ["limit=5&offset=995"],
  },
  {
    name: "the first record of later pages is missing",
    rule: PAGES,
    change: (r, _, offset) => (offset > 0 ? r.slice(1) : r),
    shown: ["limit=5&offset=5"],
  },
  {
    name: "the first record comes twice",
    rule: PAGES,
    change: (r) => (r.length > 1 ? [r[0] as Listed, ...r.slice(0, -1)] : r),
    shown: ["limit=5"],
  },
  { name: "pages are cut at 20 records", rule: PAGES, change: (r) => r.slice(0, 20), shown: ["limit=30"] },
  {
    name: "pages of the highest limit are cut",
    rule: PAGES,
    change: (r, limit, _, l) => (limit === l.maximum ? r.slice(0, -1) : r),
    shown: ["limit=50", "limit=100", "limit=200"],
  },
  {
    name: "pages of odd limits are cut",
    rule: PAGES,
    change: (r, limit) => (limit % 2 === 1 && limit > 1 ? r.slice(0, -1) : r),
    shown: ["limit=5"],
  },
  {
    name: "pages from offset 100 on are empty",
    rule: PAGES,
    change: (r, _, offset) => (offset >= 100 ? [] : r),
    shown: ["offset=100"],
  },
  {
    name: "pages from offset 500 on are empty",
    rule: PAGES,
    change: (r, _, offset) => (offset >= 500 ? [] : r),
    shown: ["offset=500"],
  },
  {
    name: "every 100th record is missing",
    rule: PAGES,
    change: (r, _, offset) => r.filter((__, i) => (offset + i + 1) % 100 !== 0),
    shown: ["limit=5&offset=97"],
  },
  {
    name: "a record of an odd offset has another uid for a limit of 1",
    rule: ORDER,
    change: (r, limit, offset) => (limit === 1 && offset % 2 === 1 ? r.map((x) => ({ ...x, uid: `${x["uid"]}-` })) : r),
    shown: ["limit=1&offset=3"],
  },
];
function by(records: Listed[], key: (record: Listed) => string, sign = 1): Listed[] {
  return [...records].sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0));
}
const changed = PAGE_CHANGES.flatMap(({ name, rule, change, shown }) =>
  mutantsOf(FAMILY, {
    name,
    rule,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onRecords(list, (records, exchange) => change(records, limitOf(exchange), offsetOf(exchange), list)),
    witness: ({ list }) => shown.map((query) => get(list.path, query)),
  }),
);

type Totals = (total: number, limit: number, offset: number, records: number) => number | string | null;
const TOTALS: { name: string; change: Totals; shown: string }[] = [
  { name: "one too high", change: (n) => n + 1, shown: "" },
  { name: "one too low", change: (n) => Math.max(0, n - 1), shown: "" },
  { name: "the number of records on the page", change: (_, __, ___, records) => records, shown: "" },
  { name: "the number of pages", change: (n, limit) => Math.ceil(n / limit), shown: "" },
  { name: "what is left after the offset", change: (n, _, offset) => Math.max(0, n - offset), shown: "offset=5" },
  { name: "at most 100", change: (n) => Math.min(100, n), shown: "" },
  { name: "at most 500", change: (n) => Math.min(500, n), shown: "" },
  { name: "0 past the end", change: (n, _, offset) => (offset >= n ? 0 : n), shown: "offset=1000" },
  { name: "the offset past the end", change: (n, _, offset) => Math.max(n, offset), shown: "offset=1500" },
  { name: "one higher on later pages", change: (n, _, offset) => (offset > 0 ? n + 1 : n), shown: "offset=5" },
  { name: "another one for a limit of 1", change: (n, limit) => (limit === 1 ? n - 1 : n), shown: "limit=1" },
  { name: "a text", change: (n) => String(n), shown: "" },
  { name: "null", change: () => null, shown: "" },
  { name: "-1", change: () => -1, shown: "" },
];
const totals = mutantsOf(FAMILY, {
  name: "the total is another",
  rule: "document 4.2: total (or count) is the number of matching records",
  places: COUNTED_PLACES.flatMap((place) =>
    TOTALS.map((each) => ({ ...each, ...place, name: `${each.name}, ${place.name}` })),
  ),
  fault: ({ list, total, change }) =>
    onEnvelope(list, (envelope, exchange) => ({
      ...envelope,
      [total]: change(
        Number(envelope[total]),
        limitOf(exchange),
        offsetOf(exchange),
        (envelope[list.records] as Json[]).length,
      ),
    })),
  witness: ({ list, shown }) => [get(list.path, shown)],
});

const STANDARD = LISTS.filter(({ shape }) => shape === "standard");
const APPLIED: { name: string; change(envelope: Record<string, Json>): Record<string, Json>; shown: string }[] = [
  {
    name: "limit is the number of records",
    change: (e) => ({ ...e, limit: Math.max(1, (e["data"] as Json[]).length) }),
    shown: "limit=5&offset=998",
  },
  { name: "limit is the default", change: (e) => ({ ...e, limit: 10 }), shown: "limit=5" },
  { name: "limit is the highest", change: (e) => ({ ...e, limit: 100 }), shown: "limit=5" },
  { name: "limit is a text", change: (e) => ({ ...e, limit: String(e["limit"]) }), shown: "limit=5" },
  { name: "offset is 0", change: (e) => ({ ...e, offset: 0 }), shown: "offset=5" },
  {
    name: "offset is that of the next page",
    change: (e) => ({ ...e, offset: Number(e["offset"]) + Number(e["limit"]) }),
    shown: "offset=5",
  },
  {
    name: "offset is the number of the page",
    change: (e) => ({ ...e, offset: Math.floor(Number(e["offset"]) / Number(e["limit"])) }),
    shown: "offset=5",
  },
  {
    name: "offset stops at the total",
    change: (e) => ({ ...e, offset: Math.min(Number(e["offset"]), Number(e["total"])) }),
    shown: "offset=1500",
  },
  { name: "offset is a text", change: (e) => ({ ...e, offset: String(e["offset"]) }), shown: "offset=5" },
  {
    name: "limit and offset are exchanged",
    change: (e) => ({ ...e, limit: Math.max(1, Number(e["offset"])), offset: e["limit"] as Json }),
    shown: "limit=5&offset=7",
  },
];
const applied = mutantsOf(FAMILY, {
  name: "the envelope speaks of another page",
  rule: "document 4.2: limit and offset of the envelope are those applied",
  places: STANDARD.flatMap((list) => APPLIED.map((each) => ({ ...each, list, name: `${each.name}, ${list.id}` }))),
  fault: ({ list, change }) => onEnvelope(list, change),
  witness: ({ list, shown }) => [get(list.path, shown)],
});

const PAST_END: { name: string; answer: ReturnType<typeof refused> }[] = [
  { name: "400", answer: refused("there is no such page") },
  { name: "404", answer: refused("there is no such page", 404) },
  { name: "204", answer: { status: 204, headers: {}, body: "" } },
  { name: "null", answer: answered(200, null) },
];
const pastEnd = mutantsOf(FAMILY, {
  name: "a page past the end has another answer",
  rule: "the spec, offset: past the last record the page is empty",
  places: LIST_PLACES.flatMap(({ list }) =>
    PAST_END.map((each) => ({ ...each, list, name: `${each.name}, ${list.id}` })),
  ),
  fault: ({ list, answer }) =>
    onList(list, (exchange) =>
      offsetOf(exchange) >= 1000 ? { after: ({ status }) => (status === 200 ? answer : undefined) } : undefined,
    ),
  witness: ({ list }) => [get(list.path, "offset=1000")],
});

const alternating = mutantsOf(FAMILY, {
  name: "the same query gives another order the next time",
  rule: ORDER,
  places: LIST_PLACES,
  fault: ({ list }) => turnAbout(list),
  witness: ({ list }) => [get(list.path, "limit=5"), get(list.path, "limit=5")],
});
function turnAbout(list: ListOperation): Fault {
  const times = new Map<string, number>();
  return onRecords(list, (records, { request }) => {
    const count = (times.get(request.path) ?? 0) + 1;
    times.set(request.path, count);
    return count % 2 === 0 ? [...records].reverse() : undefined;
  });
}

export const paging: Mutant[] = [...asked, ...changed, ...totals, ...applied, ...pastEnd, ...alternating];
