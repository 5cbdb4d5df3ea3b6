import { parseArgs } from "node:util";
import { EFFORTS, type Effort } from "../src/index.js";
import type { Mutant } from "./kit/operator.js";

/** The options of the command. */
export interface Options {
  readonly spec?: string;
  /** How many mutants to run; 0 for all. */
  readonly sample: number;
  readonly seed: number;
  /** Only mutants whose name matches. */
  readonly mutants: RegExp;
  readonly effort: Effort;
  readonly workers: number;
  readonly json?: string;
}

export const HELP = `Counts how many faulty servers the contract suite notices, for any OpenAPI document

  npm run extra -- mutate [OPTIONS]

  --spec FILE        the document, YAML or JSON (default: the one of this repository)
  --sample N         mutants to run, chosen at random; 0 for all (default: 100)
  --seed N           seed for the choice and for the suite (default: 1)
  --mutants REGEXP   only mutants whose name matches
  --effort HOW       effort of the suite: ${EFFORTS.join(", ")} (default: quick)
  --workers N        processes at once (default: the number of cores, at most 4)
  --json FILE        also writes all results as JSON
`;

/** @throws Error if an option is unknown or has an invalid value */
export function readOptions(args: string[], cores: number): Options | "help" {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      spec: text,
      sample: text,
      seed: text,
      mutants: text,
      effort: text,
      workers: text,
      json: text,
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  const effort = EFFORTS.find((each) => each === (values.effort ?? "quick"));
  if (!effort) throw new Error(`--effort must be one of ${EFFORTS.join(", ")}, not "${values.effort}"`);
  return {
    ...(values.spec === undefined ? {} : { spec: values.spec }),
    ...(values.json === undefined ? {} : { json: values.json }),
    sample: count("sample", values.sample ?? "100"),
    seed: count("seed", values.seed ?? "1"),
    workers: Math.max(1, count("workers", values.workers ?? String(Math.min(4, cores)))),
    mutants: expression(values.mutants ?? ""),
    effort,
  };
}

function expression(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new Error(`--mutants must be a regular expression, not "${text}"; escape signs such as ( with a backslash`);
  }
}

function count(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** Chooses the mutants of a run: the same seed chooses the same ones. */
export function chosen(mutants: readonly Mutant[], { mutants: pattern, sample, seed }: Options): Mutant[] {
  const found = mutants.filter(({ id }) => pattern.test(id));
  if (sample === 0 || sample >= found.length) return found;
  const drawn = found.map((mutant) => ({ mutant, at: hashOf(`${seed} ${mutant.id}`) })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, sample).map(({ mutant }) => mutant);
}

/** FNV-1a, with its bits mixed once more. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
}
