import { isDeepStrictEqual } from "node:util";
import { memory, onKnownUid, onRefusal, onReturn, refusedInstead } from "../kit/create-faults.js";
import { answered, type Item } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { item } from "../kit/samples.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";
import { OTHER_NAMESPACE, send } from "./shared.js";

const IDENTITY = "identity of a uid";
const UID_RULE =
  "Decision 0005 and schema Uid: different uids are different records, and any 1 to 100 characters are allowed";

const x = item("string", "x");
const y = item("string", "y");

/** Takes different uids of one namespace for the same. */
const confused = (namespace: string, identity: (uid: string) => string): Fault =>
  onKnownUid(
    (sent, { record, created }, exchange) => {
      if (exchange.namespace !== namespace || record.uid === sent.uid) return undefined;
      if (!isDeepStrictEqual(record.items, sent.items)) return refusedInstead(`uid "${sent.uid}" exists already`);
      return { after: (answer) => (answer.created ? answered(201, { data: created }) : undefined) };
    },
    () => memory((sentTo, uid) => `${sentTo}\n${identity(uid)}`),
  );

const confusions = (name: string, identity: (uid: string) => string, [first, second]: [string, string]): Mutant[] =>
  mutantsOf(IDENTITY, {
    name,
    rule: UID_RULE,
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) => confused(namespace, identity),
    witness: ({ namespace }) => [send([x], { uid: first, namespace }), send([y], { uid: second, namespace })],
  });

export const identities: readonly Mutant[] = [
  ...confusions(
    "uids that are numbers are compared as numbers",
    (uid) => (/^\d+(\.\d+)?$/.test(uid) ? String(Number(uid)) : uid),
    ["007", "7"],
  ),
  ...confusions("only the first 64 characters of a uid count", (uid) => uid.slice(0, 64), [
    `${"u".repeat(70)}1`,
    `${"u".repeat(70)}2`,
  ]),
  ...confusions("punctuation in a uid does not count", (uid) => uid.replaceAll(/[\p{P}\p{S}\s]+/gu, "-"), [
    "lot_7",
    "lot-7",
  ]),
  ...confusions("compatible characters in a uid are the same", (uid) => uid.normalize("NFKC"), ["lot²", "lot2"]),
  ...mutantsOf(IDENTITY, {
    name: "a long uid is shared by both namespaces",
    rule: "Decision 0005: the same uid in the other namespace is a different record",
    places: NAMESPACE_PLACES,
    fault: (place) => {
      const first = new Map<string, Item[]>();
      return (exchange) => {
        const { record, namespace } = exchange;
        if (!record || record.uid.length <= 36) return undefined;
        const other = namespace === place.namespace ? first.get(record.uid) : undefined;
        if (other && !isDeepStrictEqual(other, record.items))
          return refusedInstead(`uid "${record.uid}" exists already`);
        return {
          after({ created }) {
            if (created && namespace !== place.namespace) first.set(record.uid, record.items);
            return undefined;
          },
        };
      };
    },
    witness: ({ namespace }) => [
      send([x], { uid: "u".repeat(40), namespace: OTHER_NAMESPACE[namespace] }),
      send([y], { uid: "u".repeat(40), namespace }),
    ],
  }),
  ...mutantsOf(IDENTITY, {
    name: "a uid with special characters is rejected",
    rule: UID_RULE,
    places: [
      { name: "a slash", wrong: /\//, uid: "lot/7" },
      { name: "a space", wrong: / /, uid: "lot 7" },
      { name: "a control character", wrong: /\p{Cc}/u, uid: "lot\u0001" },
      { name: "letters of other scripts", wrong: /[^\p{ASCII}]/u, uid: "lô 7" },
      { name: "a name of an object's prototype", wrong: /^(__proto__|constructor|toString)$/, uid: "constructor" },
    ],
    fault: ({ wrong }) => onRefusal(({ uid }) => (wrong.test(uid) ? "uid is wrong" : undefined)),
    witness: ({ uid }) => [send([x], { uid })],
  }),
  ...mutantsOf(IDENTITY, {
    name: "the length of a uid is counted in other units",
    rule: "Decision 0003: lengths are counted in Unicode code points",
    places: [
      { name: "UTF-16 code units", length: (uid: string) => uid.length, uid: "😀".repeat(60) },
      { name: "bytes", length: (uid: string) => Buffer.byteLength(uid), uid: "é".repeat(60) },
    ],
    fault: ({ length }) => onRefusal(({ uid }) => (length(uid) > 100 ? "uid is too long" : undefined)),
    witness: ({ uid }) => [send([x], { uid })],
  }),
  ...mutantsOf(IDENTITY, {
    name: "a uid with an upper-case letter is returned in lower case",
    rule: "Interface 4.1: the response is the record, with its uid",
    places: NAMESPACE_PLACES,
    fault: (place) =>
      onReturn((created, { namespace }) =>
        namespace === place.namespace ? { ...created, uid: created.uid.toLowerCase() } : undefined,
      ),
    witness: ({ namespace }) => [send([x], { uid: "Lot-A", namespace })],
  }),
];
