import { specDiff } from "./command.js";

process.exitCode = await specDiff(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
