import { type Case, type Context, NotApplicable } from "../../../cases/case.js";
import { type Effort, hashOf } from "../../../cases/effort.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { ALPHABETS, IDENTITIES, longText, TEXTS, UID_LENGTHS } from "../../../text/battery.js";
import { FOLDINGS, foldedBy } from "../../../text/foldings.js";
import { checkEach, testCase } from "../../test-case.js";
import { type Created, type Creator, create, refuse, resendUnchanged, text } from "./creator.js";

const RULE = "identity";
/** The most characters of a uid that is tried, if it may have as many. */
const MOST = 100;
/** The number of records of a group that are sent again with the items of another one. */
const MOST_CLASHES = { quick: 12, standard: 60, thorough: 200 };

/**
 * Two uids identify the same record only if they consist of the same characters. The suite creates a record for each
 * uid of a group, with different items. Then each uid must return its own record, and reject the items of the next one.
 */
export function identityCases(creator: Creator): Case[] {
  const most = Math.min(MOST, creator.limits.uid ?? MOST);
  const rest = (prefix: string) => most - [...prefix].length;
  const ending = (length: number, lasts: string[], alphabet?: string) => (prefix: string) =>
    lasts.map((last) => prefix + longText(rest(prefix) - most + length - 1, alphabet) + last);
  const groups: Record<string, (prefix: string) => string[]> = {
    [`the first of ${most} characters`]: (prefix) =>
      ["a", "b", "A"].map((first) => prefix + first + longText(rest(prefix) - 1)),
    ...Object.fromEntries([
      ...UID_LENGTHS.filter((length) => length >= 39 && length <= most).map((length) => [
        `the last of ${length} characters`,
        ending(length, ["a", "b", "A", "\u00e9", "\u{1f600}"]),
      ]),
      ...Object.entries(ALPHABETS).map(([name, alphabet]) => [
        `the last of ${most} characters ${name}`,
        ending(most, ["a", "b", "\u{1f601}"], alphabet),
      ]),
    ]),
    [`the middle of ${most} characters`]: (prefix) => {
      const half = longText(Math.floor((rest(prefix) - 1) / 2));
      return ["a", "b"].map((middle) => prefix + half + middle + half);
    },
    lengths: (prefix) => [1, 2, 20, 40, rest(prefix) - 1, rest(prefix)].map((length) => prefix + "x".repeat(length)),
  };
  const made = (name: string, uids: (prefix: string) => string[], outsidePrefix?: boolean) =>
    testCase(creator.operation, {
      rule: RULE,
      name: nameOf(name),
      outsidePrefix,
      late: name === AT_START,
      run: (context) => apart(context, creator, uids(`${context.uid()}.`)),
    });
  return [
    // A case that sends this much would run in one namespace only.
    ...creator.spaces.map(({ path, name }, i) =>
      testCase(creator.operation, {
        rule: RULE,
        name: `${nameOf("anything that a server may confuse")}${name}`,
        late: i > 0,
        run: (context) => {
          const prefix = `${context.uid()}.`;
          const uids = confusable(context.effort).map((text) => prefix + text);
          return apart(context, creator, uids, path);
        },
      }),
    ),
    ...Object.entries(groups).map(([name, uids]) => made(name, uids)),
    ...Object.entries(wholes()).map(([name, uids]) => made(name, uids, true)),
  ];
}

const nameOf = (name: string) =>
  `uids that differ by ${name} identify different records, which are returned with the uid that was sent`;

/**
 * Returns strings of every class, and what each change that a server may make to a string turns them into: all of them
 * must identify different records, so a server that makes any of these changes confuses two. A quick run has one pair
 * for each change.
 */
function confusable(effort: Effort): string[] {
  const folded = Object.values(FOLDINGS).flatMap((fold) => {
    const pairs = foldedBy(fold).filter((pair) => pair.every((text) => [...text].length <= 40));
    return effort === "quick" ? pairs.slice(0, 1) : pairs;
  });
  const classes = effort === "quick" ? [] : IDENTITIES.map(({ text }) => text);
  return [...new Set([...classes, ...folded.flat()])];
}

/** Alphabets that a server may treat specially if a uid has no other characters. */
const WHOLE: Record<string, string> = {
  digits: "0123456789",
  "lower-case letters": "abcdefghijklm",
  "upper-case letters": "ABCDEFGHIJKLM",
  blanks: " \t",
  "other space characters": "\u00a0\u2003\u3000",
  dots: ".\u2024",
  punctuation: ".-_~",
  "URL delimiters": "/?#&=",
  "SQL wildcards and delimiters": "'%_;",
  "two-byte letters": ALPHABETS["of two bytes"],
  "three-byte letters": ALPHABETS["of three bytes"],
  "four-byte letters": ALPHABETS["of four bytes"],
  "combining marks": "\u0300\u0301\u0302",
  "zero-width characters": "\u200b\u200c\u2060",
  "control characters": "\u0001\u0002\u001f",
  "lone surrogates": "\ud800\ud801\udbff",
};

/** The largest group. */
const AT_START = "strings of every class at their start";

/** Uids without the prefix of the run, because the first characters and the whole uid matter too. */
function wholes(): Record<string, (prefix: string) => string[]> {
  const number = (prefix: string) => String(hashOf(prefix) + 10 ** 10);
  return {
    [AT_START]: (prefix) => [
      ...new Set(TEXTS.filter(({ text }) => [...text].length <= 40).map(({ text }) => text + prefix)),
    ],
    "the case of their first letter": (prefix) => [
      ...new Set([
        prefix,
        prefix.charAt(0).toUpperCase() + prefix.slice(1),
        prefix.charAt(0).toLowerCase() + prefix.slice(1),
      ]),
    ],
    "the form of a number": (prefix) =>
      "n 0n 00n n.0 n.00 +n -n ne0 n_ _n n,0 0xn"
        .split(" ")
        .map((form) => form.replace("n", number(prefix)).replace("_", " ")),
    "the form of a UUID": (prefix) => {
      const uuid = `6f1b2c3d-4e5f-4a6b-8c7d-${number(prefix).padStart(12, "0")}`;
      return [uuid, uuid.toUpperCase(), uuid.replaceAll("-", ""), `{${uuid}}`, `urn:uuid:${uuid}`];
    },
    // These are the same in each run, with the same items, so later runs get the records of the first run.
    "names with a special meaning": () => [".", "..", "__proto__", "constructor"],
    "characters from only one alphabet": (prefix) =>
      Object.values(WHOLE).flatMap((alphabet) => [0, 1].map((by) => written(hashOf(prefix) + by, [...alphabet]))),
  };
}

/** Writes a number in a numeral system whose digits are the given characters. */
function written(number: number, digits: string[]): string {
  const rest = Math.floor(number / digits.length);
  return (rest > 0 ? written(rest, digits) : "") + digits[number % digits.length];
}

async function apart(context: Context, creator: Creator, all: string[], path?: Record<string, string>): Promise<void> {
  const uids = all.filter((uid) => creator.accepts([text("a")], uid));
  if (uids.length < 2) throw new NotApplicable("the schema of the body accepts no two of these uids");
  const where = path === undefined ? {} : { path };
  const made = new Map<string, Created>();
  await checkEach(uids, shown, async (uid) =>
    made.set(uid, await create(context, creator, [text(JSON.stringify(uid))], { uid, ...where })),
  );
  const records = [...made.values()];
  const eachOf = (some: Created[], check: (record: Created) => Promise<unknown>) =>
    checkEach(some, ({ uid }) => shown(uid), check);
  await eachOf(records, (record) => resendUnchanged(context, creator, record, where));
  // All uids of a small group are checked, and some of a large one, because a server that confuses two of its uids could
  // not create both records.
  const every = Math.max(1, Math.floor(records.length / MOST_CLASHES[context.effort]));
  await eachOf(
    records.filter((_, i) => i % every === 0),
    async ({ uid }) => {
      const other = records[(uids.indexOf(uid) + 1) % records.length];
      if (other && other.uid !== uid)
        await refuse(context, creator, { body: { uid, items: other.items }, ...where }, PLAIN.test(uid) ? uid : []);
    },
  );
  if (records.length !== uids.length)
    throw new ContractViolation(`${uids.length} uids returned ${records.length} different records`);
}

/** Uids that a message contains as they are: it may escape other characters, and shorten long strings. */
const PLAIN = /^[\p{L}\p{N}._-]{1,40}$/u;

const shown = (uid: string) => `the uid ${JSON.stringify(uid)}`;
