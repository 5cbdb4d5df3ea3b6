import { guardTerminal } from "@metadata-service/spec-tools/terminal";
import type { Command } from "./command.js";
import { Interrupted } from "./command-error.js";
import { processEnvironment } from "./environment.js";
import { EXIT } from "./exit-code.js";
import { runCommand } from "./run-command.js";

/**
 * Runs the program with the command line of this process, until it ends or a signal ends it.
 *
 * @param args the command-line arguments
 * @param commands instead of all commands of the program
 */
export async function runProcess(args = process.argv.slice(2), commands?: readonly Command[]): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      // A second signal exits at once, in case the first one could not end the command.
      if (stop.signal.aborted) process.exit(signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated);
      stop.abort(new Interrupted(signal));
    });
  guardTerminal([process.stdout, process.stderr]);
  // The function that writes reports the errors.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  let isStderrBroken = false;
  const environment = processEnvironment(stop.signal, () => {
    isStderrBroken = true;
  });
  const code = await runCommand(args, environment, commands);
  process.exitCode = code === EXIT.ok && isStderrBroken ? EXIT.failed : code;
  // A pending read of standard input cannot be cancelled and would keep the process alive.
  if (process.stdin.isTTY) process.stdin.pause();
  else process.stdin.destroy();
}
