/** Counts how many faulty servers the suite notices; see README.md. */
import { fork } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { readDocument } from "./document.js";
import type { Baseline, Message, Verdict } from "./hunt.js";
import { apiOf } from "./kit/api.js";
import { chosen, HELP, readOptions } from "./options.js";
import { scoreOf, textReport } from "./report.js";
import { mutantsOf, OPERATORS } from "./table.js";

const args = process.argv.slice(2);
process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 2;
});

async function main(): Promise<number> {
  const options = readOptions(args, availableParallelism());
  if (options === "help") {
    console.log(HELP);
    return 0;
  }
  const started = performance.now();
  const api = apiOf(await readDocument(options.spec), "");
  const all = mutantsOf(api);
  const mutants = chosen(all, options);
  if (mutants.length === 0) throw new Error("No mutant matches; see --help.");
  console.error(`${mutants.length} of ${all.length} mutants, seed ${options.seed}`);
  const verdicts: Verdict[] = [];
  let baseline: Baseline = { cases: 0, failing: [] };
  const workers = Math.min(options.workers, mutants.length);
  await Promise.all(
    Array.from({ length: workers }, (_, number) =>
      share(number, workers, (message) => {
        if ("cases" in message) baseline = message;
        else if (verdicts.push(message) % 20 === 0) console.error(`${verdicts.length} done`);
      }),
    ),
  );
  const results = {
    title: api.model.title,
    operators: OPERATORS,
    total: all.length,
    mutants,
    verdicts,
    baseline,
    seed: options.seed,
    effort: options.effort,
    seconds: (performance.now() - started) / 1000,
  };
  console.log(textReport(results));
  const { operators: _, mutants: __, ...data } = results;
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ ...data, score: scoreOf(verdicts) }, null, 2)}\n`);
  return 0;
}

/** Runs a share of the mutants in a process with its own right server. */
async function share(number: number, of: number, onMessage: (message: Message) => void): Promise<void> {
  const worker = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), [String(number), String(of), ...args], {
    execArgv: ["--import", "tsx"],
  });
  worker.on("message", onMessage);
  await new Promise<void>((done, fail) => {
    worker.on("error", fail);
    worker.on("exit", (code) => (code === 0 ? done() : fail(new Error(`A worker ended with ${code}`))));
  });
}
