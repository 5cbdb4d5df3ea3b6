#!/usr/bin/env node
import { once } from "node:events";
import { run } from "./commands/run.js";

// The one file that touches the process: its arguments, environment, streams, signals and exit status.

/** A reader that has gone away, as `head` does, ends a command quietly. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  async out(text) {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  },
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  stopped: () =>
    new Promise((resolve) => {
      let count = 0;
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.on(signal, () => {
          // Who asks twice does not want to wait.
          if (++count > 1) process.exit(1);
          resolve();
        });
    }),
});
