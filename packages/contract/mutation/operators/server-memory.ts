import type { WireResponse } from "../../src/index.js";
import { create, isClash, onCreate } from "../kit/create-faults.js";
import { answered, type Exchange, refused, type SentRecord } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { allItems, returned } from "../kit/items.js";
import { get, limitOf, offsetOf, onList } from "../kit/list-faults.js";
import { queryOf, stampIn } from "../kit/list-witnesses.js";
import { item, record } from "../kit/samples.js";
import { LIST_PLACES, LISTS, type ListOperation, NAMESPACES, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "what a server remembers";
const OWN = "Interface 4.2: the response follows its limit, offset and window";

/** Returns a page that was requested before, if both requests have the same name in the cache. */
const onCache = (list: ListOperation, nameOf: (exchange: Exchange) => string | undefined): Fault => {
  const kept = new Map<string, string>();
  return onList(list, (exchange) => {
    const name = nameOf(exchange);
    if (name === undefined || exchange.header("Prefer") !== undefined) return undefined;
    const { request } = exchange;
    const known = kept.get(name);
    return {
      after(answer) {
        if (answer.status === 200 && known === undefined) kept.set(name, request.path);
        return undefined;
      },
      ...(known !== undefined && known !== request.path && isPlain(exchange)
        ? { request: { ...request, path: known } }
        : {}),
    };
  });
};

/** Whether a query is surely valid, so that the cache never hides an error. */
const isPlain = ({ query, list }: Exchange): boolean =>
  new Set(query.map(([name]) => name)).size === query.length &&
  query.every(([name, text]) => {
    if (name === "limit") return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= (list?.maximum ?? 0);
    if (name === "offset") return /^(0|[1-9]\d{0,14})$/.test(text);
    return (
      list?.parameters.includes(name) === true && !Number.isNaN(Date.parse(text)) && /T.*(Z|[+-]\d\d:\d\d)$/.test(text)
    );
  });

const hasWindow = ({ query }: Exchange): boolean => query.some(([name]) => name.startsWith("updated"));

const withoutOffset = (exchange: Exchange): string =>
  JSON.stringify(exchange.query.filter(([name]) => name !== "offset").sort());

/** Forgets a record of a namespace after a number of records in the other one. */
function onForgotten(namespace: string, most: number): Fault {
  let others = 0;
  const since = new Map<string, number>();
  const inOther: Fault = onCreate(() => ({
    after(answer) {
      if (answer.created) others++;
      return undefined;
    },
  }));
  const inOwn: Fault = onCreate((sent) => ({
    after(answer) {
      if (answer.created) since.set(sent.uid, others);
      if (!isClash(answer) || others - (since.get(sent.uid) ?? others) < most || hasFile(sent)) return undefined;
      since.set(sent.uid, others);
      const now = `${new Date().toISOString().slice(0, -1)}000+00:00`;
      return answered(201, {
        data: { uid: sent.uid, items: returned(sent.items, String), createdDate: now, updatedDate: now },
      });
    },
  }));
  return (exchange) => (exchange.namespace === namespace ? inOwn(exchange) : inOther(exchange));
}

/** Only the correct server knows the URL of a file. */
const hasFile = ({ items }: SentRecord): boolean =>
  allItems(items, "sent").some(({ item: { type } }) => type === "file");

export const serverMemory: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "a cache names pages by the digits of limit and offset",
    rule: OWN,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onCache(list, (exchange) => (hasWindow(exchange) ? undefined : `${limitOf(exchange)}${offsetOf(exchange)}`)),
    witness: ({ list }) => [get(list.path, "limit=1&offset=11"), get(list.path, "limit=11&offset=1")],
  }),
  ...mutantsOf(FAMILY, {
    name: "a cache names windows by whole seconds",
    rule: `${OWN}; decision 0007`,
    places: WINDOW_PLACES,
    fault: ({ list }) =>
      onCache(list, (exchange) =>
        hasWindow(exchange)
          ? JSON.stringify(exchange.query.map(([name, text]) => [name, text.replace(/\.\d+/, "")]))
          : undefined,
      ),
    witness: ({ list, window }) => [
      get(list.path, "limit=1"),
      ...["000000", "999999"].map((digits) => (responses: WireResponse[]) => {
        const stamp = stampIn(list, responses[0]);
        return get(
          list.path,
          queryOf({
            limit: 1,
            [window.to]: `${stamp.slice(0, 19)}.${digits}Z`,
            [window.from]: `${stamp.slice(0, 19)}Z`,
          }),
        );
      }),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "a cache does not tell the two bounds of a window apart",
    rule: `${OWN}; decision 0007`,
    places: WINDOW_PLACES,
    fault: ({ list }) =>
      onCache(list, (exchange) =>
        hasWindow(exchange)
          ? JSON.stringify([
              limitOf(exchange),
              offsetOf(exchange),
              exchange.query.filter(([name]) => name.startsWith("updated")).map(([, text]) => text),
            ])
          : undefined,
      ),
    witness: ({ list, window }) =>
      [window.from, window.to].map((bound) => get(list.path, queryOf({ limit: 2, [bound]: "2026-06-01T00:00:00Z" }))),
  }),
  ...mutantsOf(FAMILY, {
    name: "the second request for a page is the first with another limit",
    rule: OWN,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onCache(list, (exchange) =>
        hasWindow(exchange) || offsetOf(exchange) < 100 ? undefined : `${offsetOf(exchange)}`,
      ),
    witness: ({ list }) => [get(list.path, "limit=3&offset=120"), get(list.path, "limit=7&offset=120")],
  }),
  ...mutantsOf(FAMILY, {
    name: "the total of a list is that of the window before",
    rule: "Schemas of the pages: the number of matching records on all pages",
    places: LISTS.filter(({ total, window }) => total && window).map((list) => ({ name: list.id, list })),
    fault: ({ list }) => {
      let before: { total: unknown; name: string } | undefined;
      return onList(list, (exchange) => ({
        after(answer) {
          if (answer.status !== 200 || !list.total) return undefined;
          const body = answer.json as Record<string, unknown>;
          const name = withoutOffset(exchange);
          const known = before;
          before = { total: body[list.total], name };
          return known && offsetOf(exchange) > 0 && known.name !== name && hasWindow(exchange)
            ? answer.with({ ...body, [list.total]: known.total })
            : undefined;
        },
      }));
    },
    witness: ({ list }) => [
      get(list.path, "limit=2"),
      get(list.path, queryOf({ limit: 2, offset: 2, [list.window?.from ?? ""]: "2026-06-01T00:00:00Z" })),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "a record is forgotten after others in the other namespace",
    rule: "Decision 0005: different items get a 400; nothing is ever overwritten",
    history: true,
    places: NAMESPACES.map((namespace) => ({ name: namespace, namespace })),
    fault: ({ namespace }) => onForgotten(namespace, 64),
    witness: ({ namespace }) => {
      const other = NAMESPACES.find((each) => each !== namespace) ?? "";
      return [
        create(record("forgotten", [item("string", "a")]), { namespace }),
        ...Array.from({ length: 64 }, (_, i) =>
          create(record(`other ${i}`, [item("number", i)]), { namespace: other }),
        ),
        create(record("forgotten", [item("string", "b")]), { namespace }),
      ];
    },
  }),
  ...mutantsOf(FAMILY, {
    name: "after 200 pages, one is empty",
    rule: OWN,
    history: true,
    places: LIST_PLACES,
    fault: ({ list }) => {
      let count = 0;
      return onList(list, () => ({
        after(answer) {
          if (answer.status !== 200 || ++count !== 200) return undefined;
          return answer.with(list.shape === "array" ? [] : { ...(answer.json as object), [list.records]: [] });
        },
      }));
    },
    witness: ({ list }) => Array.from({ length: 200 }, () => get(list.path, "limit=1")),
  }),
  ...mutantsOf(FAMILY, {
    name: "after a conflict, the next record has its uid in the message",
    rule: "Decision 0005: a 400 that names the uid",
    places: NAMESPACES.map((namespace) => ({ name: namespace, namespace })),
    fault: ({ namespace }) => {
      let before: string | undefined;
      return onCreate((sent, exchange) => ({
        after(answer) {
          if (exchange.namespace !== namespace || !isClash(answer)) return undefined;
          const known = before;
          before ??= sent.uid;
          return known !== undefined && known !== sent.uid
            ? refused(`uid ${JSON.stringify(known)} exists already with other items; nothing was changed`)
            : undefined;
        },
      }));
    },
    witness: ({ namespace }) =>
      ["one", "two"].flatMap((uid) =>
        ["a", "b"].map((value) => create(record(uid, [item("string", value)]), { namespace })),
      ),
  }),
  ...mutantsOf(FAMILY, {
    name: "a uid stays rejected for three more requests after an invalid one",
    rule: "Decision 0008: fix the request; a valid one is accepted",
    places: NAMESPACES.map((namespace) => ({ name: namespace, namespace })),
    fault: ({ namespace }) => {
      const left = new Map<string, number>();
      return onCreate((sent, exchange) => ({
        after(answer) {
          if (exchange.namespace !== namespace) return undefined;
          const remaining = left.get(sent.uid) ?? 0;
          if (answer.status === 400 && !isClash(answer)) left.set(sent.uid, 3);
          if (answer.status !== 201 || remaining === 0) return undefined;
          left.set(sent.uid, remaining - 1);
          return refused("items: the record is not valid");
        },
      }));
    },
    witness: ({ namespace }) => [
      create({ uid: "fixed", items: [item("string", 5)] }, { namespace }),
      create(record("fixed", [item("string", "5")]), { namespace }),
    ],
  }),
];
