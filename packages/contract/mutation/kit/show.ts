import type { Target, WireRequest, WireResponse } from "../../src/index.js";
import { parsed } from "./exchange.js";
import type { Mutant } from "./fault.js";
import { faultyTarget } from "./faulty-target.js";

/** Sends a witness to a server, and returns a text to compare with another server. */
export async function observe(target: Target, mutant: Mutant): Promise<string> {
  const { steps, view = masked } = mutant.witness();
  const responses: WireResponse[] = [];
  for (const step of steps) {
    const requests = [typeof step === "function" ? step(responses) : step].flat();
    responses.push(...(await Promise.all(requests.map((request: WireRequest) => target.send(request)))));
  }
  return JSON.stringify(view(responses));
}

/** Returns what a witness shows about the faulty server. */
export const observeFaulty = (right: Target, mutant: Mutant): Promise<string> =>
  observe(faultyTarget(right, mutant.make()), mutant);

/** Removes the parts of responses that differ between runs: timestamps of created records, and connection headers. */
const masked = (responses: WireResponse[]): unknown =>
  responses.map(({ status, headers, body }) => ({
    status,
    type: headers["content-type"],
    allow: headers["allow"],
    retryAfter: headers["retry-after"],
    body: withoutMoments(parsed(body)) ?? body,
  }));

function withoutMoments(body: unknown): unknown {
  const { data } = (body ?? {}) as { data?: { createdDate?: string; updatedDate?: string } };
  return typeof data?.createdDate === "string" && !Array.isArray(data)
    ? { ...(body as object), data: { ...data, createdDate: "", updatedDate: "" } }
    : body;
}
