import type { WireRequest } from "../../src/index.js";
import { isObject } from "../kit/bodies.js";
import { create, isClash, onCreate, post, refusedInstead } from "../kit/create-faults.js";
import { type Answer, type Exchange, messageOf, parsed, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { allItems, depthOf, nestedItems } from "../kit/items.js";
import { item, record } from "../kit/samples.js";
import { CREATE } from "../kit/spec.js";

const RULE =
  "Decision 0008: fix the request and send it again; decision 0005: nothing is stored by a request that is rejected";
const FAMILY = "rejections that store";

const fine = item("string", "x");
const wrong = item("string", 5);
const good = create(record("stored", [fine]));

/** Rejections after which a careless server has already stored the record. */
const REASONS: { name: string; request: WireRequest; holds(exchange: Exchange, answer: Answer): boolean }[] = [
  {
    name: "an unknown query parameter",
    request: { ...good, path: `${good.path}?x=1` },
    holds: ({ search }) => search !== "",
  },
  {
    name: "a wrong media type",
    request: { ...good, headers: { ...good.headers, "Content-Type": "text/plain" } },
    holds: (exchange) => !/^application\/json/i.test(exchange.header("Content-Type") ?? ""),
  },
  {
    name: "a wrong key",
    request: { ...good, headers: { ...good.headers, apiKey: "wrong" } },
    holds: (_, { status }) => status === 401,
  },
  { name: "another method", request: { ...good, method: "PUT" }, holds: (_, { status }) => status === 405 },
  {
    name: "an error in the last of several items",
    request: create({ uid: "stored", items: [fine, fine, wrong] }),
    holds: ({ record: sent }, answer) => {
      const last = (sent?.items.length ?? 0) - 1;
      return last > 0 && messageOf(answer).startsWith(`items[${last}]`);
    },
  },
  {
    name: "an error in a nested item",
    request: create({ uid: "stored", items: [item("object", [wrong])] }),
    holds: (_, answer) => messageOf(answer).includes("].value["),
  },
  {
    name: "nesting that is too deep",
    request: create({ uid: "stored", items: nestedItems(9) }),
    holds: ({ record: sent }) => sent !== undefined && depthOf(sent.items) > 8,
  },
  {
    name: "too many items",
    request: create({ uid: "stored", items: Array(151).fill(fine) }),
    holds: ({ record: sent }) => (sent?.items.length ?? 0) > 150,
  },
  {
    name: "a file that is not a UUID",
    request: create({ uid: "stored", items: [fine, item("file", "lot 7")] }),
    holds: ({ record: sent }, answer) =>
      messageOf(answer).includes("UUID") &&
      allItems(sent?.items ?? [], "sent").some(({ item: { type } }) => type === "file"),
  },
  {
    name: "a number that would change",
    request: post('{"uid":"stored","items":[{"key":"k","type":"number","value":9007199254740993}]}'),
    holds: (_, answer) => messageOf(answer).includes("64-bit"),
  },
  {
    name: "an unknown field",
    request: create({ uid: "stored", items: [fine], note: "x" }),
    holds: (_, answer) => messageOf(answer).includes("not a known field"),
  },
];

const uidIn = (text: string): string | undefined => {
  const body = parsed(text);
  return isObject(body) && typeof body["uid"] === "string" ? body["uid"] : undefined;
};

const onStoredRefusal = (holds: (exchange: Exchange, answer: Answer) => boolean): Fault => {
  const [stored, used] = [new Set<string>(), new Set<string>()];
  return (exchange) => {
    const uid = exchange.path.startsWith(CREATE.prefix) ? uidIn(exchange.text) : undefined;
    if (uid === undefined) return undefined;
    const name = `${exchange.path}\n${uid}`;
    if (used.has(name))
      return refusedInstead(`uid ${JSON.stringify(uid)} exists already with other items; nothing was changed`);
    return {
      after(answer) {
        if (answer.status === 201) stored.add(name);
        else if (answer.status >= 400 && !stored.has(name) && !isClash(answer) && holds(exchange, answer))
          used.add(name);
        return undefined;
      },
    };
  };
};

export const storedRejections: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "the uid is taken after",
    rule: RULE,
    places: REASONS,
    fault: ({ holds }) => onStoredRefusal(holds),
    witness: ({ request }) => [request, good],
  }),
  ...mutantsOf(FAMILY, {
    name: "a conflict replaces the stored items",
    rule: "Decision 0005: nothing is ever overwritten",
    places: [
      { name: "at once", conflicts: 1 },
      { name: "the third time", conflicts: 3 },
    ],
    fault: ({ conflicts }) => {
      const counts = new Map<string, number>();
      return onCreate((sent, { namespace }) => {
        const name = `${namespace}\n${sent.uid}`;
        const isReplaced = (counts.get(name) ?? 0) >= conflicts;
        return {
          after(answer) {
            if (isClash(answer)) counts.set(name, (counts.get(name) ?? 0) + 1);
            return isReplaced && answer.status === 201
              ? refused(`uid ${JSON.stringify(sent.uid)} exists already with other items; nothing was changed`)
              : undefined;
          },
        };
      });
    },
    witness: ({ conflicts }) => [
      good,
      ...Array.from({ length: conflicts }, (_, i) => create(record("stored", [item("number", i)]))),
      good,
    ],
  }),
];
