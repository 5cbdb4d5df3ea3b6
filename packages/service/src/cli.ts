import { once } from "node:events";
import { fstatSync } from "node:fs";
import { PASSWORD_WARNING, withoutPasswords } from "./commands/hide-password.js";
import { run } from "./commands/run.js";
import { escapeHidden } from "./escape-hidden.js";

// The one file that touches the process: its arguments, environment, streams, signals and exit status.

/** If the reader of the output closes it, as `head` does, the command ends without an error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

// What `ps` shows, and with it /proc: not before Node is up, so it does not replace the warning.
const hidden = withoutPasswords(process.argv);
if (hidden !== undefined) {
  process.title = hidden;
  process.stderr.write(PASSWORD_WARNING);
}

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdinFile() {
    const file = fstatSync(0);
    return file.isFile() ? file : undefined;
  },
  async out(text) {
    const shown = process.stdout.isTTY ? escapeHidden(text) : text;
    if (!process.stdout.write(shown)) await once(process.stdout, "drain");
  },
  err: (text) => void process.stderr.write(escapeHidden(text)),
  draw: (text) => void process.stderr.write(text),
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
