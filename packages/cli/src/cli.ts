import { EXIT } from "./exit-code.js";
import { Interrupted } from "./failures.js";
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
// If the reader of standard output closes it, as in `metadata reports list | head`, the command ends without an error.
process.stdout.on("error", () => process.exit(EXIT.ok));

process.exitCode = await runCommand(process.argv.slice(2), processWorld(stop.signal));
// A pending read of standard input cannot be cancelled and would keep the process alive.
if (process.stdin.isTTY) process.stdin.pause();
else process.stdin.destroy();
