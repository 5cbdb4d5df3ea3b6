/** `npm run spec -- NAME`: what an owner of the API does with the spec. `--help` lists the names. */
import { run } from "@metadata-service/spec-tools/run";
import { buildAlone } from "./lib/build-lock.js";
import { execute, pass, turbo } from "./lib/repo.js";

const source = (path: string) => [process.execPath, "--import", "tsx", path];

const PROGRAMS: Readonly<Record<string, readonly [help: string, program: readonly string[]]>> = {
  diff: ["lists what changed since the last release, and what of it breaks clients", source("scripts/spec/diff.ts")],
  release: ["makes the spec the released one", source("scripts/spec/release.ts")],
  convert: ["writes a document of OpenAPI 2.0 or 3.0 as one of 3.1", source("scripts/spec/convert.ts")],
  scaffold: [
    "adds a resource to the spec, with its operations and examples",
    source("packages/spec-tools/src/scaffold/main.ts"),
  ],
};

const USAGE = `npm run spec -- NAME [OPTIONS]

${Object.entries(PROGRAMS)
  .map(([name, [help]]) => `  ${name.padEnd(10)} ${help}`)
  .join("\n")}

npm run spec -- NAME --help lists the options of one.`;

await run(async () => {
  const [name = "--help", ...args] = process.argv.slice(2);
  if (name === "--help" || name === "-h") return console.log(USAGE);
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (!program) throw new Error(`Unknown name "${name}".\n\n${USAGE}`);
  // Quiet unless it fails: what is built is not what was asked for.
  const built = await buildAlone(() =>
    execute(turbo("run", "build", "--filter=@metadata-service/spec-diff", "--output-logs=errors-only")),
  );
  if (!built.ok) throw new Error(`The build failed:\n${built.output.trim()}`);
  process.exitCode = await pass([...program[1], ...args]);
});
