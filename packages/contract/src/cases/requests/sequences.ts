import type { Case, Context } from "../../case.js";
import { type Document, errorBodyOf, type Operation, operationsOf, successOf } from "../../document.js";
import { sampled } from "../../effort.js";
import { ContractViolation } from "../../judge.js";
import { requestOf, withQuery } from "../../request.js";
import type { WireRequest, WireResponse } from "../../target.js";
import { everyPair } from "../adjacent.js";
import { draft } from "../draft.js";
import { refusalOf } from "../refuse.js";
import { isPaged, pathBelow, UNUSED_METHOD } from "./paged.js";

/** A request of a sequence. */
export interface Step {
  name: string;
  /** Sends the request, checks the response, and returns what must be the same each time. */
  send(context: Context): Promise<unknown>;
}

const RULE = "sequences";

/**
 * A case that sends each step after each other one, and after itself: no response may depend on the request before it.
 * It runs alone, so that nothing comes in between.
 */
export const sequenceCase = (
  operation: Operation,
  name: string,
  stepsOf: (context: Context) => Promise<Step[]> | Step[],
): Case =>
  draft(operation, {
    rule: RULE,
    name: `${name}, each after each, get the same response every time`,
    wire: true,
    alone: true,
    run: async (context) => {
      const first = new Map<Step, string>();
      let before = "nothing";
      for (const step of everyPair(sampled(await stepsOf(context), context.effort, 3))) {
        const got = JSON.stringify(await step.send(context));
        const known = first.get(step) ?? got;
        first.set(step, known);
        if (got !== known)
          throw new ContractViolation(`${step.name} after ${before} gets a different response than before`);
        before = step.name;
      }
    },
  });

/** Sequences of requests for one list, and for all lists together. */
export function sequenceCases(document: Document): Case[] {
  const lists = operationsOf(document).filter((operation) => isPaged(operation, 22));
  const [first] = lists;
  if (!first) return [];
  const below = pathBelow(first);
  return [
    ...lists.map((list) => sequenceCase(list, "pages and errors of a list", () => stepsOfList(list))),
    sequenceCase(first, "requests for different paths", () => [
      ...lists.map((list) => page(list, "limit=2")),
      refused(first, "limit=0"),
      keyless(first),
      ...(below === undefined ? [] : [elsewhere(first, "404", () => ({ path: below }))]),
      elsewhere(first, "405", () => ({ method: UNUSED_METHOD })),
    ]),
  ];
}

function stepsOfList(list: Operation): Step[] {
  const { updatedFrom, updatedTo } = list.pagination ?? {};
  const moment = (year: number) => encodeURIComponent(`${year}-01-01T00:00:00Z`);
  const windows =
    updatedFrom && updatedTo
      ? [
          `${updatedFrom}=${moment(2000)}`,
          `${updatedTo}=${moment(2000)}`,
          `${updatedFrom}=${moment(2000)}&${updatedTo}=${moment(9999)}&offset=2`,
        ]
      : [];
  return [
    ...["", "limit=2", "limit=2&offset=2", "limit=3&offset=2", "limit=22", "offset=2"].map((search) =>
      page(list, search),
    ),
    ...windows.map((search) => page(list, `limit=2&${search}`)),
    refused(list, "limit=0"),
    keyless(list),
  ];
}

const asked = (operation: Operation, { target }: Context, search: string): WireRequest => {
  const request = requestOf(operation, {}, target.apiKey);
  return search === "" ? request : withQuery(request, search);
};

const page = (list: Operation, search: string): Step => ({
  name: `${list.method} ${list.path}${search && `?${search}`}`,
  send: async (context) =>
    (await context.judge(list, asked(list, context, search), successOf(list).status)).response.body,
});

const refused = (list: Operation, search: string): Step => ({
  name: `${list.path}?${search}`,
  send: async (context) => (await context.judge(list, asked(list, context, search), refusalOf(list))).body,
});

const keyless = (list: Operation): Step => ({
  name: `${list.path} without a key`,
  send: async (context) => (await context.judge(list, requestOf(list, {}, ""), "401")).body,
});

const elsewhere = (
  list: Operation,
  status: "404" | "405",
  change: (request: WireRequest) => Partial<WireRequest>,
): Step => ({
  name: `a ${status}`,
  send: async (context): Promise<WireResponse["body"]> => {
    const request = asked(list, context, "");
    return (await context.judgeError({ ...request, ...change(request) }, Number(status), errorBodyOf(list))).body;
  },
});
