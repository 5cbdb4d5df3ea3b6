import { create, onCreate, plain } from "../kit/create-faults.js";
import { withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { NAMESPACES } from "../kit/spec.js";

const FAMILY = "identity of a uid";

interface Fold {
  name: string;
  fold(uid: string): string;
  pair: [string, string];
}

const FOLDS: Fold[] = [
  { name: "without case", fold: (s) => s.toLowerCase(), pair: ["a", "A"] },
  {
    name: "without case beyond ASCII",
    fold: (s) => s.replace(/\P{ASCII}/gu, (c) => c.toLowerCase()),
    pair: ["é", "É"],
  },
  { name: "folded as in full case folding", fold: (s) => s.replaceAll("ß", "ss"), pair: ["maß", "mass"] },
  { name: "trimmed", fold: (s) => s.trim() || s, pair: ["a", " a"] },
  { name: "trimmed at the end", fold: (s) => s.trimEnd() || s, pair: ["a", "a "] },
  { name: "trimmed of a line break", fold: (s) => s.replace(/\n$/, "") || s, pair: ["a", "a\n"] },
  { name: "with white space collapsed", fold: (s) => s.replace(/\s+/g, " "), pair: ["a b", "a  b"] },
  { name: "with every white space alike", fold: (s) => s.replace(/\s/g, " "), pair: ["a b", "a\u00a0b"] },
  { name: "in NFC", fold: (s) => s.normalize("NFC"), pair: ["\u00e9", "e\u0301"] },
  { name: "in NFKC", fold: (s) => s.normalize("NFKC"), pair: ["1", "\uff11"] },
  { name: "without accents", fold: (s) => s.normalize("NFD").replace(/\p{M}/gu, "") || s, pair: ["Hue", "Huế"] },
  {
    name: "in its first 32 characters",
    fold: (s) => s.slice(0, 32),
    pair: [`${"u".repeat(32)}1`, `${"u".repeat(32)}2`],
  },
  {
    name: "in its first 64 characters",
    fold: (s) => s.slice(0, 64),
    pair: [`${"u".repeat(64)}1`, `${"u".repeat(64)}2`],
  },
  {
    name: "in its first 99 characters",
    fold: (s) => s.slice(0, 99),
    pair: [`${"u".repeat(99)}1`, `${"u".repeat(99)}2`],
  },
  { name: "in its last 64 characters", fold: (s) => s.slice(-64), pair: [`1${"u".repeat(64)}`, `2${"u".repeat(64)}`] },
  {
    name: "in its first 100 bytes",
    fold: (s) => Buffer.from(s).subarray(0, 100).toString("latin1"),
    pair: [`${"é".repeat(50)}1`, `${"é".repeat(50)}2`],
  },
  { name: "without leading zeros", fold: (s) => s.replace(/^0+(?=.)/, ""), pair: ["7", "07"] },
  {
    name: "as a number where it is one",
    fold: (s) => (/^[\d.e+-]+$/.test(s) && Number.isFinite(Number(s)) ? String(Number(s)) : s),
    pair: ["1", "1.0"],
  },
  { name: "without hyphens", fold: (s) => s.replaceAll("-", "") || s, pair: ["ab", "a-b"] },
  { name: "with hyphen and underscore alike", fold: (s) => s.replaceAll("_", "-"), pair: ["a-b", "a_b"] },
  {
    name: "without zero-width characters",
    fold: (s) => s.replace(/[\u200b-\u200d\ufeff]/g, "") || s,
    pair: ["ab", "a\u200bb"],
  },
  { name: "up to NUL", fold: (s) => s.split("\0")[0] || s, pair: ["a", "a\0b"] },
  { name: "with lone surrogates replaced", fold: (s) => Buffer.from(s).toString(), pair: ["\ud800", "\ud801"] },
  {
    name: "with characters beyond U+FFFF replaced",
    fold: (s) => s.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
    pair: ["\u{1f600}", "\u{1f601}"],
  },
  { name: "with characters beyond ASCII replaced", fold: (s) => s.replace(/\P{ASCII}/gu, "?"), pair: ["é", "è"] },
  {
    name: "with percent escapes resolved",
    fold: (s) => s.replace(/%20/g, " ").replace(/%2F/gi, "/"),
    pair: ["a b", "a%20b"],
  },
  { name: "with + as a space", fold: (s) => s.replaceAll("+", " "), pair: ["a b", "a+b"] },
  { name: "without slashes at its end", fold: (s) => s.replace(/\/+$/, "") || s, pair: ["a", "a/"] },
  { name: "without quotes", fold: (s) => s.replace(/["']/g, "") || s, pair: ["a", '"a"'] },
  { name: "with entities resolved", fold: (s) => s.replaceAll("&amp;", "&"), pair: ["a&b", "a&amp;b"] },
  { name: "without its file extension", fold: (s) => s.replace(/\.[a-z]+$/, "") || s, pair: ["a", "a.txt"] },
  { name: "by its length and first character", fold: (s) => `${s.length}${s[0]}`, pair: ["ab", "ac"] },
  { name: "with its characters in any order", fold: (s) => [...s].sort().join(""), pair: ["ab", "ba"] },
];

/** Treats two uids as one record, and returns the uid that was sent, or the first one. */
function folding(fold: (uid: string, namespace: string) => string, shows: "sent" | "stored"): Fault {
  const first = new Map<string, string>();
  return onCreate(({ uid, items }, { request, namespace = "" }) => {
    const name = JSON.stringify([namespace, fold(uid, namespace)]);
    const known = first.get(name) ?? uid;
    first.set(name, known);
    if (known === uid) return undefined;
    return {
      request: withBody(request, { uid: known, items }),
      after: (answer) =>
        answer.created && shows === "sent" ? answer.with({ data: { ...answer.created, uid } }) : undefined,
    };
  });
}

const sameUid = mutantsOf(FAMILY, {
  name: "two uids are taken for one",
  rule: "document 2.1: uid is the caller's identifier; 0005: records are told apart by it",
  places: FOLDS.flatMap((fold, i) => [
    { ...fold, shows: "sent" as const },
    ...(i % 3 === 0 ? [{ ...fold, shows: "stored" as const, name: `${fold.name}, the first one is shown` }] : []),
  ]),
  fault: ({ fold, shows }) => folding(fold, shows),
  witness: ({ pair: [one, other] }) => [create(plain(one, "x")), create(plain(other, "y"))],
});

const shown = mutantsOf(FAMILY, {
  name: "the uid is changed",
  rule: "document 4.1: the record is returned with the uid that was sent",
  places: FOLDS.filter((_, i) => i % 2 === 0),
  fault: ({ fold }) =>
    onCreate(({ uid }) => ({
      after: (answer) =>
        answer.created && fold(uid) !== uid
          ? answer.with({ data: { ...answer.created, uid: fold(uid).slice(0, 100) } })
          : undefined,
    })),
  witness: ({ pair }) => pair.map((uid) => create(plain(uid))),
});

const acrossNamespaces = mutantsOf(FAMILY, {
  name: "namespaces share their uids",
  rule: "0005: the same uid in the other namespace is another record",
  places: [
    { name: "all uids", shared: () => true, uid: "a" },
    { name: "short uids", shared: (uid: string) => uid.length < 20, uid: "a" },
    { name: "long uids", shared: (uid: string) => uid.length >= 50, uid: "u".repeat(50) },
  ],
  fault: ({ shared }) => sharing(shared),
  witness: ({ uid }) => NAMESPACES.map((namespace, i) => create(plain(uid, `v${i}`), { namespace })),
});

function sharing(shared: (uid: string) => boolean): Fault {
  const homes = new Map<string, string>();
  return onCreate(({ uid }, { request, namespace = "" }) => {
    if (!shared(uid)) return undefined;
    const home = homes.get(uid) ?? namespace;
    homes.set(uid, home);
    return home === namespace ? undefined : { request: { ...request, path: request.path.replace(namespace, home) } };
  });
}

const PATTERNS: { name: string; finds(uid: string, known: string): boolean; pair: [string, string] }[] = [
  { name: "as its beginning", finds: (uid, known) => known.startsWith(uid), pair: ["lot-42", "lot-4"] },
  { name: "as the beginning of another", finds: (uid, known) => uid.startsWith(known), pair: ["lot-4", "lot-42"] },
  {
    name: "with _ for any character",
    finds: (uid, known) => new RegExp(`^${escaped(uid).replaceAll("_", ".")}$`).test(known),
    pair: ["a1b", "a_b"],
  },
  {
    name: "with % for any text",
    finds: (uid, known) => new RegExp(`^${escaped(uid).replaceAll("%", ".*")}$`).test(known),
    pair: ["a123", "a%"],
  },
  {
    name: "with * for any text",
    finds: (uid, known) => uid.includes("*") && new RegExp(`^${escaped(uid).replaceAll("\\*", ".*")}$`).test(known),
    pair: ["b123", "b*"],
  },
  {
    name: "with a point for any character",
    finds: (uid, known) => new RegExp(`^${escaped(uid).replaceAll("\\.", ".")}$`).test(known),
    pair: ["a1c", "a.c"],
  },
];
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const patterns = mutantsOf(FAMILY, {
  name: "a uid finds another one",
  rule: "0005: the same uid is the same record, and no other",
  places: PATTERNS,
  fault: ({ finds }) => finding(finds),
  witness: ({ pair: [one, other] }) => [create(plain(one, "x")), create(plain(other, "y"))],
});
function finding(finds: (uid: string, known: string) => boolean): Fault {
  const known = new Map<string, string[]>();
  return onCreate(({ uid, items }, { request, namespace = "" }) => {
    const own = known.get(namespace) ?? [];
    known.set(namespace, own);
    const found = own.includes(uid) ? undefined : own.find((other) => finds(uid, other));
    if (found === undefined)
      return {
        after({ created }) {
          if (created && !own.includes(uid)) own.push(uid);
          return undefined;
        },
      };
    return { request: withBody(request, { uid: found, items }) };
  });
}

export const identity: Mutant[] = [...sameUid, ...shown, ...acrossNamespaces, ...patterns];
