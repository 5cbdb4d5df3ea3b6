import { isDeepStrictEqual } from "node:util";
import {
  create,
  isClash,
  memory,
  onCreate,
  onKnownUid,
  onReturn,
  post,
  refusedInstead,
  storedInstead,
} from "../kit/create-faults.js";
import { type Item, refused, withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { sample } from "../kit/items.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";

const FAMILY = "the same items again";
const DIFFERENT = "0005: different items are a 400 that names the uid";
const SAME = "0005: the same items again are answered with 201 and the record stored first";

const clash = (first: Item[], second: Item[]) => [
  create({ uid: "known", items: first }),
  create({ uid: "known", items: second }),
];

const SPELLINGS: [string, string, string, (text: string) => boolean][] = [
  [
    "members of an item in another order",
    '[{"key":"k","type":"string","value":"x"}]',
    '[{"value":"x","type":"string","key":"k"}]',
    (t) => /"value":[^{]*"key"/.test(t),
  ],
  [
    "members of a nested item in another order",
    '[{"key":"o","type":"object","value":[{"key":"k","type":"string","value":"x"}]}]',
    '[{"key":"o","type":"object","value":[{"type":"string","key":"k","value":"x"}]}]',
    (t) => /\[\{"type":"[^"]*","key":"[^"]*","value":[^[{]*\}\]\}/.test(t),
  ],
  [
    "white space between tokens",
    '[{"key":"k","type":"string","value":"x"}]',
    '[ {"key" : "k","type":"string",\n"value":"x"} ]',
    (t) => /"key"\s+:|\[\s+\{/.test(t),
  ],
  [
    "a number with a zero fraction",
    '[{"key":"k","type":"number","value":1}]',
    '[{"key":"k","type":"number","value":1.0}]',
    (t) => /\d\.0+[,}\]\s]/.test(t),
  ],
  [
    "a number with an exponent",
    '[{"key":"k","type":"number","value":100}]',
    '[{"key":"k","type":"number","value":1e2}]',
    (t) => /:\s*-?\d+(\.\d+)?[eE]/.test(t),
  ],
  [
    "a number with zeros at its end",
    '[{"key":"k","type":"number","value":0.1}]',
    '[{"key":"k","type":"number","value":0.10}]',
    (t) => /\.\d*[1-9]0+[,}\]\s]/.test(t),
  ],
  [
    "an element of an array with a zero fraction",
    '[{"key":"k","type":"number-array","value":[1,2]}]',
    '[{"key":"k","type":"number-array","value":[1.0,2]}]',
    (t) => /[[,]\s*-?\d+\.0+[,\]\s]/.test(t),
  ],
  [
    "letters as escapes",
    '[{"key":"k","type":"string","value":"x"}]',
    '[{"key":"k","type":"string","value":"\\u0078"}]',
    (t) => /\\u00[4-7]/.test(t),
  ],
  [
    "letters of a key as escapes",
    '[{"key":"k","type":"string","value":"x"}]',
    '[{"key":"\\u006b","type":"string","value":"x"}]',
    (t) => /"key"\s*:\s*"[^"]*\\u00[4-7]/.test(t),
  ],
  [
    "names of members as escapes",
    '[{"key":"k","type":"string","value":"x"}]',
    '[{"k\\u0065y":"k","type":"string","value":"x"}]',
    (t) => /"k\\u0065y"/.test(t),
  ],
  [
    "slashes as escapes",
    '[{"key":"k","type":"string","value":"a/b"}]',
    '[{"key":"k","type":"string","value":"a\\/b"}]',
    (t) => t.includes("\\/"),
  ],
  [
    "a pair of surrogates as escapes",
    '[{"key":"k","type":"string","value":"\u{1f600}"}]',
    '[{"key":"k","type":"string","value":"\\ud83d\\ude00"}]',
    (t) => /\\u[dD]8/.test(t),
  ],
];
const spellings = mutantsOf(FAMILY, {
  name: "the same items written otherwise are taken for others",
  rule: "0005: two lists of items are the same when they are equal as JSON values",
  places: SPELLINGS.map(([name, one, other, odd]) => ({ name, one, other, odd })),
  fault: ({ odd }) =>
    onKnownUid((sent, { record }, { text }) =>
      isDeepStrictEqual(sent.items, record.items) && odd(text) ? refusedInstead(taken(sent.uid)) : undefined,
    ),
  witness: ({ one, other }) => [post(`{"uid":"known","items":${one}}`), post(`{"uid":"known","items":${other}}`)],
});
const taken = (uid: string) => `uid "${uid}" exists already with other items`;

const forgetting = [
  ...mutantsOf(FAMILY, {
    name: "a record is forgotten after other creates",
    rule: SAME,
    history: true,
    places: [1, 2, 5, 20, 100].map((after) => ({ name: `after ${after}`, after })),
    fault: ({ after }) => forgetful((age) => age > after),
    witness: ({ after }) => [
      create({ uid: "old", items: [sample("string")] }),
      ...Array.from({ length: after + 1 }, (_, i) => create({ uid: `new-${i}`, items: [sample("string")] })),
      create({ uid: "old", items: [sample("string", 1)] }),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "a record is forgotten at its second repeat",
    rule: SAME,
    places: ONE_PLACE,
    fault: () => repeatedOnly((times) => times >= 2),
    witness: () => [0, 0, 1].map((which) => create({ uid: "known", items: [sample("string", which as 0 | 1)] })),
  }),
  ...mutantsOf(FAMILY, {
    name: "a repeat is refused",
    rule: SAME,
    places: [...NAMESPACE_PLACES, { name: "after a refused create", namespace: undefined }],
    fault: ({ namespace }) => (namespace ? refusingRepeats(namespace) : refusingAfterClash()),
    witness: ({ namespace = "inspection" }) => [
      create({ uid: "known", items: [sample("string")] }, { namespace }),
      create({ uid: "known", items: [sample("string", 1)] }, { namespace }),
      create({ uid: "known", items: [sample("string")] }, { namespace }),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "a clash overwrites the record",
    rule: "0005: nothing is ever overwritten",
    places: [
      { name: "and is refused", loud: true },
      { name: "and is answered with 201", loud: false },
    ],
    fault: ({ loud }) => overwriting(loud),
    witness: () => [0, 1, 0, 1].map((which) => create({ uid: "known", items: [sample("string", which as 0 | 1)] })),
  }),
  ...mutantsOf(FAMILY, {
    name: "a clash is answered with 201 and the stored record",
    rule: DIFFERENT,
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) =>
      onKnownUid((_, { created }, exchange) => (exchange.namespace === namespace ? storedInstead(created) : undefined)),
    witness: ({ namespace }) =>
      ([0, 1] as const).map((which) => create({ uid: "known", items: [sample("string", which)] }, { namespace })),
  }),
  ...mutantsOf(FAMILY, {
    name: "a clash does not name the uid",
    rule: DIFFERENT,
    places: ONE_PLACE,
    fault: () =>
      onCreate(() => ({ after: (answer) => (isClash(answer) ? refused("the record exists already") : undefined) })),
    witness: () => clash([sample("string")], [sample("string", 1)]),
  }),
  ...mutantsOf(FAMILY, {
    name: "a repeat has timestamps of its own",
    rule: `${SAME}, timestamps included`,
    places: (["createdDate", "updatedDate"] as const).map((member) => ({ name: member, member })),
    fault: ({ member }) => restamping(member),
    witness: () => ({
      steps: Array.from({ length: 2 }, () => create({ uid: "known", items: [sample("string")] })),
      view: (responses) => new Set(responses.map(({ body }) => JSON.stringify(JSON.parse(body).data))).size,
    }),
  }),
];

/** Renames old records in the store, so that the correct server treats them as new. */
function forgetful(forgotten: (age: number) => boolean): Fault {
  const born = new Map<string, { at: number; times: number }>();
  let clock = 0;
  return onCreate((record, { request, namespace }) => {
    const name = `${namespace}\n${record.uid}`;
    const own = born.get(name) ?? { at: ++clock, times: 0 };
    if (forgotten(clock - own.at)) Object.assign(own, { at: ++clock, times: own.times + 1 });
    born.set(name, own);
    return own.times === 0
      ? undefined
      : renamed(record.uid, `${record.uid.slice(0, 90)}#${own.times}`, request, record.items);
  });
}

function renamed(uid: string, name: string, request: Parameters<typeof withBody>[0], items: Item[]) {
  return {
    request: withBody(request, { uid: name, items }),
    after: (
      answer: Parameters<NonNullable<Exclude<ReturnType<Fault>, undefined | { answer: unknown }>["after"]>>[0],
    ) => (answer.created ? answer.with({ data: { ...answer.created, uid } }) : undefined),
  };
}

function repeatedOnly(forgotten: (times: number) => boolean): Fault {
  const counts = new Map<string, number>();
  return onKnownUid((record, _, { request, namespace }) => {
    const name = `${namespace}\n${record.uid}`;
    const times = (counts.get(name) ?? 0) + 1;
    counts.set(name, times);
    return forgotten(times)
      ? renamed(record.uid, `${record.uid.slice(0, 90)}#${times}`, request, record.items)
      : undefined;
  });
}

const refusingRepeats = (namespace: string) =>
  onKnownUid((sent, _, exchange) => (exchange.namespace === namespace ? refusedInstead(taken(sent.uid)) : undefined));

function refusingAfterClash(): Fault {
  const clashes = new Set<string>();
  return onCreate(({ uid }, { namespace }) => ({
    after(answer) {
      const name = `${namespace}\n${uid}`;
      if (isClash(answer)) clashes.add(name);
      return answer.created && clashes.has(name) ? refused(taken(uid)) : undefined;
    },
  }));
}

/** Stores each version of a record under a different name, and returns the last one. */
function overwriting(loud: boolean): Fault {
  const versions = new Map<string, { items: Item[]; number: number }>();
  return onCreate(({ uid, items }, { request, namespace }) => {
    const name = `${namespace}\n${uid}`;
    const own = versions.get(name);
    const same = !own || isDeepStrictEqual(own.items, items);
    const number = (own?.number ?? 0) + (same ? 0 : 1);
    return {
      request: number === 0 ? undefined : withBody(request, { uid: `${uid.slice(0, 90)}#${number}`, items }),
      after(answer) {
        if (!answer.created) return undefined;
        versions.set(name, { items, number });
        return !same && loud ? refused(taken(uid)) : answer.with({ data: { ...answer.created, uid } });
      },
    };
  });
}

function restamping(member: "createdDate" | "updatedDate"): Fault {
  const seen = memory();
  return onReturn((record, exchange) => {
    const before = seen.find(exchange);
    seen.keep(exchange, record, record);
    const later = record[member].replace(/\.\d{3}/, (digits) => (digits === ".999" ? ".000" : ".999"));
    return before ? { ...record, [member]: later } : record;
  });
}

export const repeats: Mutant[] = [...spellings, ...forgetting];
