/** The gate of `.ci/run`: `npm test`, and beside it what waits for registries much of the time. */
import { run } from "@metadata-service/spec-tools/run";
import { type Job, runGate } from "./lib/run-gate.js";

const extra = (name: string): Job => ({ name, command: ["npm", "run", "--silent", "extra", "--", name] });

await run(async () => {
  const passes = await runGate(
    {
      // Other runtimes than the Node at hand; their tests skip, with the reason, where they cannot be had.
      first: { name: "runtimes", command: ["npm", "run", "--silent", "runtimes", "-w", "packages/client"] },
      main: { name: "test", command: ["npm", "test"] },
      // They keep the machine busy, too: a test that depends on time shows itself on a busy machine.
      beside: [[extra("connectors")], [extra("outside")], [extra("languages")]],
    },
    (text) => process.stdout.write(text),
  );
  process.exitCode = passes ? 0 : 1;
});
