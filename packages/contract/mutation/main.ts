/**
 * `npm run contract:mutate`: breaks the contract one rule at a time and tells which breaks the suite does not notice.
 * MUTANTS=regexp picks some by their id, VERBOSE=1 names the case that noticed each one, and
 * CONTRACT_TARGET=mock breaks the answers of the mock and the document it is held to, instead of the reference server.
 */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { table } from "../src/report/table.js";
import { reference } from "../test/fixture/reference.js";
import { allMutants, document } from "./all-mutants.js";
import { KNOWN_SURVIVORS } from "./survivors.js";

/** What a worker tells of one mutant. */
export interface Told {
  index: number;
  noticedBy?: string;
  reason?: string;
}

const started = performance.now();
const onTarget = process.env["CONTRACT_TARGET"];
// The ids and their order are the same on any target; only the workers send anything.
const mutants = allMutants(onTarget ? () => reference(document) : undefined);
const chosen = mutants
  .map((_, i) => i)
  .filter((i) => new RegExp(process.env["MUTANTS"] ?? "").test(mutants[i]?.id ?? ""));
const told: Told[] = [];

/** Workers take the next mutant when they are done with one, so that slow ones do not hold up the rest. */
async function work(): Promise<void> {
  const worker = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  await new Promise<void>((done, fail) => {
    const next = () => worker.send(chosen.shift() ?? -1);
    worker.on("message", (message: Told | "ready") => {
      if (message !== "ready") told.push(message);
      if (told.length % 100 === 0 && message !== "ready") process.stderr.write(`${told.length} mutants done\n`);
      next();
    });
    worker.on("exit", (code) => (code === 0 ? done() : fail(new Error(`a worker ended with ${code}`))));
  });
}
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));

const rows = [...new Set(mutants.map(({ group }) => group))].map((group) => {
  const own = told.filter(({ index }) => mutants[index]?.group === group);
  const noticed = own.filter(({ noticedBy }) => noticedBy !== undefined).length;
  const known = own.filter(
    ({ index, noticedBy }) => !noticedBy && (mutants[index]?.id ?? "") in KNOWN_SURVIVORS,
  ).length;
  return [group, own.length, noticed, known, own.length - noticed - known].map(String);
});
console.log(`\n${table(["what is broken", "mutants", "noticed", "known survivors", "survivors"], rows)}\n`);

let unknown = 0;
for (const { index, noticedBy, reason } of told.sort((a, b) => a.index - b.index)) {
  const { id, group } = mutants[index] ?? { id: "", group: "" };
  if (noticedBy !== undefined) {
    if (process.env["VERBOSE"]) console.log(`noticed   ${id}\n          by ${noticedBy}: ${reason?.slice(0, 120)}`);
    continue;
  }
  if (!(id in KNOWN_SURVIVORS)) unknown++;
  console.log(
    id in KNOWN_SURVIVORS ? `known     ${id}\n          ${KNOWN_SURVIVORS[id]}` : `SURVIVOR  ${group}: ${id}`,
  );
}
const noticed = told.filter(({ noticedBy }) => noticedBy !== undefined).length;
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `\n${noticed} of ${told.length} mutants noticed (${((100 * noticed) / told.length).toFixed(1)}%) in ${seconds} s`,
);
process.exitCode = unknown === 0 ? 0 : 1;
