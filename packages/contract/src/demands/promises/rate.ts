import type { Case } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import { ContractViolation } from "../../judging/judge-response.js";
import { MAX_CONCURRENT_REQUESTS } from "../../target/concurrency.js";
import { testCase } from "../test-case.js";

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
  ];
}
