import type { WireResponse } from "../../src/index.js";
import { isClash, onCreate } from "../kit/create-faults.js";
import { answered, type Item, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { returned } from "../kit/items.js";
import { get, limitOf, onRecords } from "../kit/list-faults.js";
import { item } from "../kit/samples.js";
import { LIST_PLACES, LISTS, NAMESPACE_PLACES } from "../kit/spec.js";
import { send } from "./shared.js";

const RACES = "races";
const [x, y] = [item("string", "x"), item("string", "y")] as const;
const reports = LISTS.find(({ shape }) => shape === "linked") ?? LISTS[0];

/** Knows which create requests of a namespace are in progress. */
const onParallel = (
  namespace: string,
  turn: (record: { uid: string; items: Item[] }, others: Item[][]) => ReturnType<Fault>,
): Fault => {
  const running = new Map<string, Item[][]>();
  return onCreate((sent, exchange) => {
    if (exchange.namespace !== namespace) return undefined;
    const others = running.get(sent.uid) ?? [];
    running.set(sent.uid, [...others, sent.items]);
    const changed = turn(sent, others);
    return {
      after(answer) {
        running.set(sent.uid, (running.get(sent.uid) ?? []).slice(1));
        return changed && "after" in changed ? changed.after?.(answer) : undefined;
      },
    };
  });
};

const statuses = (responses: WireResponse[]): unknown => responses.map(({ status }) => status).sort();

export const races: readonly Mutant[] = [
  ...mutantsOf(RACES, {
    name: "two create requests at once both succeed with different items",
    rule: "Decision 0005: different items get a 400",
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) =>
      onParallel(namespace, ({ uid, items }, others) =>
        others.length === 0
          ? undefined
          : {
              after: (answer) => {
                const stamp = "2026-11-21T06:15:00.123456+00:00";
                const data = {
                  uid,
                  items: returned(items, (id) => `http://localhost/files/${id}`),
                  createdDate: stamp,
                  updatedDate: stamp,
                };
                return isClash(answer) ? answered(201, { data }) : undefined;
              },
            },
      ),
    witness: ({ namespace }) => ({ steps: [[send([x], { namespace }), send([y], { namespace })]], view: statuses }),
  }),
  ...mutantsOf(RACES, {
    name: "one of two create requests at once fails with the same items",
    rule: "Decision 0005: the same items get a 201",
    places: NAMESPACE_PLACES.flatMap(({ namespace }) =>
      [400, 500].map((status) => ({ name: `${status} in ${namespace}`, namespace, status })),
    ),
    fault: ({ namespace, status }) =>
      onParallel(namespace, ({ uid }, others) =>
        others.length === 0
          ? undefined
          : { after: ({ created }) => (created ? refused(`uid "${uid}" exists already`, status) : undefined) },
      ),
    witness: ({ namespace }) => ({ steps: [[send([x], { namespace }), send([x], { namespace })]], view: statuses }),
  }),
  ...mutantsOf(RACES, {
    name: "a page has the limit of the last request",
    rule: "Interface 4.2: limit is the number of records returned in one request",
    places: LIST_PLACES,
    fault: ({ list }) => {
      let last = 10;
      const cut = onRecords(list, (records) => records.slice(0, last));
      return (exchange) => {
        if (exchange.list?.id === list.id) last = limitOf(exchange);
        return cut(exchange);
      };
    },
    witness: ({ list }) => [[get(list.path, "limit=9"), get(list.path, "limit=3")]],
  }),
  ...mutantsOf(RACES, {
    name: "more than ten requests at a time are rejected",
    rule: "Decision 0012: up to 20 requests at a time per API key are allowed",
    places: ONE_PLACE,
    fault: () => {
      let running = 0;
      return () => {
        const isTooMany = ++running > 10;
        return {
          after() {
            running--;
            return isTooMany ? refused("Too many requests", 429, { "retry-after": "1" }) : undefined;
          },
        };
      };
    },
    witness: () => ({ steps: [Array.from({ length: 15 }, () => get(reports?.path ?? ""))], view: statuses }),
  }),
];
