import { type Case, type Context, NotApplicable } from "../../../cases/case.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { instantOf } from "../../document/lists/instant.js";
import { testCase } from "../../test-case.js";
import { allItemTypes } from "./all-item-types.js";
import { type Creator, create, refuse, text } from "./creator.js";
import { APART } from "./on-time.js";

/**
 * The timestamps of a record match the time of its creation, by the `Date` of the response (RFC 9110, 6.6.1). `create`
 * compares them for each new record.
 */
export function stampCases(creator: Creator): Case[] {
  const { spaces, limits } = creator;
  const law = (name: string, run: Case["run"], phase: Case["phase"] = "parallel", late = false) =>
    testCase(creator.operation, { rule: "stamps", name, phase, late, run });
  const many = Array.from({ length: Math.min(150, limits.items) }, (_, i) => text("a".repeat(200), `key ${i}`));
  return [
    law("createdDate is the time of the response, by the clock of the server, in each namespace", async (context) => {
      for (const { path } of spaces)
        for (const items of [[text("a")], allItemTypes(creator), many, [text("x".repeat(100_000))]]) {
          const { exchange } = await create(context, creator, items, { path });
          if (exchange.response.headers["date"] === undefined) throw new NotApplicable("the server sends no Date");
        }
    }),
    law("both dates of a new record are the same", async (context) => {
      for (const { path } of spaces) {
        const { data } = await create(context, creator, [text("a")], { path });
        if (data["createdDate"] !== data["updatedDate"])
          throw new ContractViolation(`createdDate is ${data["createdDate"]}, updatedDate ${data["updatedDate"]}`);
      }
    }),
    law("a record created later does not have an earlier date", async (context) => {
      let before = 0n;
      for (let i = 0; i < 30; i++) {
        const { data } = await create(context, creator, [text(`${i}`)]);
        const at = momentOf(data["createdDate"]);
        if (at < before)
          throw new ContractViolation(`record ${i} was created at ${data["createdDate"]}, before the one before it`);
        before = at;
      }
    }),
    ...spaces.map(({ path, name }) =>
      law(
        `a record has the time of its creation, whatever requests for its uid there were before${name}`,
        async (context) => {
          await notOlder(context, creator, path, (uid) =>
            refuse(context, creator, { body: { uid, items: [text("a", "")] }, path }),
          );
          for (const other of spaces.filter((each) => each.path !== path))
            await notOlder(context, creator, path, (uid) =>
              create(context, creator, [text("a")], { uid, path: other.path }),
            );
        },
        "parallel",
        true,
      ),
    ),
    law(
      "the time between two create requests shows in their timestamps",
      (context) => timeBetween(context, creator),
      "waits",
    ),
    law("timestamps include fractions of a second", async (context) => {
      const fractions = new Set<string>();
      for (let i = 0; i < 12; i++)
        fractions.add(fractionOf((await create(context, creator, [text(`${i}`)])).data["createdDate"]));
      if (fractions.size === 1)
        throw new ContractViolation(
          `the timestamps of all records have the same fraction of a second: ${[...fractions][0]}`,
        );
    }),
  ];
}

async function timeBetween(context: Context, creator: Creator): Promise<void> {
  const start = performance.now();
  const first = await create(context, creator, [text("a")]);
  const answered = performance.now();
  await new Promise((done) => setTimeout(done, 1200));
  // However slow this machine is, the server's timestamps must lie between these two measurements.
  const least = performance.now() - answered;
  const second = await create(context, creator, [text("a")]);
  const most = performance.now() - start;
  const passed = Number(momentOf(second.data["createdDate"]) - momentOf(first.data["createdDate"])) / 1e6;
  if (passed < least - 200 || passed > most + APART)
    throw new ContractViolation(
      `the timestamps of two records differ by ${passed} ms, but they were created ${Math.round(least)} to ${Math.round(most)} ms apart`,
    );
}

/**
 * Returns the digits of the fraction of a second. A running clock does not produce the same ones twelve times in a row.
 */
const fractionOf = (stamp: unknown) => /\.(\d+)/.exec(String(stamp))?.[1] ?? "";

/** Checks that a record is not older than one that was created before it, but after another request for its uid. */
async function notOlder(
  context: Context,
  creator: Creator,
  path: Record<string, string>,
  request: (uid: string) => Promise<unknown>,
): Promise<void> {
  const uid = context.uid();
  await request(uid);
  const between = await create(context, creator, [text("between")], { path });
  const { data } = await create(context, creator, [text("a")], { uid, path });
  if (momentOf(data["createdDate"]) < momentOf(between.data["createdDate"]))
    throw new ContractViolation(
      `a record was created at ${data["createdDate"]}, but one before it at ${between.data["createdDate"]}`,
    );
}

const momentOf = (stamp: unknown): bigint => instantOf(stamp) ?? 0n;
