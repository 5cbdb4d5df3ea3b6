import type { WireResponse } from "../../src/index.js";
import { isClash, onCreate } from "../kit/create-faults.js";
import { type Answer, answered, type Exchange, KEY, messageOf, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { returned } from "../kit/items.js";
import { get, onRecords } from "../kit/list-faults.js";
import { item } from "../kit/samples.js";
import { LIST_PLACES, NAMESPACE_PLACES } from "../kit/spec.js";
import { send } from "./shared.js";

const SELDOM = "seldom";
const [x, y] = [item("string", "x"), item("string", "y")] as const;

/** Rejects the first valid request after some other exchange. */
const afterwards = (
  isBefore: (answer: Answer, exchange: Exchange) => boolean,
  isNext: (exchange: Exchange) => boolean,
  response: () => WireResponse,
): Fault => {
  let isPending = false;
  return (exchange) => {
    const isHit = isPending && isNext(exchange);
    if (isHit) isPending = false;
    return {
      after(answer) {
        if (isHit && answer.status < 300) return response();
        if (isBefore(answer, exchange)) isPending = true;
        return undefined;
      },
    };
  };
};

export const seldom: readonly Mutant[] = [
  ...mutantsOf(SELDOM, {
    name: "every 40th create request of a namespace fails",
    rule: "Interface 4.1: 201 for a valid request",
    history: true,
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) => {
      let requests = 0;
      return onCreate((_, exchange) =>
        exchange.namespace === namespace && ++requests % 40 === 0
          ? {
              after: ({ created }) =>
                created ? answered(500, { errorCode: "Generic", message: "Internal server error" }) : undefined,
            }
          : undefined,
      );
    },
    witness: ({ namespace }) => Array.from({ length: 40 }, (_, i) => send([x], { namespace, uid: `u${i}` })),
  }),
  ...mutantsOf(SELDOM, {
    name: "every 60th page of a list is empty",
    rule: "Decision 0009: only a page past the last record is empty",
    history: true,
    places: LIST_PLACES,
    fault: ({ list }) => {
      let pages = 0;
      return onRecords(list, (records) => (records.length > 0 && ++pages % 60 === 0 ? [] : undefined));
    },
    witness: ({ list }) => Array.from({ length: 60 }, () => get(list.path, "limit=1")),
  }),
  ...mutantsOf(SELDOM, {
    name: "a valid create request after a rejected one is rejected, too",
    rule: "Interface 4.1: 201 for a valid request",
    history: true,
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) =>
      afterwards(
        (answer, exchange) => exchange.namespace === namespace && /^items\[/.test(messageOf(answer)),
        (exchange) => exchange.namespace === namespace && exchange.record !== undefined,
        () => refused("items[0].value is wrong"),
      ),
    witness: ({ namespace }) => [send([item("string", 1)], { namespace }), send([x], { namespace })],
  }),
  ...mutantsOf(SELDOM, {
    name: "a valid key is rejected once after a wrong one",
    rule: "Interface 5: only a missing, invalid or expired key is answered with 401",
    history: true,
    places: LIST_PLACES,
    fault: ({ list }) =>
      afterwards(
        (answer, exchange) =>
          exchange.list?.id === list.id && answer.status === 401 && exchange.header("apikey") !== undefined,
        (exchange) => exchange.list?.id === list.id && exchange.header("apikey") === KEY,
        () => refused("the token is expired or invalid", 401),
      ),
    witness: ({ list }) => [get(list.path, "", { apiKey: "wrong" }), get(list.path)],
  }),
  ...mutantsOf(SELDOM, {
    name: "a conflict is noticed only among the last 25 records",
    rule: "Decision 0005: nothing is ever overwritten",
    history: true,
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) => {
      const recent: string[] = [];
      return onCreate(({ uid, items }, exchange) => {
        if (exchange.namespace !== namespace) return undefined;
        const isForgotten = recent.includes(uid) && !recent.slice(-25).includes(uid);
        if (!recent.includes(uid)) recent.push(uid);
        const stamp = "2026-11-21T06:15:00.123456+00:00";
        const data = {
          uid,
          items: returned(items, (id) => `http://localhost/files/${id}`),
          createdDate: stamp,
          updatedDate: stamp,
        };
        return isForgotten ? { after: (answer) => (isClash(answer) ? answered(201, { data }) : undefined) } : undefined;
      });
    },
    witness: ({ namespace }) => [
      ...Array.from({ length: 27 }, (_, i) => send([x], { namespace, uid: `u${i}` })),
      send([y], { namespace, uid: "u0" }),
    ],
  }),
];
