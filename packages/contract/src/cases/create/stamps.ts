import { type Case, NotApplicable } from "../../case.js";
import { ContractViolation } from "../../judge.js";
import { instantOf } from "../../lists/instant.js";
import { draft } from "../draft.js";
import { allKinds } from "./all-kinds.js";
import { type Created, type Creator, create, text } from "./creator.js";

/**
 * How far the stamp of a record and the clock of its response may be apart, in milliseconds, beside the time that the response
 * took: `Date` has whole seconds.
 */
const APART = 5000;

/** The timestamps of a record: of the moment of its creation, by the clock in the `Date` of its response (RFC 9110, 6.6.1). */
export function stampCases(creator: Creator): Case[] {
  const { namespace } = creator;
  const law = (name: string, run: Case["run"], waits = false) =>
    draft(creator.operation, { rule: "stamps", name, waits, run });
  const spaces = namespace?.values.map((value) => ({ [namespace.name]: value })) ?? [{}];
  return [
    law("createdDate is the time of the response, by the clock of the server, in each namespace", async (context) => {
      for (const path of spaces)
        for (const items of [[text("a")], allKinds(creator)]) {
          const start = performance.now();
          onTime(await create(context, creator, items, { path }), performance.now() - start);
        }
    }),
    law("both dates of a new record are the same", async (context) => {
      for (const path of spaces) {
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
    law(
      "time goes on between two creates",
      async (context) => {
        const start = performance.now();
        const first = await create(context, creator, [text("a")]);
        const answered = performance.now();
        await new Promise((done) => setTimeout(done, 1200));
        // What this machine took, however slow it is: what the server may say lies between the two.
        const least = performance.now() - answered;
        const second = await create(context, creator, [text("a")]);
        const most = performance.now() - start;
        const passed = Number(momentOf(second.data["createdDate"]) - momentOf(first.data["createdDate"])) / 1e6;
        if (passed < least - 200 || passed > most + APART)
          throw new ContractViolation(`${passed} ms passed between two creates ${Math.round(least)} ms apart`);
      },
      true,
    ),
    law("timestamps include fractions of a second", async (context) => {
      const fractions = new Set<string>();
      for (let i = 0; i < 12; i++)
        fractions.add(fractionOf((await create(context, creator, [text(`${i}`)])).data["createdDate"]));
      if (fractions.size === 1)
        throw new ContractViolation(`every record was created ${[...fractions][0]} of a second past a whole one`);
    }),
  ];
}

/** The fraction of a second to milliseconds, which no clock that is awake gives twelve times in a row. */
const fractionOf = (stamp: unknown) => /\.(\d+)/.exec(String(stamp))?.[1] ?? "";

const momentOf = (stamp: unknown): bigint => instantOf(stamp) ?? 0n;

/** @param took how long the response took: a record is stamped before it is stored, and a busy server stores it late */
function onTime({ data, exchange }: Created, took: number): void {
  const date = exchange.response.headers["date"];
  if (date === undefined) throw new NotApplicable("the server sends no Date");
  const apart = Math.abs(Number(momentOf(data["createdDate"]) / 1_000_000n) - Date.parse(date));
  if (apart > APART + took)
    throw new ContractViolation(`createdDate is ${data["createdDate"]}, and the answer is of ${date}`);
}
