import type { Case } from "../../case.js";
import { isStatus, type Operation, successOf } from "../../document.js";
import { ContractViolation } from "../../judge.js";
import { MAX_CONCURRENT_REQUESTS } from "../../slots.js";
import type { Suite } from "../../suite.js";
import type { WireResponse } from "../../target.js";
import { testCase } from "../test-case.js";

/** How often the load is repeated. */
const ROUNDS = { quick: 2, standard: 6, thorough: 30 };

/**
 * Up to 20 requests at a time are allowed (decision 0012). After a 429, the suite waits and sends the request again, so
 * that the other cases still test what they should. One case reports afterwards that there was a 429.
 */
export function rateCases({ operations }: Suite): Case[] {
  const [first] = operations;
  if (!first) return [];
  return [
    {
      ...testCase(first, {
        rule: "rate",
        name: `no request of the run got a 429 while at most ${MAX_CONCURRENT_REQUESTS} requests were in flight`,
        writes: false,
        phase: "last",
        run: async (context) => {
          const [one, ...others] = context.limited();
          if (!one) return;
          const { method, path } = one.request;
          const times = others.length === 0 ? "1 response was" : `${others.length + 1} responses were`;
          throw new ContractViolation(
            `${times} a 429, although at most ${MAX_CONCURRENT_REQUESTS} requests were in flight; the first to ${method} ${path}`,
            one,
          );
        },
      }),
      id: `* rate: no 429 with at most ${MAX_CONCURRENT_REQUESTS} requests at a time`,
      operation: "*",
      status: "*",
    },
    ...operations.filter(({ pagination }) => pagination).map(loadCase),
  ];
}

/** The documented load, on a page that always is the same. */
const loadCase = (operation: Operation): Case =>
  testCase(operation, {
    rule: "rate",
    name: `${MAX_CONCURRENT_REQUESTS} requests at a time, repeatedly, and many in a row, get the same response`,
    phase: "alone",
    run: async (context) => {
      const request = await context.request(operation, {});
      const send = () => context.target.send(request);
      const answers: WireResponse[] = [];
      for (let round = 0; round < ROUNDS[context.effort] / 2; round++)
        for (const answer of await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, send)))
          answers.push(answer);
      for (let i = 0; i < 10 * ROUNDS[context.effort]; i++) answers.push(await send());
      const { status } = successOf(operation);
      const other = answers.find((answer) => !isStatus(status, answer.status));
      if (other)
        throw new ContractViolation(`a repeatedly requested page got status ${other.status}, expected ${status}`);
      for (const { body } of answers)
        if (body !== answers[0]?.body) throw new ContractViolation("the same request got different responses");
    },
  });
