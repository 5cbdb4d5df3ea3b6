/** `npm run extra -- NAME`: what is not needed for most changes. `--help` lists the names. */
import { run, UsageError } from "@metadata-service/spec-tools/run";
import { readHelp } from "./lib/help.cjs";
import { pass } from "./lib/repo.js";
import { build } from "./lib/step.js";
import { standsAside } from "./lib/this-api.js";

const script = (path: string) => [process.execPath, "--import", "tsx", `scripts/${path}`];

/** What each name runs. */
const EXTRAS: Readonly<Record<string, readonly string[]>> = {
  demo: script("demo.ts"),
  catalogue: script("catalogue/main.ts"),
  mutate: ["npm", "run", "--silent", "mutate", "-w", "packages/contract", "--"],
  languages: script("languages/main.ts"),
  connectors: script("connectors/main.ts"),
  outside: script("outside/main.ts"),
  cluster: script("cluster/main.ts"),
  "bench-cluster": script("cluster/bench-lists.ts"),
};
/** These use built packages without building them. */
const BUILT_BEFORE = ["mutate", "languages", "connectors", "cluster", "bench-cluster"];
const WITHOUT_OPTIONS = ["demo", "bench-cluster"];

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return console.log(readHelp("extra"));
  const program = Object.hasOwn(EXTRAS, name) ? EXTRAS[name] : undefined;
  if (!program) throw new UsageError(`Unknown name "${name}".\n\n${readHelp("extra")}`);
  if (WITHOUT_OPTIONS.includes(name) && args.length > 0)
    throw new UsageError(`${name} has no options, but got: ${args.join(" ")}`);
  if (standsAside(name, program.at(-1) ?? "")) return;
  if (BUILT_BEFORE.includes(name)) await build();
  process.exitCode = await pass([...program, ...args]);
});
