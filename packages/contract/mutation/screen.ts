import type { Case, Context, Target, WireRequest, WireResponse } from "../src/index.js";
import { Answer, Exchange } from "./kit/exchange.js";
import type { Fault, Mutant } from "./kit/fault.js";
import { turnOf } from "./kit/turn-of.js";

/** As many cases that a mutant changes an answer of are enough to begin with, and so many about the same rule. */
const ENOUGH = 300;
const ENOUGH_ALIKE = 3;

/** A mutant that watches a run of the suite on the right server. */
export interface Shadow {
  mutant: Mutant;
  /** The cases of which it would have changed an answer. */
  touched: Set<number>;
  /** How many of them are about each rule. */
  alike: Map<string, number>;
}

/**
 * Follows a run of the suite on the right server and finds out, for every mutant at once, in which cases it would have
 * answered something else. A mutant that would have changed nothing cannot be noticed; for all others it says where to
 * look first.
 */
export class Screen {
  readonly shadows: (Shadow & { fault: Fault })[];
  /** The case that runs. */
  current = 0;
  /** The rule that it is about. */
  topic = "";
  /** The cases that use what another one fetched, by the name of it. */
  readonly #shared = new Map<string, Set<number>>();

  constructor(mutants: readonly Mutant[]) {
    this.shadows = mutants.map((mutant) => ({ mutant, touched: new Set(), alike: new Map(), fault: mutant.make() }));
  }

  /** The right server, watched. */
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

  /** The context of a run, which remembers what cases share. */
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

  /** The cases to try, those that share what a touched one fetched included. */
  casesFor({ touched }: Shadow, all: readonly Case[]): Case[] {
    const chosen = new Set(touched);
    for (const users of this.#shared.values())
      if ([...users].some((i) => touched.has(i))) for (const i of users) chosen.add(i);
    return [...chosen].map((i) => all[i] as Case);
  }
}

/** Notes a case, unless there are enough about its rule: the ones about other rules see the mutant from other sides. */
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
