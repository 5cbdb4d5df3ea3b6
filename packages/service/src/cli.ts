import { once } from "node:events";
import { fstatSync } from "node:fs";
import { PASSWORD_WARNING, withoutPasswords } from "./commands/hide-password.js";
import { run } from "./commands/run.js";
import { escapeHidden } from "./escape-hidden.js";

// The one file that touches the process: its arguments, environment, streams, signals and exit status.

/** If the reader of the output closes it, as `head` does, the command ends without an error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

// Hides passwords from `ps` and /proc. They are visible until Node has started, so the warning is still needed.
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
          // A second signal exits at once.
          if (++count > 1) process.exit(1);
          resolve();
        });
    }),
});
