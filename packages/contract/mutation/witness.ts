import type { Api } from "./kit/api.js";
import { header, parsed, type Request, type Response, type Send } from "./kit/exchange.js";
import type { Mutant } from "./kit/operator.js";
import { Visit } from "./kit/visit.js";

/** The result of a witness: whether the faulty server differs, or why there is none. */
export type Proof = { readonly differs: true } | { readonly differs: false; readonly reason: string };

const HEADERS = ["content-type", "allow", "www-authenticate", "retry-after", "location"];

/**
 * Sends the witness of a mutant to the right server, twice, and to the faulty one. Values that differ between the two
 * visits of the right server, such as times, do not count.
 */
export async function prove(api: Api, mutant: Mutant, right: Send, reset: () => void): Promise<Proof> {
  const seen: Map<string, string>[] = [];
  let problem: string | undefined;
  const fault = mutant.make();
  for (const send of [right, right, (request: Request) => fault(request, right)]) {
    reset();
    const visit = new Visit(api, send);
    await mutant.witness(visit).catch((error: Error) => {
      problem ??= error.message;
    });
    seen.push(observed(visit.responses));
  }
  const [first, second, faulty] = seen as [Map<string, string>, Map<string, string>, Map<string, string>];
  const names = new Set([...first.keys(), ...second.keys(), ...faulty.keys()]);
  for (const name of names)
    if (first.get(name) === second.get(name) && first.get(name) !== faulty.get(name)) return { differs: true };
  return { differs: false, reason: problem ?? "its witness has the same responses as the right server" };
}

/** Everything that a client sees, by place. */
function observed(responses: readonly Response[]): Map<string, string> {
  const seen = new Map<string, string>();
  for (const [i, response] of responses.entries()) {
    seen.set(`${i} status`, String(response.status));
    seen.set(`${i} broken`, response.broken ?? "");
    for (const name of HEADERS) seen.set(`${i} ${name}`, header(response, name));
    const json = parsed(response.body);
    if (json === undefined) seen.set(`${i} text`, response.body.toString("latin1"));
    else flatten(json, `${i} body`, seen);
  }
  return seen;
}

function flatten(value: unknown, at: string, seen: Map<string, string>): void {
  if (typeof value !== "object" || value === null) {
    // The shape of a text that differs each time, such as a moment, may be the same each time.
    if (typeof value === "string") seen.set(`${at} shape`, value.replace(/[a-z]+/gi, "a").replace(/\d+/g, "0"));
    seen.set(`${at} type`, typeof value);
    return void seen.set(at, JSON.stringify(value));
  }
  seen.set(at, Array.isArray(value) ? `array of ${value.length}` : "object");
  for (const [name, inner] of Object.entries(value)) flatten(inner, `${at}/${name}`, seen);
}
