import { isDeepStrictEqual } from "node:util";
import { create, onCreate } from "../kit/create-faults.js";
import { answered, type CreatedRecord, refused, type SentRecord } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { item, record } from "../kit/samples.js";
import { NAMESPACES } from "../kit/spec.js";

const FAMILY = "which uid is which";
const RULE = "Interface 2.1: uid is the unique identifier of a record; decision 0005";

/** Takes two uids for one if their normal form is the same, and the same namespace holds both. */
const onAlias = (namespace: string, normal: (uid: string) => string): Fault => {
  const kept = new Map<string, { sent: SentRecord; created: CreatedRecord }>();
  return onCreate((sent, exchange) => {
    if (exchange.namespace !== namespace) return undefined;
    const name = normal(sent.uid);
    const known = kept.get(name);
    return {
      after(answer) {
        const { created } = answer;
        if (!created) return undefined;
        if (!known) kept.set(name, { sent, created });
        if (!known || known.sent.uid === sent.uid) return undefined;
        return isDeepStrictEqual(known.sent.items, sent.items)
          ? answered(201, { data: known.created })
          : refused(`uid ${JSON.stringify(sent.uid)} exists already with other items; nothing was changed`);
      },
    };
  });
};

const decoded = (uid: string): string => {
  try {
    return decodeURIComponent(uid);
  } catch {
    return uid;
  }
};

const ALIASES = [
  { name: "percent-encoding", uids: ["lot%2D7", "lot-7"], normal: decoded },
  { name: "plus signs and spaces", uids: ["lot+7", "lot 7"], normal: (uid: string) => uid.replaceAll("+", " ") },
  { name: "slashes of both kinds", uids: ["lot\\7", "lot/7"], normal: (uid: string) => uid.replaceAll("\\", "/") },
  { name: "doubled slashes", uids: ["lot//7", "lot/7"], normal: (uid: string) => uid.replaceAll(/\/{2,}/g, "/") },
  { name: "dots at the end", uids: ["lot7.", "lot7"], normal: (uid: string) => uid.replace(/[. ]+$/, "") },
  { name: "hiragana and katakana", uids: ["lot-ら", "lot-ラ"], normal: hiragana },
  { name: "ignorable punctuation", uids: ["lot-7", "lot7"], normal: (uid: string) => uid.replaceAll(/[-_'.,:]/g, "") },
  { name: "what comes after a NUL", uids: ["lot\0a", "lot\0b"], normal: (uid: string) => uid.split("\0")[0] ?? "" },
  {
    name: "what comes after 64 characters",
    uids: [`${"l".repeat(64)}1`, `${"l".repeat(64)}2`],
    normal: (uid: string) => uid.slice(0, 64),
  },
  { name: "what comes after a hash", uids: ["lot#a", "lot#b"], normal: (uid: string) => uid.replace(/#.*$/s, "") },
  {
    name: "invisible characters",
    uids: ["lot\u2060-7", "lot-7"],
    normal: (uid: string) => uid.replaceAll(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, ""),
  },
  {
    name: "zeros before digits",
    uids: ["lot-007", "lot-7"],
    normal: (uid: string) => uid.replaceAll(/(?<!\d)0+(?=\d)/g, ""),
  },
  {
    name: "the letters i with and without dot",
    uids: ["lot-ı", "lot-i"],
    normal: (uid: string) => uid.replaceAll("ı", "i"),
  },
  {
    name: "ligatures",
    uids: ["lot-ﬁ", "lot-fi"],
    normal: (uid: string) => uid.replaceAll("ﬁ", "fi").replaceAll("ﬂ", "fl").replaceAll("æ", "ae"),
  },
  {
    name: "dashes of all kinds",
    uids: ["lot–7", "lot-7"],
    normal: (uid: string) => uid.replaceAll(/[\u2010-\u2015\u2212]/g, "-"),
  },
];

function hiragana(uid: string): string {
  return uid.replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

const places = ALIASES.flatMap((alias) =>
  NAMESPACES.map((namespace) => ({ ...alias, name: `${alias.name}, ${namespace}`, namespace })),
);

export const uidAliases: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "two uids are one record",
    rule: RULE,
    places,
    fault: ({ namespace, normal }) => onAlias(namespace, normal),
    witness: ({ namespace, uids: [first = "", second = ""] }) => [
      create(record(first, [item("string", "a")]), { namespace }),
      create(record(second, [item("string", "b")]), { namespace }),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "the uid in the response is that of the first create request with these items",
    rule: `${RULE}; interface 4.1: the response is the record`,
    places: NAMESPACES.map((name) => ({ name })),
    fault: ({ name }) => {
      const uids = new Map<string, string>();
      return onCreate((sent, { namespace }) => ({
        after(answer) {
          const { created } = answer;
          if (!created || namespace !== name) return undefined;
          const items = JSON.stringify(sent.items);
          const uid = uids.get(items) ?? sent.uid;
          uids.set(items, uid);
          return uid === sent.uid ? undefined : answer.with({ data: { ...created, uid } });
        },
      }));
    },
    witness: ({ name }) =>
      ["first", "second"].map((uid) => create(record(uid, [item("string", "x")]), { namespace: name })),
  }),
  ...mutantsOf(FAMILY, {
    name: "the same record exists in one namespace only",
    rule: "Decision 0005: the same uid in the other namespace is a different record",
    places: ONE_PLACE,
    fault: () => {
      const kept = new Map<string, { namespace: string; items: unknown }>();
      return onCreate((sent, { namespace = "" }) => ({
        after(answer) {
          if (!answer.created) return undefined;
          const known = kept.get(sent.uid);
          if (!known) kept.set(sent.uid, { namespace, items: sent.items });
          return known && known.namespace !== namespace && isDeepStrictEqual(known.items, sent.items)
            ? refused(`uid ${JSON.stringify(sent.uid)} exists already`)
            : undefined;
        },
      }));
    },
    witness: () => NAMESPACES.map((namespace) => create(record("both", [item("string", "x")]), { namespace })),
  }),
];
