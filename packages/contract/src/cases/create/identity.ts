import type { Case, Context } from "../../case.js";
import { ContractViolation } from "../../judge.js";
import { ALPHABETS, IDENTITIES, longText } from "../../text/battery.js";
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
  return Object.entries(groups).map(([name, uids]) =>
    draft(creator.operation, {
      rule: RULE,
      name: `uids that differ by ${name} are different records, under the uid that was sent`,
      run: (context) => apart(context, creator, uids(`${context.uid()}.`)),
    }),
  );
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
  await each(
    all.slice(0, 60),
    ({ uid }) => shown(uid),
    async ({ uid }) => {
      const other = all[(uids.indexOf(uid) + 1) % all.length];
      if (other && other.uid !== uid) await refuse(context, creator, { body: { uid, items: other.items } });
    },
  );
  if (all.length !== uids.length) throw new ContractViolation(`${all.length} records of ${uids.length} uids`);
}

const shown = (uid: string) => `the uid ${JSON.stringify(uid)}`;
