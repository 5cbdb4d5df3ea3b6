import { parseArgs } from "node:util";
import { EFFORTS, type Effort } from "../src/index.js";
import { EQUIVALENT } from "./equivalents.js";
import { HOLDOUT } from "./holdout/mutants.js";
import type { Mutant } from "./kit/fault.js";
import { MUTANTS } from "./mutants.js";

/** What a run of `npm run contract:mutate` is asked for. */
export interface Options {
  /** The operators that nobody looks at while cases are written, in place of the others. */
  holdout: boolean;
  /** Prints every missed mutant, and the case that noticed each other one. */
  verbose: boolean;
  /** Puts survivors to a whole run of the suite, as a user would start it. */
  confirm: boolean;
  /** How much of the suite is run. */
  effort: Effort;
  /** In milliseconds, for one mutant. */
  budget: number;
  /** Only mutants whose id matches. */
  pattern: RegExp;
  /** Only so many of them, drawn with the seed. */
  sample: number;
  seed: number;
}

/** The options of a run, as flags or as variables of the environment. */
export function optionsOf(flags: string[], environment: Record<string, string | undefined>): Options {
  const { values } = parseArgs({
    args: flags,
    options: {
      holdout: { type: "boolean", default: Boolean(environment["HOLDOUT"]) },
      verbose: { type: "boolean", default: Boolean(environment["VERBOSE"]) },
      confirm: { type: "boolean", default: Boolean(environment["CONFIRM"]) },
      effort: { type: "string", default: environment["EFFORT"] ?? "standard" },
      budget: { type: "string", default: environment["BUDGET"] ?? "60" },
      mutants: { type: "string", default: environment["MUTANTS"] ?? "" },
      sample: { type: "string", default: environment["SAMPLE"] ?? "0" },
      seed: { type: "string", default: environment["SEED"] ?? "1" },
    },
  });
  return {
    holdout: values.holdout,
    verbose: values.verbose,
    confirm: values.confirm,
    effort: effort(values.effort),
    budget: number("budget", values.budget) * 1000,
    pattern: new RegExp(values.mutants),
    sample: number("sample", values.sample),
    seed: number("seed", values.seed),
  };
}

function effort(text: string): Effort {
  const found = EFFORTS.find((each) => each === text);
  if (!found) throw new Error(`--effort must be ${EFFORTS.join(", ")}, not "${text}"`);
  return found;
}

function number(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** The mutants of a run: the equivalent ones are not tried, there is nothing to notice. */
export function chosenMutants({ holdout, pattern, sample, seed }: Options): Mutant[] {
  const found = (holdout ? HOLDOUT : MUTANTS).filter(({ id }) => pattern.test(id) && !(id in EQUIVALENT));
  if (sample === 0 || sample >= found.length) return found;
  const drawn = found
    .map((mutant) => ({ mutant, at: hash(`${seed} ${mutant.id}`) }))
    .sort((a, b) => a.at - b.at)
    .slice(0, sample);
  const chosen = new Set(drawn.map(({ mutant }) => mutant));
  return found.filter((mutant) => chosen.has(mutant));
}

/** FNV-1a, which is enough to draw by. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of Buffer.from(text)) value = Math.imul(value ^ character, 0x01000193) >>> 0;
  return value;
}
