/**
 * `npm run extra -- cluster`: tests the service on a Citus cluster. Each check continues with the cluster as the previous
 * one left it. Checks that stop machines are skipped on a cluster whose URL was given. `--full` runs the whole contract
 * suite, moves all shards that should be moved, and has no time limit; without it, checks that have not started after
 * five minutes are skipped.
 */
import { run } from "@metadata-service/spec-tools/run";
import { CHECKS, NotHere, prepare } from "./checks.js";
import { type Cluster, NoCluster, openCluster, stopOnSignals } from "./cluster.js";

/** In seconds. A busy machine skips checks, but never fails them. */
const LONGEST = 300;
const isFull = process.argv.includes("--full");
const seconds = () => Math.round(performance.now() / 1000);
const totals = { passed: 0, failed: 0, skipped: 0 };

function report(result: keyof typeof totals, name: string, details = ""): void {
  totals[result]++;
  console.log(`${result.padEnd(9)}${name}${details && `\n         ${details.replaceAll("\n", "\n         ")}`}`);
}

async function check(cluster: Cluster): Promise<void> {
  const parts = await prepare(cluster, isFull);
  try {
    for (const { name, needsMachines, run } of CHECKS) {
      if (needsMachines && !cluster.machines) {
        report("skipped", name, "CITUS_URL is set, and this check must not stop the workers of that cluster");
        continue;
      }
      if (!isFull && seconds() > LONGEST) {
        report("skipped", name, `not started after ${LONGEST} s; run npm run extra -- cluster --full`);
        continue;
      }
      const from = seconds();
      try {
        const details = await run(parts);
        report("passed", `${name} (${seconds() - from} s)`, details);
      } catch (error) {
        if (error instanceof NotHere) report("skipped", name, error.message);
        else report("failed", name, (error as Error).stack ?? String(error));
      }
    }
  } finally {
    await parts.end();
  }
}

await run(async () => {
  try {
    const cluster = await openCluster();
    stopOnSignals(cluster);
    try {
      await check(cluster);
    } finally {
      await cluster.stop();
    }
  } catch (error) {
    if (!(error instanceof NoCluster)) throw error;
    report("skipped", `the service on a Citus cluster: ${error.message}`);
  }
  process.exitCode = totals.failed === 0 ? 0 : 1;
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
});
