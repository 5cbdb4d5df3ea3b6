import { Interrupted } from "./command-error.js";
import { EXIT } from "./exit-code.js";
import { runCommand } from "./run-command.js";
import { processWorld } from "./world.js";

const stop = new AbortController();
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
for (const signal of SIGNALS)
  process.on(signal, () => {
    // A second signal exits at once, in case the first one could not end the command.
    if (stop.signal.aborted) process.exit(signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated);
    stop.abort(new Interrupted(signal));
  });
// The function that writes reports the errors.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
let isStderrBroken = false;
const world = processWorld(stop.signal, () => {
  isStderrBroken = true;
});
const code = await runCommand(process.argv.slice(2), world);
process.exitCode = code === EXIT.ok && isStderrBroken ? EXIT.failed : code;
// A pending read of standard input cannot be cancelled and would keep the process alive.
if (process.stdin.isTTY) process.stdin.pause();
else process.stdin.destroy();
