/** `npm run spec -- NAME`: what an owner of the API does with the spec. `--help` lists the names. */
import { run, UsageError } from "@metadata-service/spec-tools/run";
import { buildAlone } from "./lib/build-lock.js";
import { readHelp } from "./lib/help.cjs";
import { execute, turbo } from "./lib/repo.js";

const PROGRAMS: Readonly<Record<string, string>> = {
  diff: "./spec/diff.ts",
  release: "./spec/release.ts",
  convert: "./spec/convert.ts",
  scaffold: "../packages/spec-tools/src/scaffold/main.ts",
};

await run(async () => {
  const name = process.argv[2];
  if (name === undefined) return console.log(readHelp("spec"));
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (!program) throw new UsageError(`Unknown name "${name}".\n\n${readHelp("spec")}`);
  // Quiet unless it fails: what is built is not what was asked for.
  const built = await buildAlone(() =>
    execute(turbo("run", "build", "--filter=@metadata-service/spec-diff", "--output-logs=errors-only")),
  );
  if (!built.ok) throw new Error(`The build failed:\n${built.output.trim()}`);
  process.argv.splice(1, 2, program);
  await import(program);
});
