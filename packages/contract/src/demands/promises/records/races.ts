import { isDeepStrictEqual } from "node:util";
import type { Case, Context } from "../../../cases/case.js";
import { type Operation, operationsOf, successOf } from "../../../document/document.js";
import { ContractViolation, parse } from "../../../judging/judge-response.js";
import { groupBy } from "../../../lib/group-by.js";
import { keepLimits } from "../../../requests/body-limits.js";
import { requestOf, withQuery } from "../../../requests/request.js";
import { MAX_CONCURRENT_REQUESTS } from "../../../target/concurrency.js";
import type { WireResponse } from "../../../target/target.js";
import { isPaged } from "../../query-parts.js";
import { checkReturned } from "../../returned-values.js";
import { checkMessage, testCase } from "../../test-case.js";
import { type Creator, dataOf, text } from "./creator.js";

/** How often each race is run. */
const ROUNDS = { quick: 2, standard: 6, thorough: 30 };

/** A create request of a race. */
interface Side {
  path: Record<string, string>;
  body: { uid: string; items: unknown };
}

const ALL = MAX_CONCURRENT_REQUESTS;

/** The bodies of races in one namespace, by their names; all of a race may have one uid. */
const RACES: Record<string, (i: number, shared: string, context: Context) => Side["body"]> = {
  [`${ALL} identical create requests at once store one record`]: (_, uid) => ({ uid, items: [text("a"), text("b")] }),
  [`of ${ALL} different create requests with the same uid, one is stored`]: (i, uid) => ({
    uid,
    items: [text(`side ${i}`)],
  }),
  [`of two different create requests, each sent ${ALL / 2} times at once, one is stored`]: (i, uid) => ({
    uid,
    items: [text(`side ${i % 2}`)],
  }),
  [`${ALL} create requests with different uids each get their own record`]: (i, _, { uid }) => ({
    uid: uid(),
    items: [text(`side ${i}`)],
  }),
};

/**
 * Concurrent create requests, in each namespace: those with the same uid store one record, and all responses contain
 * it.
 */
export function raceCases(creator: Creator): Case[] {
  const { spaces } = creator;
  const race = (name: string, sideOf: (i: number, shared: string, context: Context) => Side) =>
    raceOf(creator, name, (context) => {
      const shared = context.uid();
      return run(
        context,
        creator,
        Array.from({ length: ALL }, (_, i) => sideOf(i, shared, context)),
      );
    });
  const [parameter] = Object.keys(spaces[0]?.path ?? {});
  return [
    ...spaces.flatMap(({ path, name }) =>
      Object.entries(RACES).map(([what, bodyOf]) =>
        race(`${what}${name}`, (...side) => ({ path, body: bodyOf(...side) })),
      ),
    ),
    // Each namespace stores its own record (decision 0005).
    ...(spaces.length > 1
      ? [
          race(`one uid in every ${parameter} at once identifies a record in each`, (i, uid) => {
            const { path, name } = spaces[i % spaces.length] as (typeof spaces)[0];
            return { path, body: { uid, items: [text(name.trim())] } };
          }),
        ]
      : []),
    raceOf(
      creator,
      `${ALL} different requests at once each get their own response`,
      (context) => mixed(context, creator),
      true,
    ),
  ];
}

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

interface Answer {
  side: Side;
  status: string;
  response: WireResponse;
  /** The record, if the request was successful. */
  data: unknown;
}

/**
 * The law of races: of the requests with one uid in one place, those with the items of one are stored, as one record, and the
 * others are rejected. Sent again, each gets the same.
 */
async function run({ target }: Context, { operation }: Creator, sides: Side[]): Promise<void> {
  const success = successOf(operation).status;
  for (const side of sides) keepLimits(operation, side);
  const send = async (side: Side): Promise<Answer> => {
    const response = await target.send(requestOf(operation, { ...side }, target));
    const status = String(response.status);
    return { side, status, response, data: status === success ? dataOf(parse(response)) : undefined };
  };
  const answers = await Promise.all(sides.map(send));
  const places = groupBy(answers, ({ side: { path, body } }) => JSON.stringify([path, body.uid]));
  for (const group of places.values()) oneIsStored(operation, group);
  const different = [...groupBy(answers, ({ side }) => JSON.stringify(side)).values()].flatMap((same) =>
    same.slice(0, 1),
  );
  const again = await Promise.all(different.map(({ side }) => send(side)));
  for (const [i, { status, data, side }] of again.entries()) {
    const before = different[i] as Answer;
    const what = `the create request with ${JSON.stringify(side.body.items)}`;
    if (status !== before.status)
      throw new ContractViolation(`${what} got ${before.status}, and ${status} when it was sent again`);
    if (!isDeepStrictEqual(data, before.data))
      throw new ContractViolation(`${what} returned a record that differs from the one that is stored`);
  }
}

function oneIsStored(operation: Operation, group: readonly Answer[]): void {
  const counts = [...groupBy(group, ({ status }) => status)].map(([status, all]) => `${all.length} got ${status}`);
  const winner = group.find(({ data }) => data !== undefined);
  if (!winner)
    throw new ContractViolation(`of ${group.length} create requests at once, none is stored: ${counts.join(", ")}`);
  for (const { side, status, data, response } of group) {
    const wanted = isDeepStrictEqual(side.body, winner.side.body) ? winner.status : "400";
    if (status !== wanted)
      throw new ContractViolation(
        `of ${group.length} create requests at once, one with ${JSON.stringify(side.body.items)} got ${status}, expected ${wanted}: ${counts.join(", ")}`,
      );
    if (data === undefined) continue;
    checkReturned(operation, side.body, parse(response));
    if (!isDeepStrictEqual(data, winner.data))
      throw new ContractViolation(
        `identical create requests created two records: ${JSON.stringify([winner.data, data])}`,
      );
  }
}

/**
 * Create requests of every sort together with pages of every list: each response belongs to its request, whatever else
 * is in progress.
 */
async function mixed(context: Context, creator: Creator) {
  const { operation, document, spaces } = creator;
  const { status } = successOf(operation);
  const post = (path: Record<string, string>, body: unknown) => requestOf(operation, { path, body }, context.target);
  const known = spaces.map(({ path }) => ({ path, body: { uid: context.uid(), items: [text("known")] } }));
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
        checkReturned(operation, fresh, (await context.judge(operation, post(path, fresh), status)).body);
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
  await Promise.all(Array.from({ length: ALL }, (_, i) => jobs[i % jobs.length]?.()));
}
