import type { WireRequest } from "../../src/index.js";
import { create, onCreate } from "../kit/create-faults.js";
import { type Exchange, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { item, record } from "../kit/samples.js";
import { LIST_PLACES, LISTS, NAMESPACES } from "../kit/spec.js";

const FAMILY = "at the same time";
const TWENTY = "Decision 0012: up to 20 requests at a time per API key are allowed";

const twenty = (request: (number: number) => WireRequest): WireRequest[] =>
  Array.from({ length: 20 }, (_, i) => request(i));

const posting = (number: number): WireRequest => create(record(`race ${number}`, [item("number", number)]));

/** Counts the requests in progress for which the fault applies. */
const onCrowd = (holds: (exchange: Exchange) => boolean, turn: (count: number) => ReturnType<Fault>): Fault => {
  let count = 0;
  return (exchange) => {
    if (!holds(exchange)) return undefined;
    const faulty = turn(++count);
    if (faulty && "answer" in faulty) {
      count--;
      return faulty;
    }
    return {
      after(answer) {
        count--;
        return faulty?.after?.(answer);
      },
    };
  };
};

const tooMany = () => ({ answer: refused("Too many requests", 429, { "retry-after": "1" }) });

export const atTheSameTime: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "only so many requests at a time",
    rule: TWENTY,
    places: [
      { name: "16 create requests", most: 16, holds: ({ method }: Exchange) => method === "POST", request: posting },
      ...LISTS.map((list) => ({
        name: `18 of ${list.id}`,
        most: 18,
        holds: (exchange: Exchange) => exchange.list?.id === list.id,
        request: (number: number) => get(list.path, `limit=1&offset=${number}`),
      })),
    ],
    fault: ({ most, holds }) => onCrowd(holds, (count) => (count > most ? tooMany() : undefined)),
    witness: ({ request }) => [twenty(request)],
  }),
  ...mutantsOf(FAMILY, {
    name: "a page is that of another request in progress",
    rule: "Interface 4.2: limit and offset; the response belongs to its request",
    places: LIST_PLACES,
    fault: ({ list }) => {
      const open = new Map<string, { path: string; count: number }>();
      return (exchange) => {
        if (exchange.list?.id !== list.id) return undefined;
        const limit = exchange.asks("limit") ?? "";
        const first = open.get(limit) ?? { path: exchange.request.path, count: 0 };
        first.count++;
        open.set(limit, first);
        return {
          request: { ...exchange.request, path: first.path },
          after() {
            if (--first.count === 0) open.delete(limit);
            return undefined;
          },
        };
      };
    },
    witness: ({ list }) => [twenty((number) => get(list.path, `limit=2&offset=${number}`))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a uid in progress in one namespace is taken in the other",
    rule: "Decision 0005: the same uid in the other namespace is a different record",
    places: ONE_PLACE,
    fault: () => {
      const open = new Map<string, string>();
      return onCreate((sent, { namespace = "" }) => {
        const other = open.get(sent.uid);
        if (other !== undefined && other !== namespace)
          return {
            after: ({ status }) =>
              status === 201 ? refused(`uid ${JSON.stringify(sent.uid)} exists already`) : undefined,
          };
        open.set(sent.uid, namespace);
        return {
          after() {
            open.delete(sent.uid);
            return undefined;
          },
        };
      });
    },
    witness: () => [NAMESPACES.map((namespace) => create(record("both", [item("string", "x")]), { namespace }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "in a crowd, a record has the uid of the latest one",
    rule: "Interface 4.1: the response is the record with its uid",
    places: [5, 12].map((crowd) => ({ name: `of ${crowd}`, crowd })),
    fault: ({ crowd }) => {
      let [count, latest] = [0, ""];
      return onCreate((sent) => {
        count++;
        latest = sent.uid;
        const [uid, isCrowd] = [latest, count > crowd];
        return {
          after(answer) {
            count--;
            const { created } = answer;
            return isCrowd && created && latest !== uid
              ? answer.with({ data: { ...created, uid: latest } })
              : undefined;
          },
        };
      });
    },
    witness: () => [twenty(posting)],
  }),
  ...mutantsOf(FAMILY, {
    name: "the third of the same create requests fails",
    rule: "Decision 0005: the same items get a 201 with the stored record",
    places: [
      { name: "with a 500", status: 500 },
      { name: "with a 400", status: 400 },
    ],
    fault: ({ status }) => {
      const open = new Map<string, number>();
      return onCreate((sent, { namespace }) => {
        const name = `${namespace}\n${sent.uid}`;
        const count = (open.get(name) ?? 0) + 1;
        open.set(name, count);
        return {
          after(answer) {
            open.set(name, (open.get(name) ?? 1) - 1);
            return answer.status === 201 && count >= 3 ? refused("the record could not be stored", status) : undefined;
          },
        };
      });
    },
    witness: () => [twenty(() => posting(0))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a list is unavailable while records are created",
    rule: `${TWENTY}; spec: a 500 means that the service failed`,
    places: LIST_PLACES,
    fault: ({ list }) => {
      let creating = 0;
      return (exchange) => {
        if (exchange.record) {
          creating++;
          return {
            after() {
              creating--;
              return undefined;
            },
          };
        }
        if (exchange.list?.id !== list.id || creating < 2) return undefined;
        return { after: ({ status }) => (status === 200 ? refused("Internal server error", 500) : undefined) };
      };
    },
    witness: ({ list }) => [[posting(1), posting(2), posting(3), get(list.path, "limit=2")]],
  }),
];
