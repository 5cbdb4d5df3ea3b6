/**
 * `npm run extra -- mutate`: runs the suite against servers with one small fault each, and counts how many faults it
 * detects. It prints only a score for each family, so that authors of cases see which family is weak, but not what to
 * look for; see README.md for the flags.
 */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { chosenMutants, type Options, optionsOf } from "./choice.js";
import { EQUIVALENT } from "./equivalents.js";
import { HOLDOUT } from "./holdout/mutants.js";
import type { Verdict } from "./hunt.js";
import { MUTANTS } from "./mutants.js";
import { score } from "./score.js";

const flags = process.argv.slice(2);
const options = optionsOf(flags, process.env);
const started = performance.now();
const verdicts: Verdict[] = [];
const chosen = chosenMutants(options);
if (chosen.length === 0) {
  console.error(`No mutants to run: ${options.holdout ? "holdout/mutants.ts" : "mutants.ts"} has none that match.`);
  process.exit(2);
}

/** Runs a share of the mutants in a separate process with its own correct server. */
async function share(number: number, of: number): Promise<void> {
  const worker = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), [String(number), String(of), ...flags], {
    execArgv: ["--import", "tsx"],
  });
  await new Promise<void>((done, fail) => {
    worker.on("message", (verdict: Verdict) => {
      verdicts.push(verdict);
      if (verdicts.length % 100 === 0) process.stderr.write(`${verdicts.length} mutants done\n`);
    });
    worker.on("error", fail);
    worker.on("exit", (code) => (code === 0 ? done() : fail(new Error(`A worker ended with ${code}`))));
  });
}

const WORKERS = Math.min(4, availableParallelism());
await Promise.all(Array.from({ length: WORKERS }, (_, i) => share(i, WORKERS)));

const tried = new Map(chosen.map((mutant) => [mutant.id, mutant]));
const equivalent = (options.holdout ? HOLDOUT : MUTANTS).filter(
  ({ id }) => options.pattern.test(id) && id in EQUIVALENT && options.sample === 0,
);
console.log(score(verdicts, tried, equivalent, options.holdout));
if (options.verbose) details(options);
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);

function details({ holdout }: Options): void {
  for (const { id, outcome, detail } of [...verdicts].sort((a, b) => (a.id < b.id ? -1 : 1)))
    console.log(`${outcome.padEnd(11)} ${id}\n            ${detail.slice(0, 200)}`);
  for (const { id } of equivalent) console.log(`equivalent  ${id}\n            ${EQUIVALENT[id]}`);
  if (holdout) console.log("These mutants are kept apart: do not write cases from them.");
}
