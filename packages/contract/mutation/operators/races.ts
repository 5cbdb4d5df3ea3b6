import type { WireRequest } from "../../src/index.js";
import { create, isClash, plain } from "../kit/create-faults.js";
import { type CreatedRecord, type Exchange, refused, withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, type Turn } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { LIST_PLACES, NAMESPACE_PLACES } from "../kit/spec.js";

const FAMILY = "races";
const ONE_WINS =
  "0005: different items are a 400, the same items again the record stored first, however close together they come";
const TWENTY = "0012: up to 20 requests at a time per key are fine";

/** Counts requests in progress, by a name. */
function inFlight(
  name: (exchange: Exchange) => string | undefined,
  turn: (exchange: Exchange, others: number) => Turn,
): Fault {
  const counts = new Map<string, number>();
  return (exchange) => {
    const own = name(exchange);
    if (own === undefined) return undefined;
    const others = counts.get(own) ?? 0;
    counts.set(own, others + 1);
    const made = turn(exchange, others);
    const { request, after } = made && !("answer" in made) ? made : {};
    return {
      request,
      after(answer) {
        counts.set(own, (counts.get(own) ?? 1) - 1);
        return made && "answer" in made ? made.answer : after?.(answer);
      },
    };
  };
}

const record = ({ namespace, record }: Exchange) => (record ? `${namespace}\n${record.uid}` : undefined);
const within = (namespace: string) => (exchange: Exchange) =>
  exchange.namespace === namespace ? record(exchange) : undefined;

const different = (namespace: string) => [
  Array.from({ length: 8 }, (_, i) => create(plain("race", `v${i}`), { namespace })),
];
const same = (namespace: string): WireRequest[][] => [
  Array.from({ length: 8 }, () => create(plain("race"), { namespace })),
];

/** Which of several concurrent requests wins is random, so only the number of each response is compared. */
const tally = (responses: { status: number; body: string }[]) => ({
  statuses: responses.map(({ status }) => status).sort(),
  records: new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body)).size,
});

const bothWin = mutantsOf(FAMILY, {
  name: "different creates at once both win",
  rule: ONE_WINS,
  places: NAMESPACE_PLACES,
  fault: ({ namespace }) => {
    let made = 0;
    return inFlight(within(namespace), ({ request, record }, others) =>
      others > 0 && record
        ? {
            request: withBody(request, { ...record, uid: `${record.uid.slice(0, 85)}#${++made}` }),
            after: (answer) => renamed(answer.created, record.uid),
          }
        : undefined,
    );
  },
  witness: ({ namespace }) => ({ steps: different(namespace), view: tally }),
});
const renamed = (created: CreatedRecord | undefined, uid: string) =>
  created && {
    status: 201,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { ...created, uid } }),
  };

const secondFails = mutantsOf(FAMILY, {
  name: "the same creates at once fail but for one",
  rule: ONE_WINS,
  places: NAMESPACE_PLACES.flatMap((place) =>
    [
      { as: 400, answer: refused("uid exists already") },
      { as: 409, answer: refused("uid exists already", 409) },
      { as: 500, answer: refused("duplicate key", 500) },
      { as: 429, answer: refused("too many requests", 429, { "retry-after": "0" }) },
    ].map((each) => ({ ...each, ...place, name: `${each.as} in ${place.name}` })),
  ),
  fault: ({ namespace, answer }) => inFlight(within(namespace), (_, others) => (others > 0 ? { answer } : undefined)),
  witness: ({ namespace }) => ({ steps: same(namespace), view: tally }),
});

const ownStamps = mutantsOf(FAMILY, {
  name: "the same creates at once have timestamps of their own",
  rule: ONE_WINS,
  places: NAMESPACE_PLACES,
  fault: ({ namespace }) =>
    inFlight(within(namespace), (_, others) =>
      others > 0
        ? {
            after(answer) {
              const { created } = answer;
              const digits = String(others).padStart(6, "9");
              return (
                created &&
                answer.with({ data: { ...created, createdDate: created.createdDate.replace(/\.\d+/, `.${digits}`) } })
              );
            },
          }
        : undefined,
    ),
  witness: ({ namespace }) => ({ steps: same(namespace), view: tally }),
});

const loserWins = mutantsOf(FAMILY, {
  name: "the loser of different creates at once is told that it won",
  rule: ONE_WINS,
  places: NAMESPACE_PLACES,
  fault: ({ namespace }) => loser(namespace),
  witness: ({ namespace }) => ({ steps: different(namespace), view: tally }),
});
function loser(namespace: string): Fault {
  const winners = new Map<string, CreatedRecord>();
  return inFlight(within(namespace), (exchange, others) => ({
    after(answer) {
      const name = record(exchange) as string;
      if (answer.created) winners.set(name, answer.created);
      const won = winners.get(name);
      return others > 0 && isClash(answer) && won
        ? {
            status: 201,
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ data: { ...won, items: exchange.record?.items } }),
          }
        : undefined;
    },
  }));
}

const allAtOnce = () => "all";
const WAVES = [2, 5, 10, 15, 20];
const tooMany = mutantsOf(FAMILY, {
  name: "fewer than twenty requests at a time are let in",
  rule: TWENTY,
  places: WAVES.flatMap((most) => [
    { name: `${most - 1} of any`, most, of: allAtOnce, request: (i: number) => create(plain(`wave-${i}`)) },
    {
      name: `${most - 1} creates`,
      most,
      of: (x: Exchange) => (x.namespace === undefined ? undefined : "create"),
      request: (i: number) => create(plain(`wave-${i}`)),
    },
    {
      name: `${most - 1} pages`,
      most,
      of: (x: Exchange) => (x.list ? "list" : undefined),
      request: (i: number) => get("/api/v1/reports", `offset=${i}`),
    },
  ]),
  fault: ({ most, of }) =>
    inFlight(of, (_, others) =>
      others + 1 >= most ? { answer: refused("too many requests", 429, { "retry-after": "0" }) } : undefined,
    ),
  witness: ({ request }) => ({ steps: [Array.from({ length: 20 }, (_, i) => request(i))], view: tally }),
});

/** Concurrent requests for pages get each other's responses. */
const mixed = mutantsOf(FAMILY, {
  name: "answers of requests at once are mixed up",
  rule: "HTTP: an answer belongs to its request",
  places: [
    ...LIST_PLACES.map(({ name, list }) => ({
      name,
      of: (x: Exchange) => (x.list?.id === list.id ? "list" : undefined),
      request: (i: number) => get(list.path, `limit=3&offset=${i * 3}`),
    })),
    ...NAMESPACE_PLACES.map(({ name, namespace }) => ({
      name,
      of: (x: Exchange) => (x.namespace === namespace && x.record ? "create" : undefined),
      request: (i: number) => create(plain(`mix-${i}`, `v${i}`), { namespace }),
    })),
  ],
  fault: ({ of }) => {
    let last: { status: number; headers: Record<string, string>; body: string } | undefined;
    return inFlight(of, (_, others) => ({
      after({ response }) {
        const before = last;
        last = response.status < 300 ? response : last;
        return others > 0 && response.status < 300 ? before : undefined;
      },
    }));
  },
  witness: ({ request }) => [Array.from({ length: 6 }, (_, i) => request(i))],
});

const lost = mutantsOf(FAMILY, {
  name: "one of the creates at once is not stored",
  rule: "document 4.1: 201 means that the record is created",
  places: NAMESPACE_PLACES,
  fault: ({ namespace }) =>
    inFlight(
      (x) => (x.namespace === namespace && x.record ? "create" : undefined),
      ({ request, record }, others) =>
        others >= 3 && record
          ? {
              request: withBody(request, { ...record, uid: `${record.uid.slice(0, 90)}#lost` }),
              after: (answer) => renamed(answer.created, record.uid),
            }
          : undefined,
    ),
  witness: ({ namespace }) => ({
    steps: [
      Array.from({ length: 6 }, (_, i) => create(plain(`lost-${i}`, "x"), { namespace })),
      ...Array.from({ length: 6 }, (_, i) => create(plain(`lost-${i}`, "y"), { namespace })),
    ],
    view: tally,
  }),
});

export const races: Mutant[] = [...bothWin, ...secondFails, ...ownStamps, ...loserWins, ...tooMany, ...mixed, ...lost];
