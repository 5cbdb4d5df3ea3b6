import { endWithReader, guardTerminal } from "@metadata-service/spec-tools/terminal";
import { specDiff } from "./command.js";

guardTerminal([process.stdout, process.stderr]);
endWithReader(process.stdout);

process.exitCode = await specDiff(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
