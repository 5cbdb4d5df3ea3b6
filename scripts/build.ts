/** `npm run build`: generates what the spec determines, and builds all packages. */
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { buildAlone } from "./lib/build-lock.js";
import { pass, turbo } from "./lib/repo.js";

await run(async () => {
  readArguments({ command: "build" });
  process.exitCode = await buildAlone(() => pass(turbo("run", "build", "--output-logs=new-only")));
});
