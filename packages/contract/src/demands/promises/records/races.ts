import { isDeepStrictEqual } from "node:util";
import type { Case, Context } from "../../../case.js";
import { operationsOf, successOf } from "../../../document.js";
import { ContractViolation, parse } from "../../../judge.js";
import { requestOf, withQuery } from "../../../request.js";
import { MAX_CONCURRENT_REQUESTS } from "../../../slots.js";
import type { WireResponse } from "../../../target.js";
import { choicesOf } from "../../choices.js";
import { checkEcho } from "../../echo.js";
import { isPaged } from "../../query-parts.js";
import { checkMessage, testCase } from "../../test-case.js";
import { type Creator, dataOf, text } from "./creator.js";

/** How often each race is run. */
const ROUNDS = { quick: 2, standard: 6, thorough: 30 };

/**
 * Concurrent create requests, in each namespace: those with the same uid store one record, and all responses contain
 * it.
 */
export function raceCases(creator: Creator): Case[] {
  const { namespace } = creator;
  const spaces = namespace?.values ?? [""];
  return [
    ...spaces.flatMap((space) => racesIn(creator, space)),
    ...(spaces.length > 1 ? [raceAcross(creator)] : []),
    raceOf(
      creator,
      `${MAX_CONCURRENT_REQUESTS} different requests at once each get their own response`,
      (context) => mixed(context, creator),
      true,
    ),
  ];
}

function racesIn(creator: Creator, space: string): Case[] {
  const { namespace } = creator;
  const path = namespace ? { [namespace.name]: space } : {};
  const race = (name: string, run: Race) =>
    raceOf(creator, `${name}${space && ` in ${space}`}`, (context) => run(context, creator, path));
  return [
    race(`${MAX_CONCURRENT_REQUESTS} identical create requests at once store one record`, same),
    race(`of ${MAX_CONCURRENT_REQUESTS} different create requests with the same uid, one is stored`, different),
    race(
      `of two different create requests, each sent ${MAX_CONCURRENT_REQUESTS / 2} times at once, one is stored`,
      twoSides,
    ),
    race(`${MAX_CONCURRENT_REQUESTS} create requests with different uids each get their own record`, apart),
  ];
}

const raceAcross = (creator: Creator): Case =>
  raceOf(creator, `one uid in every ${creator.namespace?.name} at once identifies a record in each`, (context) =>
    across(context, creator),
  );

type Race = (context: Context, creator: Creator, path: Record<string, string>) => Promise<void>;

const raceOf = ({ operation }: Creator, name: string, run: Case["run"], late = false): Case =>
  testCase(operation, {
    rule: "races",
    name,
    late,
    phase: "alone",
    run: async (context) => {
      for (let round = 0; round < ROUNDS[context.effort]; round++) await run(context);
    },
  });

const send = ({ target }: Context, { operation }: Creator, path: Record<string, string>, body: unknown) =>
  target.send(requestOf(operation, { path, body }, target));

function statuses(answers: WireResponse[], wanted: Record<string, number>, what: string): void {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  if (!isDeepStrictEqual(counts, wanted))
    throw new ContractViolation(
      `${what}: got the statuses ${JSON.stringify(counts)}, expected ${JSON.stringify(wanted)}`,
    );
}

async function same(context: Context, creator: Creator, path: Record<string, string>) {
  const success = successOf(creator.operation).status;
  const body = { uid: context.uid(), items: [text("a"), text("b")] };
  const answers = await Promise.all(
    Array.from({ length: MAX_CONCURRENT_REQUESTS }, () => send(context, creator, path, body)),
  );
  statuses(answers, { [success]: MAX_CONCURRENT_REQUESTS }, "identical create requests at once");
  const records = answers.map((answer) => dataOf(parse(answer)));
  for (const record of records)
    if (!isDeepStrictEqual(record, records[0]))
      throw new ContractViolation(
        `identical create requests created two records: ${JSON.stringify([records[0], record])}`,
      );
  const late = dataOf(parse(await send(context, creator, path, body)));
  if (!isDeepStrictEqual(late, records[0]))
    throw new ContractViolation("the stored record differs from the one that was returned");
}

async function different(context: Context, creator: Creator, path: Record<string, string>) {
  const uid = context.uid();
  const bodies = Array.from({ length: MAX_CONCURRENT_REQUESTS }, (_, i) => ({ uid, items: [text(`side ${i}`)] }));
  await oneWins(context, creator, path, bodies, 1);
}

async function twoSides(context: Context, creator: Creator, path: Record<string, string>) {
  const uid = context.uid();
  const bodies = Array.from({ length: MAX_CONCURRENT_REQUESTS }, (_, i) => ({ uid, items: [text(`side ${i % 2}`)] }));
  await oneWins(context, creator, path, bodies, MAX_CONCURRENT_REQUESTS / 2);
}

async function oneWins(
  context: Context,
  creator: Creator,
  path: Record<string, string>,
  bodies: { uid: string; items: unknown }[],
  winners: number,
) {
  const { operation } = creator;
  const success = successOf(operation).status;
  const answers = await Promise.all(bodies.map((body) => send(context, creator, path, body)));
  statuses(answers, { [success]: winners, "400": bodies.length - winners }, "different create requests at once");
  const won = answers.findIndex(({ status }) => String(status) === success);
  checkEcho(operation, bodies[won], parse(answers[won] as WireResponse));
  const late = await Promise.all(bodies.map((body) => send(context, creator, path, body)));
  statuses(late, { [success]: winners, "400": bodies.length - winners }, "the same create requests again");
  for (const [i, answer] of late.entries())
    if (String(answer.status) !== String(answers[i]?.status))
      throw new ContractViolation(
        `create request ${i} got ${answers[i]?.status}, and ${answer.status} when it was sent again`,
      );
}

async function apart(context: Context, creator: Creator, path: Record<string, string>) {
  const bodies = Array.from({ length: MAX_CONCURRENT_REQUESTS }, (_, i) => ({
    uid: context.uid(),
    items: [text(`side ${i}`)],
  }));
  const answers = await Promise.all(bodies.map((body) => send(context, creator, path, body)));
  statuses(
    answers,
    { [successOf(creator.operation).status]: MAX_CONCURRENT_REQUESTS },
    "create requests with different uids at once",
  );
  for (const [i, answer] of answers.entries()) checkEcho(creator.operation, bodies[i], parse(answer));
}

/** The same uid in every namespace at once, repeatedly: each namespace stores its own record (decision 0005). */
async function across(context: Context, creator: Creator) {
  const { operation, namespace } = creator;
  const uid = context.uid();
  const sides = (namespace?.values ?? []).map((space) => ({
    path: { [namespace?.name ?? ""]: space },
    body: { uid, items: [text(`in ${space}`)] },
  }));
  const sent = Array.from({ length: MAX_CONCURRENT_REQUESTS }, (_, i) => sides[i % sides.length] as (typeof sides)[0]);
  const answers = await Promise.all(sent.map(({ path, body }) => send(context, creator, path, body)));
  statuses(
    answers,
    { [successOf(operation).status]: MAX_CONCURRENT_REQUESTS },
    "create requests with one uid in every namespace at once",
  );
  for (const [i, answer] of answers.entries()) {
    checkEcho(operation, sent[i]?.body, parse(answer));
    const first = dataOf(parse(answers[i % sides.length] as WireResponse));
    if (!isDeepStrictEqual(dataOf(parse(answer)), first))
      throw new ContractViolation(
        `identical create requests in one namespace created two records: ${JSON.stringify([first, dataOf(parse(answer))])}`,
      );
  }
}

/**
 * Create requests of every sort together with pages of every list: each response belongs to its request, whatever else
 * is in progress.
 */
async function mixed(context: Context, creator: Creator) {
  const { operation, document } = creator;
  const { status } = successOf(operation);
  const spaces = choicesOf(operation).map(({ path }) => path);
  const post = (path: Record<string, string>, body: unknown) => requestOf(operation, { path, body }, context.target);
  const known = spaces.map((path) => ({ path, body: { uid: context.uid(), items: [text("known")] } }));
  const stored = await Promise.all(
    known.map(async ({ path, body }) => (await context.judge(operation, post(path, body), status)).response.body),
  );
  const pages = await Promise.all(
    operationsOf(document)
      .filter((list) => isPaged(list, 2))
      .flatMap((list) => [0, 1, 2].map((offset) => ({ list, search: `limit=2&offset=${offset}` })))
      .map(async ({ list, search }) => {
        const request = withQuery(requestOf(list, {}, context.target), search);
        const success = successOf(list).status;
        const { response } = await context.judge(list, request, [success, "400", "404", "501"]);
        // A list may need parameters whose valid values only the server knows, or not be implemented, as its own cases say.
        return String(response.status) === success ? [{ list, request, body: response.body }] : [];
      }),
  );
  const same = (got: string, wanted: string | undefined, what: string) => {
    if (got !== wanted) throw new ContractViolation(`${what} got a different response among other requests`);
  };
  const jobs = [
    ...known.flatMap(({ path, body }, i) => [
      async () => {
        const fresh = { uid: context.uid(), items: [text("new")] };
        checkEcho(operation, fresh, (await context.judge(operation, post(path, fresh), status)).body);
      },
      async () =>
        same((await context.judge(operation, post(path, body), status)).response.body, stored[i], "a stored record"),
      async () => {
        const other = { ...body, items: [text("other")] };
        checkMessage(operation, (await context.judge(operation, post(path, other), "400")).body, body.uid);
      },
    ]),
    ...pages.flat().map(
      ({ list, request, body }) =>
        async () =>
          same((await context.judge(list, request, successOf(list).status)).response.body, body, request.path),
    ),
  ];
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, (_, i) => jobs[i % jobs.length]?.()));
}
