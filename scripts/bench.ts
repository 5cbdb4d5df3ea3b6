/**
 * `npm run bench`: runs the benchmarks of every package one after the other, and ends with a list of
 * the missed targets.
 */
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { execute, root, SHOWN } from "./lib/repo.js";
import { runBenches } from "./lib/run-benches.js";
import { build } from "./lib/step.js";
import { standsAside } from "./lib/this-api.js";
import { workspaces } from "./lib/workspaces.js";

await run(async () => {
  const all = (await workspaces(root)).filter(({ scripts }) => scripts["bench"] !== undefined);
  const nameOf = (folder: string) => folder.replace(/^packages\//, "");
  const { words } = readArguments({ command: "bench", words: all.map(({ folder }) => nameOf(folder)) });
  await build();
  const benches = all
    .filter(({ folder }) => words.length === 0 || words.includes(nameOf(folder)))
    .filter(({ folder, scripts }) => {
      const [file] = /bench\/\w+\.ts/.exec(scripts["bench"] ?? "") ?? [];
      return !standsAside(`the benchmark of ${folder}`, `${folder}/${file}`);
    })
    .map(({ folder }) => ({ name: folder, command: ["npm", "run", "--silent", "bench", "-w", folder] }));
  const { ok, summary } = await runBenches(benches, (command) => execute(command, SHOWN), console.log);
  console.log(summary);
  process.exitCode = ok ? 0 : 1;
});
