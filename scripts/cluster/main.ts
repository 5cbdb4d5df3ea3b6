/**
 * `npm run extra -- cluster`: tests the service on a Citus cluster. Each check continues with the cluster as the previous
 * one left it. Checks that stop machines are skipped on a cluster whose URL was given. `--full` runs the whole contract
 * suite, moves all shards that should be moved, and has no time limit; without it, checks that have not started after
 * five minutes are skipped.
 */
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "../lib/arguments.js";
import { Tally } from "../lib/tally.js";
import { CHECKS, NotHere, type Parts, withParts } from "./checks.js";
import { NoCluster, withCluster } from "./cluster.js";

/** In seconds. A busy machine skips checks, but never fails them. */
const LONGEST = 300;
const seconds = () => Math.round(performance.now() / 1000);
const tally = new Tally();

async function checkAll(parts: Parts, isFull: boolean): Promise<void> {
  for (const { name, needsMachines, run } of CHECKS) {
    const from = seconds();
    if (needsMachines && !parts.cluster.machines)
      tally.report("skipped", name, "CITUS_URL is set, and this check must not stop the workers of that cluster");
    else if (!isFull && from > LONGEST)
      tally.report("skipped", name, `not started after ${LONGEST} s; run npm run extra -- cluster --full`);
    else
      await run(parts).then(
        (details) => tally.report("passed", `${name} (${seconds() - from} s)`, details),
        (error: Error) =>
          error instanceof NotHere
            ? tally.report("skipped", name, error.message)
            : tally.report("failed", name, error.stack ?? String(error)),
      );
  }
}

await run(async () => {
  const { values } = readArguments({ command: "extra", options: { full: { type: "boolean" } } });
  const isFull = values.full === true;
  try {
    await withCluster((cluster) => withParts(cluster, isFull, (parts) => checkAll(parts, isFull)));
  } catch (error) {
    if (!(error instanceof NoCluster)) throw error;
    tally.report("skipped", `the service on a Citus cluster: ${error.message}`);
  }
  tally.end();
});
