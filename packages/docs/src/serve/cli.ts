import { describeFlags, type Flag, parseFlags } from "@metadata-service/spec-tools/flags";
import { asSentence, guardTerminal } from "@metadata-service/spec-tools/terminal";
import { DEFAULTS, serveDocs } from "./serve-docs.js";

const FLAGS: readonly Flag[] = [
  { name: "port", value: "N", help: "port to listen on; 0 picks a free one", default: `${DEFAULTS.port}` },
  { name: "base", value: "PATH", help: "path that the site is served under", default: DEFAULTS.base },
  { name: "help", short: "h", help: "print this help and exit" },
];

const HELP = `metadata-docs: serves the docs of the Metadata Service

${describeFlags(FLAGS)}`;

/** The exit code of a failure: 2 until the command line is known to be valid, as of all commands. */
let exitCode = 2;

async function main(): Promise<void> {
  guardTerminal([process.stdout, process.stderr]);
  const flags = parseFlags(process.argv.slice(2), FLAGS, false);
  if (flags.isOn("help")) {
    process.stdout.write(HELP);
    return;
  }
  const [portText, base] = [flags.text("port"), flags.text("base")];
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new Error(`--port must be a whole number from 0 to 65535, not "${portText}".`);
  exitCode = 1;
  const docs = await serveDocs({
    ...(port !== undefined && { port }),
    ...(base !== undefined && { base }),
  });
  console.log(`The docs are at ${docs.url} (press Ctrl-C to stop).`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void docs.stop());
}

main().catch((error: unknown) => {
  console.error(asSentence(error instanceof Error ? error.message : String(error)));
  process.exitCode = exitCode;
});
