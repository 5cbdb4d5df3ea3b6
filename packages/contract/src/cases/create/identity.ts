import type { Case, Context } from "../../case.js";
import { hashOf } from "../../effort.js";
import { ContractViolation } from "../../judge.js";
import { ALPHABETS, IDENTITIES, longText, TEXTS } from "../../text/battery.js";
import { FOLDINGS, foldedBy } from "../../text/foldings.js";
import { draft } from "../draft.js";
import { type Created, type Creator, create, each, refuse, text } from "./creator.js";
import { again } from "./same-record.js";

const RULE = "identity";
const MAX = 100;

/**
 * Two uids are one record where they are the same characters, and only there. All of a group are created, each with
 * items of its own; then each of them has to give its own record back, and to refuse the items of its neighbour.
 */
export function identityCases(creator: Creator): Case[] {
  const groups: Record<string, (prefix: string) => string[]> = {};
  for (const { text: end, about } of IDENTITIES) {
    groups[about] ??= (prefix) => [
      ...new Set(IDENTITIES.filter((other) => other.about === about).map((other) => prefix + other.text)),
    ];
    void end;
  }
  groups["texts of every class"] = (prefix) => [...new Set(IDENTITIES.map((other) => prefix + other.text))];
  groups["the first of 100 characters"] = (prefix) =>
    ["a", "b", "A"].map((first) => prefix + first + longText(MAX - [...prefix].length - 1));
  for (const end of [40, 50, 60, 63, 64, 65, 70, 80, 90, 95, 99, MAX])
    groups[`the last of ${end} characters`] = (prefix) =>
      ["a", "b", "A", "\u00e9", "\u{1f600}"].map((last) => prefix + longText(end - [...prefix].length - 1) + last);
  for (const [name, alphabet] of Object.entries(ALPHABETS))
    groups[`the last of 100 characters ${name}`] = (prefix) =>
      ["a", "b", "\u{1f601}"].map((last) => prefix + longText(MAX - [...prefix].length - 1, alphabet) + last);
  groups["the middle of 100 characters"] = (prefix) => {
    const half = longText(Math.floor((MAX - [...prefix].length - 1) / 2));
    return ["a", "b"].map((middle) => prefix + half + middle + half);
  };
  groups["lengths"] = (prefix) =>
    [1, 2, 20, 40, MAX - [...prefix].length - 1, MAX - [...prefix].length].map((length) => prefix + "x".repeat(length));
  const folded = Object.entries(FOLDINGS).map(([name, fold]): [string, (prefix: string) => string[]] => {
    const texts = [...new Set(foldedBy(fold).flat())].filter((text) => [...text].length <= 40);
    return [`what a server that keeps ${name} takes for one`, (prefix) => texts.map((text) => prefix + text)];
  });
  const made = (name: string, uids: (prefix: string) => string[], outsidePrefix?: boolean) =>
    draft(creator.operation, {
      rule: RULE,
      name: `uids that differ by ${name} are different records, under the uid that was sent`,
      outsidePrefix,
      run: (context) => apart(context, creator, uids(`${context.uid()}.`)),
    });
  return [
    ...[...Object.entries(groups), ...folded].map(([name, uids]) => made(name, uids)),
    ...Object.entries(wholes()).map(([name, uids]) => made(name, uids, true)),
  ];
}

/** Alphabets that a server may take for something else where a uid has no other character. */
const WHOLE: Record<string, string> = {
  digits: "0123456789",
  "letters in lower case": "abcdefghijklm",
  "letters in upper case": "ABCDEFGHIJKLM",
  blanks: " \t",
  "blanks of other sorts": "\u00a0\u2003\u3000",
  dots: ".\u2024",
  punctuation: ".-_~",
  "signs of URLs": "/?#&=",
  "signs of SQL": "'%_;",
  "letters of two bytes": ALPHABETS["of two bytes"],
  "letters of three bytes": ALPHABETS["of three bytes"],
  "letters of four bytes": ALPHABETS["of four bytes"],
  "marks that combine": "\u0300\u0301\u0302",
  "characters of no width": "\u200b\u200c\u2060",
  "control characters": "\u0001\u0002\u001f",
  "halves of pairs": "\ud800\ud801\udbff",
};

/** Uids that do not begin with the prefix of the run: what comes first counts as well, and what a uid is as a whole. */
function wholes(): Record<string, (prefix: string) => string[]> {
  const number = (prefix: string) => String(hashOf(prefix) + 10 ** 10);
  return {
    "texts of every class at their start": (prefix) => [
      ...new Set(TEXTS.filter(({ text }) => [...text].length <= 40).map(({ text }) => text + prefix)),
    ],
    "the case of their first letter": (prefix) => [
      ...new Set([
        prefix,
        prefix.charAt(0).toUpperCase() + prefix.slice(1),
        prefix.charAt(0).toLowerCase() + prefix.slice(1),
      ]),
    ],
    "the form of a number": (prefix) => {
      const n = number(prefix);
      return [
        n,
        `0${n}`,
        `00${n}`,
        `${n}.0`,
        `${n}.00`,
        `+${n}`,
        `-${n}`,
        `${n}e0`,
        `${n} `,
        ` ${n}`,
        `${n},0`,
        `0x${n}`,
      ];
    },
    "the form of a UUID": (prefix) => {
      const uuid = `6f1b2c3d-4e5f-4a6b-8c7d-${number(prefix).padStart(12, "0")}`;
      return [uuid, uuid.toUpperCase(), uuid.replaceAll("-", ""), `{${uuid}}`, `urn:uuid:${uuid}`];
    },
    // The same ones in each run, with the same items: a run that comes later gets the records of the first.
    "a meaning that they have elsewhere": () => [".", "..", "__proto__", "constructor"],
    "characters of one sort alone": (prefix) =>
      Object.values(WHOLE).flatMap((alphabet) => [0, 1].map((by) => written(hashOf(prefix) + by, [...alphabet]))),
  };
}

/** A number in the digits of an alphabet; an alphabet of halves of pairs is one of code units. */
function written(number: number, digits: string[]): string {
  const rest = Math.floor(number / digits.length);
  return (rest > 0 ? written(rest, digits) : "") + digits[number % digits.length];
}

async function apart(context: Context, creator: Creator, uids: string[]): Promise<void> {
  const made = new Map<string, Created>();
  await each(uids, shown, async (uid) =>
    made.set(uid, await create(context, creator, [text(JSON.stringify(uid))], { uid })),
  );
  const all = [...made.values()];
  await each(
    all,
    ({ uid }) => shown(uid),
    (record) => again(context, creator, record),
  );
  // All of them at a small group; of a great one, as many as show that it is done at all.
  await each(
    all.slice(0, 12),
    ({ uid }) => shown(uid),
    async ({ uid }) => {
      const other = all[(uids.indexOf(uid) + 1) % all.length];
      if (other && other.uid !== uid) await refuse(context, creator, { body: { uid, items: other.items } });
    },
  );
  if (all.length !== uids.length) throw new ContractViolation(`${all.length} records of ${uids.length} uids`);
}

const shown = (uid: string) => `the uid ${JSON.stringify(uid)}`;
