import type { Case } from "../../case.js";
import { ContractViolation } from "../../judge.js";
import { MAX_CONCURRENT_REQUESTS } from "../../slots.js";

/**
 * Up to 20 requests at a time are allowed (decision 0012). After a 429, the suite waits and retries, so that the other
 * cases still test what they should. This case reports afterwards that there was a 429.
 */
export const rateCase = (): Case => ({
  id: `* rate: no 429 with at most ${MAX_CONCURRENT_REQUESTS} requests at a time`,
  name: `no request of the run got a 429 while at most ${MAX_CONCURRENT_REQUESTS} requests were in flight`,
  operation: "*",
  status: "*",
  keyword: "rate",
  branch: "",
  writes: false,
  wire: false,
  least: "quick",
  last: true,
  async run(context) {
    const [first, ...others] = context.limited();
    if (!first) return;
    const { method, path } = first.request;
    const times = others.length === 0 ? "1 response was" : `${others.length + 1} responses were`;
    throw new ContractViolation(
      `${times} a 429, although at most ${MAX_CONCURRENT_REQUESTS} requests were in flight; the first to ${method} ${path}`,
      first,
    );
  },
});
