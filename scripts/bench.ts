/**
 * `npm run bench`: runs the benchmarks of every package one after the other, and ends with a list of
 * the missed targets.
 */
import { execute, root, turbo } from "./lib/repo.js";
import { runBenches } from "./lib/run-benches.js";
import { step } from "./lib/step.js";
import { workspaces } from "./lib/workspaces.js";

const built = await step("build", turbo("run", "build", "--output-logs=errors-only"));
if (!built.ok) process.exit(1);
const benches = (await workspaces(root))
  .filter(({ scripts }) => scripts["bench"] !== undefined)
  .map(({ folder }) => ({ name: folder, command: ["npm", "run", "--silent", "bench", "-w", folder] }));
const { ok, summary } = await runBenches(benches, (command) => execute(command, true), console.log);
console.log(summary);
process.exitCode = ok ? 0 : 1;
