import { runCommand } from "./cli/run-command.js";

// A reader that goes away, as in `metadata-mock | head`, is no reason to stop serving.
process.stdout.on("error", () => {});

const code = await runCommand(process.argv.slice(2));
if (code !== undefined) process.exitCode = code;
