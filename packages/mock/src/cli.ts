import { guardTerminal } from "@metadata-service/spec-tools/terminal";
import { runCommand } from "./cli/run-command.js";

// If the reader of standard output closes it, as in `metadata-mock | head`, the mock keeps running.
guardTerminal([process.stdout, process.stderr]);
process.stdout.on("error", () => {});

const code = await runCommand(process.argv.slice(2));
if (code !== undefined) process.exitCode = code;
