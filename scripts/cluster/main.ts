/**
 * `npm run test:cluster`: the service on a Citus cluster. Each check continues with the cluster as the one before left it;
 * one that stops machines is skipped on a cluster that was given by its URL. `--full` runs the whole contract suite,
 * moves all shards that should be moved, and takes as long as it takes; without it, what has not begun after five minutes is
 * skipped.
 */
import { run } from "@metadata-service/spec-tools/run";
import { CHECKS, prepare } from "./checks.js";
import { type Cluster, NoCluster, openCluster } from "./cluster.js";

/** In seconds: a busy machine leaves checks out, and fails none. */
const LONGEST = 300;
const isFull = process.argv.includes("--full");
const seconds = () => Math.round(performance.now() / 1000);
const totals = { passed: 0, failed: 0, skipped: 0 };

function report(result: keyof typeof totals, name: string, says = ""): void {
  totals[result]++;
  console.log(`${result.padEnd(9)}${name}${says && `\n         ${says.replaceAll("\n", "\n         ")}`}`);
}

async function check(cluster: Cluster): Promise<void> {
  const parts = await prepare(cluster, isFull);
  try {
    for (const { name, needsMachines, run } of CHECKS) {
      if (needsMachines && !cluster.machines) {
        report("skipped", name, "CITUS_URL names a cluster whose workers are not ours to stop");
        continue;
      }
      if (!isFull && seconds() > LONGEST) {
        report("skipped", name, `not begun after ${LONGEST} s; npm run test:cluster -- --full runs it`);
        continue;
      }
      const from = seconds();
      try {
        const says = await run(parts);
        report("passed", `${name} (${seconds() - from} s)`, says);
      } catch (error) {
        report("failed", name, (error as Error).stack ?? String(error));
      }
    }
  } finally {
    await parts.end();
  }
}

await run(async () => {
  try {
    const cluster = await openCluster();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => void cluster.stop().finally(() => process.exit(1)));
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
