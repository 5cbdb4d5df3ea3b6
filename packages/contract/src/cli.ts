import { main } from "./cli/main.js";

process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
});
