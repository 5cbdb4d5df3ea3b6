#!/usr/bin/env node
import { parseArgs } from "node:util";
import { serveDocs } from "./serve-docs.js";

const USAGE = `Serves the docs of the Metadata Service.

  metadata-docs [--port 4011] [--base /]

  --port   the port to listen on (default 4011; 0 takes a free one)
  --base   the path that the site is served under (default /)
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: "string" }, base: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`);
  const docs = await serveDocs({
    ...(port !== undefined && { port }),
    ...(values.base !== undefined && { base: values.base }),
  });
  console.log(`The docs are at ${docs.url} (Ctrl-C ends them).`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void docs.stop());
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
