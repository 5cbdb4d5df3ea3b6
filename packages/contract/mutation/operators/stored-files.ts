import { create, onRefusedItem, onReturn, onReturnedItem, onToleratedValue } from "../kit/create-faults.js";
import { type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { allItems, asJson, mapItems, TOP_AND_NESTED, WHERE } from "../kit/items.js";
import { item, record } from "../kit/samples.js";

const FAMILY = "stored files";
const ANY = "Decision 0011: the ID of a file is a UUID, and any UUID is accepted";
const URL_RULE = "Decision 0011: the URL is built from a template, in which {id} is replaced by the ID";
const EVERY = { name: "", holds: () => true, wrap: WHERE.top.wrap };

const ID = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const idOf = (number: number): string => ID.slice(0, -4) + String(number).padStart(4, "0");

const files = (count: number) => Array.from({ length: count }, (_, i) => item("file", idOf(i)));

const REJECTED = [
  { name: "version 7", id: "0198c2a4-9b1e-7c3d-8e4f-5a6b7c8d9e0f", wrong: /^.{14}7/ },
  { name: "version 1", id: "6f1b2c3d-4e5f-1a6b-8c7d-9e0f1a2b3c4d", wrong: /^.{14}1/ },
  { name: "versions above 8", id: "6f1b2c3d-4e5f-fa6b-8c7d-9e0f1a2b3c4d", wrong: /^.{14}[9a-f]/i },
  { name: "the variant of Microsoft", id: "6f1b2c3d-4e5f-4a6b-cc7d-9e0f1a2b3c4d", wrong: /^.{19}[cd]/i },
  { name: "the variant of NCS", id: "6f1b2c3d-4e5f-4a6b-0c7d-9e0f1a2b3c4d", wrong: /^.{19}[0-7]/ },
  { name: "only zeros", id: "00000000-0000-0000-0000-000000000000", wrong: /^[0-]+$/ },
  { name: "only the digit f", id: "ffffffff-ffff-ffff-ffff-ffffffffffff", wrong: /^[f-]+$/ },
  { name: "capitals", id: ID.toUpperCase(), wrong: /[A-F]/ },
  { name: "both cases", id: ID.replace("f", "F"), wrong: /[A-F].*[a-f]|[a-f].*[A-F]/ },
];

const hyphened = (digits: string): string =>
  digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const TOLERATED = [
  { name: "braces", id: `{${ID}}`, repair: (id: string) => id.replace(/^\{(.*)\}$/, "$1") },
  { name: "parentheses", id: `(${ID})`, repair: (id: string) => id.replace(/^\((.*)\)$/, "$1") },
  {
    name: "no hyphens",
    id: ID.replaceAll("-", ""),
    repair: (id: string) => (/^[\da-f]{32}$/i.test(id) ? hyphened(id) : id),
  },
  {
    name: "short groups",
    id: "1-1-1-1-1",
    repair: (id: string) => {
      const parts = /^([\da-f]{1,8})-([\da-f]{1,4})-([\da-f]{1,4})-([\da-f]{1,4})-([\da-f]{1,12})$/i.exec(id)?.slice(1);
      return parts ? parts.map((part, i) => part.padStart([8, 4, 4, 4, 12][i] ?? 0, "0")).join("-") : id;
    },
  },
  { name: "a line feed at the end", id: `${ID}\n`, repair: (id: string) => id.replace(/\n$/, "") },
  { name: "spaces around it", id: ` ${ID} `, repair: (id: string) => id.trim() },
  {
    name: "hyphens at other places",
    id: "6f1b2c3d4e5f-4a6b8c7d-9e0f-1a2b3c4d",
    repair: (id: string) =>
      id.replaceAll("-", "").length === 32 && /^[\da-f-]+$/i.test(id) ? hyphened(id.replaceAll("-", "")) : id,
  },
  { name: "a file name after it", id: `${ID}.jpg`, repair: (id: string) => id.replace(/\.\w+$/, "") },
];

export const storedFiles: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "rejects some UUIDs",
    rule: ANY,
    places: REJECTED,
    fault: ({ wrong }) => onRefusedItem(EVERY, (one) => one.type === "file" && wrong.test(String(one.value))),
    witness: ({ id }) => [create(record("uuid", [item("file", id)]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts what is not a UUID",
    rule: "Interface 2.2: a file identifier in UUID format; decision 0008: an ID that is not a UUID is a 400",
    places: TOLERATED,
    fault: ({ repair }) =>
      onToleratedValue(EVERY, "file", (value) => {
        const repaired = repair(String(value));
        return repaired === value ? undefined : repaired;
      }),
    witness: ({ id }) => [create(record("uuid", [item("file", id)]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "only the first files of a record have a URL",
    rule: "Interface 4.1, rule 1: the response returns the same item with a URL as value",
    places: [10, 25, 100].map((most) => ({ name: String(most), most })),
    fault: ({ most }) =>
      onReturn((created, exchange) => {
        const sent = allItems(exchange.record?.items ?? [], "sent");
        let [at, count] = [0, 0];
        const items = mapItems(created.items, "returned", (one) => {
          const id = sent[at++]?.item.value;
          return one.type === "file" && ++count > most && id !== undefined ? { ...one, value: id } : one;
        });
        return { ...created, items };
      }),
    witness: ({ most }) => [create(record("files", files(most + 1)))],
  }),
  ...mutantsOf(FAMILY, {
    name: "the second time, a file has no URL",
    rule: "Interface 4.1, rule 1: the response returns the same item with a URL as value",
    places: [
      { name: "in the same list", nested: false },
      { name: "in a nested item", nested: true },
    ],
    fault: ({ nested }) =>
      onReturn((created, exchange) => {
        const sent = allItems(exchange.record?.items ?? [], "sent");
        const seen = new Set<unknown>();
        let at = 0;
        const items = mapItems(created.items, "returned", (one, { level }) => {
          const id = sent[at++]?.item.value;
          if (one.type !== "file" || id === undefined) return one;
          const isKnown = seen.has(id);
          seen.add(id);
          return isKnown && level > 1 === nested ? { ...one, value: id } : one;
        });
        return { ...created, items };
      }),
    witness: ({ nested }) => [
      create(record("twice", [item("file", ID), nested ? item("object", [item("file", ID)]) : item("file", ID)])),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "a URL that was returned before has a token",
    rule: `${URL_RULE}; decision 0005: the same items return the stored record`,
    places: TOP_AND_NESTED,
    fault: (where) => {
      const known = new Map<unknown, number>();
      return onReturnedItem(where, (one) => {
        if (one.type !== "file") return one;
        const count = known.get(one.value) ?? 0;
        known.set(one.value, count + 1);
        return count === 0 ? one : { ...one, value: `${one.value}?token=${count}` };
      });
    },
    witness: (where) => Array.from({ length: 2 }, () => create(record("token", where.wrap(item("file", ID))))),
  }),
  ...mutantsOf(FAMILY, {
    name: "a URL has the ID in another form",
    rule: URL_RULE,
    places: TOP_AND_NESTED.flatMap((where) => [
      { name: `lower case ${where.name}`, where, id: ID.toUpperCase(), form: (id: string) => id.toLowerCase() },
      {
        name: `version 4 ${where.name}`,
        where,
        id: ID.replace("-4a6b", "-7a6b"),
        form: (id: string) => id.replace(/^(.{14})[\da-f]/i, "$14"),
      },
    ]),
    fault: ({ where, form }) =>
      onReturnedItem(where, (one) =>
        one.type === "file" ? { ...one, value: String(one.value).replace(/[^/]+$/, form) } : one,
      ),
    witness: ({ where, id }) => [create(record("form", where.wrap(item("file", id))))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a file next to another in an object-array has its URL",
    rule: "Interface 4.1, rule 1; decision 0004: each item comes back with its key and type",
    places: ONE_PLACE,
    fault: () =>
      onReturn((created) => {
        const items = mapItems(created.items, "returned", (one) => {
          if (one.type !== "object-array" || !Array.isArray(one.value)) return one;
          const urls = one.value.flat(1).flatMap((each) => (isFile(each) ? [each.value] : []));
          const [first] = urls;
          if (urls.length < 2 || first === undefined) return one;
          return {
            ...one,
            value: asJson(
              one.value.map((group) =>
                [group].flat(1).map((each) => (isFile(each) ? { ...each, value: first } : each)),
              ),
            ),
          };
        });
        return { ...created, items };
      }),
    witness: () => [create(record("pair", [item("object-array", [item("file", idOf(1)), item("file", idOf(2))])]))],
  }),
];

const isFile = (value: unknown): value is { type: "file"; value: string } =>
  (value as { type?: unknown } | null)?.type === "file";
