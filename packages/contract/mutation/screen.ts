import type { Case, Context, Target, WireRequest, WireResponse } from "../src/index.js";
import { Answer, Exchange } from "./kit/exchange.js";
import type { Fault, Mutant } from "./kit/fault.js";
import { turnOf } from "./kit/turn-of.js";

/**
 * The maximum number of cases to try first for a mutant: cases in which it changes a response, in total and for the
 * same rule.
 */
const ENOUGH = 300;
const ENOUGH_ALIKE = 3;

/** A mutant that observes a run of the suite on the correct server. */
export interface Shadow {
  mutant: Mutant;
  /** The cases in which it would have changed a response. */
  touched: Set<number>;
  /** The number of these cases for each rule. */
  alike: Map<string, number>;
}

/**
 * Observes one run of the suite on the correct server, and determines for all mutants at once in which cases they would
 * have changed a response. No case can detect a mutant that changes nothing; for the others, these cases are tried
 * first.
 */
export class Screen {
  readonly shadows: (Shadow & { fault: Fault })[];
  /** The current case. */
  current = 0;
  /** The rule that the current case checks. */
  topic = "";
  /** The cases that use a shared result, by the key of that result. */
  readonly #shared = new Map<string, Set<number>>();

  constructor(mutants: readonly Mutant[]) {
    this.shadows = mutants.map((mutant) => ({ mutant, touched: new Set(), alike: new Map(), fault: mutant.make() }));
  }

  /** Wraps the correct server so that all mutants observe its requests and responses. */
  watching(right: Target): Target {
    return {
      ...right,
      send: async (request) => {
        const { current, topic } = this;
        const exchange = new Exchange(request);
        const open = this.shadows.filter(({ touched }) => touched.size < ENOUGH);
        const turns = open.map(({ fault }) => turnOf(fault, exchange));
        const response = await right.send(request);
        const answer = new Answer(response);
        open.forEach((shadow, i) => {
          if (changes(turns[i], request, response, answer)) note(shadow, current, topic);
        });
        return response;
      },
    };
  }

  /** Wraps the context of a run to record which cases share results. */
  sharing(context: Context): Context {
    return {
      ...context,
      forCase: (...own) => this.sharing(context.forCase(...own)),
      once: (key, make) => {
        const users = this.#shared.get(key) ?? new Set();
        this.#shared.set(key, users.add(this.current));
        return context.once(key, make);
      },
    };
  }

  /** Returns the cases to try for a mutant, including those that share a result with an affected case. */
  casesFor({ touched }: Shadow, all: readonly Case[]): Case[] {
    const chosen = new Set(touched);
    for (const users of this.#shared.values())
      if ([...users].some((i) => touched.has(i))) for (const i of users) chosen.add(i);
    return [...chosen].map((i) => all[i] as Case);
  }
}

/**
 * Records an affected case, unless there are enough cases for its rule. Cases for other rules check the mutant in
 * different ways.
 */
function note({ touched, alike }: Shadow, current: number, topic: string): void {
  const count = alike.get(topic) ?? 0;
  if (touched.has(current) || count >= ENOUGH_ALIKE) return;
  alike.set(topic, count + 1);
  touched.add(current);
}

function changes(turn: ReturnType<Fault>, request: WireRequest, right: WireResponse, answer: Answer): boolean {
  if (!turn) return false;
  if ("answer" in turn) return !same(turn.answer, right);
  const changed = turn.after?.(answer);
  if (turn.request && turn.request !== request) return true;
  return changed !== undefined && !same(changed, right);
}

const same = (one: WireResponse, other: WireResponse) =>
  one.status === other.status &&
  one.body === other.body &&
  JSON.stringify(one.headers) === JSON.stringify(other.headers);
