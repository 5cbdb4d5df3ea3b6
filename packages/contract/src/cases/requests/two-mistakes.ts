import type { Case } from "../../case.js";
import type { Operation } from "../../document.js";
import { sampled } from "../../effort.js";
import { ContractViolation, excerpt } from "../../judge.js";
import { requestOf, withQuery } from "../../request.js";
import { isRecord } from "../../values/base-value.js";
import { checkEach } from "../create/creator.js";
import { draft } from "../draft.js";
import { refusalOf } from "../refuse.js";
import { isPaged } from "./paged.js";

/** A query with two mistakes is rejected, whichever comes first, and the message names one of the parameters. */
export function twoMistakeCases(list: Operation): Case[] {
  if (!isPaged(list, 1)) return [];
  const { updatedFrom, updatedTo } = list.pagination ?? {};
  const largest = list.parameters.find(({ name }) => name === "limit")?.schema.node.maximum;
  const mistakes: [name: string, search: string][] = [
    ["limit", "limit=0"],
    ...(largest === undefined ? [] : [["limit", `limit=${largest + 1}`] as [string, string]]),
    ["limit", "limit=1&limit=1"],
    ["offset", "offset=-1"],
    ["offset", "offset="],
    ["unexpected", "unexpected=1"],
    ...[updatedFrom, updatedTo]
      .filter((name) => name !== undefined)
      .flatMap((name): [string, string][] => [
        [name, `${name}=2026-11-21`],
        [name, `${name}=`],
      ]),
  ];
  const pairs = mistakes.flatMap((one) => mistakes.filter(([name]) => name !== one[0]).map((other) => [one, other]));
  return [
    draft(list, {
      rule: "two mistakes",
      name: "a query with any two mistakes is rejected, and the message names one of the parameters",
      status: refusalOf(list),
      wire: true,
      run: (context) =>
        checkEach(
          sampled(pairs, context.effort, 20).map((both) => ({
            names: both.map(([name]) => name),
            search: both.map(([, part]) => part).join("&"),
          })),
          ({ search }) => `?${search}`,
          async ({ names, search }) => {
            const request = withQuery(requestOf(list, {}, context.target.apiKey), search);
            const { body } = await context.judge(list, request, refusalOf(list));
            const message = isRecord(body) ? body["message"] : undefined;
            if (typeof message === "string" && !names.some((name) => message.includes(name)))
              throw new ContractViolation(`the message names neither ${names.join(" nor ")}: ${excerpt(message)}`);
          },
        ),
    }),
  ];
}
