import { parseArgs } from "node:util";
import { EFFORTS, type Effort } from "../src/index.js";
import { EQUIVALENT } from "./equivalents.js";
import { HOLDOUT } from "./holdout/mutants.js";
import type { Mutant } from "./kit/fault.js";
import { MUTANTS } from "./mutants.js";

/** The options of `npm run extra -- mutate`. */
export interface Options {
  /** Runs the held-out operators instead of the others. */
  holdout: boolean;
  /** Prints every missed mutant, and for the others the case that detected it. */
  verbose: boolean;
  /** Also runs the whole suite against missed mutants, as a user would. */
  confirm: boolean;
  /** The effort of the suite. */
  effort: Effort;
  /** The time limit for one mutant, in milliseconds. */
  budget: number;
  /** Only mutants whose id matches. */
  pattern: RegExp;
  /** The size of a random sample, selected with the seed. */
  sample: number;
  seed: number;
}

/** Parses the options, from flags or environment variables. */
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

/** Returns the mutants of a run, without the equivalent ones, which cannot be detected. */
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

/** FNV-1a, which is good enough for sampling. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of Buffer.from(text)) value = Math.imul(value ^ character, 0x01000193) >>> 0;
  return value;
}
