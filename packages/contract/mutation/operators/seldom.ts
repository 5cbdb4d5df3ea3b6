import { create, onCreate, plain } from "../kit/create-faults.js";
import { answered, type Exchange, refused, withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, type Turn } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { CREATE, LISTS, NAMESPACES, PATHS } from "../kit/spec.js";

const FAMILY = "seldom";

/** Requests that are counted together. */
const GROUPS: { name: string; holds(exchange: Exchange): boolean; request(i: number): ReturnType<typeof get> }[] = [
  { name: "any request", holds: () => true, request: (i) => get(LISTS[0]?.path ?? "", `offset=${i}`) },
  { name: "creates", holds: ({ namespace }) => namespace !== undefined, request: (i) => create(plain(`n${i}`)) },
  ...NAMESPACES.map((namespace) => ({
    name: `creates in ${namespace}`,
    holds: (x: Exchange) => x.namespace === namespace,
    request: (i: number) => create(plain(`n${i}`), { namespace }),
  })),
  ...LISTS.map(({ id, path }) => ({
    name: id,
    holds: (x: Exchange) => x.list?.id === id,
    request: (i: number) => get(path, `offset=${i}`),
  })),
];

const FAILURES: { name: string; rule: string; turn(exchange: Exchange): Turn; history?: true }[] = [
  {
    name: "429",
    rule: "0012: up to 20 requests at a time per key are fine",
    turn: () => ok(refused("too many requests", 429, { "retry-after": "0" })),
  },
  {
    name: "500",
    rule: "document 7: 500 is an internal error",
    turn: () => ok(answered(500, { errorCode: "Generic", message: "Internal server error" })),
  },
  { name: "503", rule: "document 7: the statuses of an answer", turn: () => ok(refused("busy", 503)) },
  {
    name: "an empty body",
    rule: "document 4: answers are JSON",
    turn: () => ({ after: ({ response }) => (response.status < 300 ? { ...response, body: "" } : undefined) }),
  },
  {
    name: "a cut body",
    rule: "document 4: answers are JSON",
    turn: () => ({
      after: ({ response }) => (response.status < 300 ? { ...response, body: response.body.slice(0, -20) } : undefined),
    }),
  },
];
/** Only valid requests; an invalid one is rejected for its own reason. */
const ok = (answer: ReturnType<typeof refused>): Turn => ({
  after: ({ status }) => (status < 300 ? answer : undefined),
});

const TIMES: { name: string; holds(count: number): boolean; from: number }[] = [
  { name: "every tenth", holds: (n) => n % 10 === 0, from: 10 },
  { name: "every thirtieth", holds: (n) => n % 30 === 0, from: 30 },
  { name: "every hundredth", holds: (n) => n % 100 === 0, from: 100 },
  { name: "the second", holds: (n) => n === 2, from: 2 },
  { name: "all past the fiftieth", holds: (n) => n > 50, from: 51 },
];

function counted(
  holds: (exchange: Exchange) => boolean,
  when: (count: number) => boolean,
  turn: (exchange: Exchange) => Turn,
): Fault {
  let count = 0;
  return (exchange) => (holds(exchange) && when(++count) ? turn(exchange) : undefined);
}

const failing = mutantsOf(FAMILY, {
  name: "some answers fail",
  rule: "0012 and document 7: a right request is served",
  history: true,
  places: GROUPS.flatMap((group, i) =>
    FAILURES.flatMap((failure, j) =>
      TIMES.filter((_, k) => (i + j + k) % 3 === 0).map((time) => ({
        group,
        failure,
        time,
        name: `${failure.name}, ${time.name} of ${group.name}`,
      })),
    ),
  ),
  fault: ({ group, failure, time }) => counted(group.holds, time.holds, failure.turn),
  witness: ({ group, time }) => Array.from({ length: time.from }, (_, i) => group.request(i)),
});

const unstored = mutantsOf(FAMILY, {
  name: "a record is returned and not stored",
  rule: "document 4.1: 201 Created; 0005: the record stored first is returned again",
  places: [
    { name: "any", holds: () => true, record: plain("unstored") },
    ...NAMESPACES.map((namespace) => ({
      name: `in ${namespace}`,
      holds: (x: Exchange) => x.namespace === namespace,
      record: plain("unstored"),
      namespace,
    })),
    {
      name: "with more than 100 items",
      holds: (x: Exchange) => (x.record?.items.length ?? 0) > 100,
      record: {
        uid: "unstored",
        items: Array.from({ length: 101 }, (_, i) => ({
          ...(plain("u").items[0] as { key: string; type: string; value: string }),
          key: `k${i}`,
        })),
      },
    },
    {
      name: "of more than 64 KiB",
      holds: (x: Exchange) => x.text.length > 65_536,
      record: plain("unstored", "x".repeat(65_536)),
    },
    {
      name: "with a uid beyond ASCII",
      holds: (x: Exchange) => /\P{ASCII}/u.test(x.record?.uid ?? ""),
      record: plain("Huế"),
    },
    {
      name: "with a file",
      holds: (x: Exchange) => x.record?.items.some(({ type }) => type === "file") === true,
      record: plain("unstored", "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "file"),
    },
  ],
  fault: ({ holds }) => {
    let made = 0;
    return onCreate((record, exchange) =>
      holds(exchange)
        ? {
            request: withBody(exchange.request, {
              ...record,
              uid: `${[...record.uid].slice(0, 80).join("")}#${++made}`,
            }),
            after: (answer) =>
              answer.created ? answer.with({ data: { ...answer.created, uid: record.uid } }) : undefined,
          }
        : undefined,
    );
  },
  witness: ({ record, ...place }) => {
    const namespace = "namespace" in place ? place.namespace : NAMESPACES[0];
    return [
      create(record, { namespace }),
      create({ ...record, items: [...record.items].slice(0, -1).concat(plain("o", "other").items) }, { namespace }),
    ];
  },
});

/** Rejected requests whose record is stored anyway. */
const REFUSALS: {
  name: string;
  wrong(exchange: Exchange): boolean;
  repair(exchange: Exchange): Turn;
  first: () => ReturnType<typeof create>;
}[] = [
  {
    name: "for its media type",
    wrong: (x) => !/^application\/json/i.test(x.header("content-type") ?? ""),
    repair: (x) => ({
      request: { ...x.request, headers: { ...x.request.headers, "Content-Type": "application/json" } },
    }),
    first: () => create(plain("refused", "x"), { headers: { "Content-Type": "text/plain" } }),
  },
  {
    name: "for its query",
    wrong: (x) => x.search !== "",
    repair: (x) => ({ request: { ...x.request, path: x.path } }),
    first: () => ({ ...create(plain("refused", "x")), path: `${CREATE.prefix}inspection?foo=1` }),
  },
  {
    name: "for an unknown field",
    wrong: (x) => Object.keys(x.record ?? {}).length > 2,
    repair: (x) => ({ request: withBody(x.request, { uid: x.record?.uid, items: x.record?.items }) }),
    first: () => create({ ...plain("refused", "x"), note: 1 }),
  },
  {
    name: "for a wrong item behind right ones",
    wrong: (x) => (x.record?.items.length ?? 0) > 1,
    repair: (x) => ({ request: withBody(x.request, { uid: x.record?.uid, items: x.record?.items.slice(0, 1) }) }),
    first: () =>
      create({ uid: "refused", items: [...plain("r", "x").items, { key: "k", type: "number", value: "x" }] }),
  },
  {
    name: "for a namespace that is none",
    wrong: (x) => !NAMESPACES.includes(x.namespace ?? ""),
    repair: (x) => ({ request: { ...x.request, path: `${CREATE.prefix}inspection` } }),
    first: () => create(plain("refused", "x"), { namespace: "unknown" }),
  },
];
const storedAnyway = mutantsOf(FAMILY, {
  name: "a refused create is stored all the same",
  rule: "0008: a request that is wrong is refused; document 4.1: 201 means created, nothing else does",
  places: REFUSALS,
  fault: ({ wrong, repair }) => {
    const kept = new Map<string, string>();
    return (exchange) => {
      const { record, namespace } = exchange;
      if (!record) return undefined;
      const name = `${NAMESPACES.includes(namespace ?? "") ? namespace : "inspection"}\n${record.uid}`;
      if (wrong(exchange)) return remembering(kept, name, exchange, repair);
      const items = kept.get(name);
      return items === undefined || items === JSON.stringify(record.items)
        ? undefined
        : {
            after: ({ status }) =>
              status === 201 ? refused(`uid "${record.uid}" exists already with other items`) : undefined,
          };
    };
  },
  witness: ({ first }) => [first(), create(plain("refused", "y"))],
});

/** Stores what the correct server rejects. */
function remembering(
  kept: Map<string, string>,
  name: string,
  exchange: Exchange,
  repair: (exchange: Exchange) => Turn,
): Turn {
  const repaired = repair(exchange);
  const request = repaired && "request" in repaired ? repaired.request : undefined;
  return {
    after({ status }) {
      if (status !== 400 || kept.has(name)) return undefined;
      const items = request?.body === undefined ? undefined : JSON.stringify(JSON.parse(String(request.body)).items);
      kept.set(name, items ?? JSON.stringify(exchange.record?.items));
      return undefined;
    },
  };
}

const repeats = mutantsOf(FAMILY, {
  name: "the same request has another answer the next time",
  rule: "0009, 0010: the same query gives the same answer while nothing changes",
  places: PATHS.filter(({ method }) => method === "GET").flatMap(({ id, path }) =>
    [2, 3].map((time) => ({ name: `${id}, time ${time}`, id, path, time })),
  ),
  fault: ({ id, time }) => {
    const times = new Map<string, number>();
    return (exchange) => {
      if (exchange.list?.id !== id) return undefined;
      const count = (times.get(exchange.request.path) ?? 0) + 1;
      times.set(exchange.request.path, count);
      return count === time ? ok(answered(200, {})) : undefined;
    };
  },
  witness: ({ path, time }) => Array.from({ length: time }, () => get(path, "limit=2")),
});

export const seldom: Mutant[] = [...failing, ...unstored, ...storedAnyway, ...repeats];
