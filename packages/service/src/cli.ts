import { once } from "node:events";
import { fstatSync } from "node:fs";
import { escapeHidden } from "@metadata-service/spec-tools/languages";
import { written } from "@metadata-service/spec-tools/terminal";
import { PASSWORD_WARNING, withoutPasswords } from "./commands/hide-password.js";
import { maxOpenFiles } from "./connections/connection-limits.js";

// The one file that touches the process: its arguments, environment, streams, signals and exit status.

/** The time for the last messages of a service to reach a reader that may have stopped reading, in ms. */
const LAST_WORDS = 250;

const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

let isService = false;

/** Commands whose output is lost if nobody reads its end: records, and a key that is shown once. */
const [command, ...rest] = process.argv.slice(2);
const isNeeded = command === "export" || (command === "keys" && /^(create|rotate)$/m.test(rest.join("\n")));

const UNREAD_KEY = command === "keys" ? "; first, revoke the key that nobody has read (keys list, keys revoke)" : "";

// If the reader of the output closes it, as `head` does, a command that shows something ends without an error. A service
// continues: its log and its messages may go to a program that Ctrl-C ends first.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (isService) return;
  if (error.code === "EPIPE" && !isNeeded) process.exit(0);
  process.stderr.write(
    `The output of this command is incomplete, because it could not be written: ${error.message}. Send it to a reader or a place with room for it, and run the command again${UNREAD_KEY}\n`,
  );
  process.exit(1);
});
process.stderr.on("error", () => {});

// By default, Node waits for a terminal that has stopped its output, for example after Ctrl-S.
for (const { _handle } of [process.stdout, process.stderr] as { readonly _handle?: StreamHandle }[])
  _handle?.setBlocking?.(false);

interface StreamHandle {
  setBlocking?(isBlocking: boolean): void;
}

// Hides passwords from `ps` and /proc. They are visible until Node has started, so the warning is still needed.
const hidden = withoutPasswords(process.argv);
if (hidden !== undefined) {
  process.title = hidden;
  process.stderr.write(PASSWORD_WARNING);
}

/** Node opens the files of all modules that a command needs at once. */
const LEAST_OPEN_FILES = 512;
if (maxOpenFiles() < LEAST_OPEN_FILES) {
  process.stderr.write(
    `This process may open only ${maxOpenFiles()} files at once, but needs at least ${LEAST_OPEN_FILES}; raise the limit (ulimit -n 4096 in a shell, LimitNOFILE=4096 in a systemd unit)\n`,
  );
  process.exit(1);
}

const { run } = await import("./commands/run.js");
process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdinFile() {
    const file = fstatSync(0);
    return file.isFile() ? file : undefined;
  },
  async out(text) {
    if (!process.stdout.write(written(text, process.stdout.isTTY))) await once(process.stdout, "drain");
  },
  err: (text) => void process.stderr.write(escapeHidden(text)),
  draw: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  onInterrupt(tell) {
    for (const signal of STOPS)
      process.once(signal, () => {
        tell();
        process.kill(process.pid, signal);
      });
  },
  stopped: () =>
    new Promise((resolve) => {
      isService = true;
      let count = 0;
      for (const signal of STOPS)
        process.on(signal, () => {
          // A second signal exits at once. A terminal that is closed may send several.
          if (signal !== "SIGHUP" && ++count > 1) process.exit(1);
          resolve(signal);
        });
    }),
});

// A command that failed does not wait for the end of its input.
process.stdin.destroy();
// Output that a reader has not taken would keep the process running.
if (isService) setTimeout(() => process.exit(), LAST_WORDS).unref();
