/** `npm run extra -- NAME`: what is not needed for most changes. `--help` lists the names. */
import { run } from "@metadata-service/spec-tools/run";
import { readHelp } from "./lib/help.cjs";
import { pass, turbo } from "./lib/repo.js";
import { step } from "./lib/step.js";

interface Extra {
  readonly hasArguments?: boolean;
  readonly program: readonly string[];
  /** Whether it uses built packages without building them itself. */
  readonly isBuilt?: boolean;
}

const script = (path: string) => [process.execPath, "--import", "tsx", `scripts/${path}`];

const EXTRAS: Readonly<Record<string, Extra>> = {
  demo: {
    program: script("demo.ts"),
  },
  catalogue: {
    hasArguments: true,
    program: script("catalogue/main.ts"),
  },
  mutate: {
    hasArguments: true,
    program: ["npm", "run", "--silent", "mutate", "-w", "packages/contract", "--"],
    isBuilt: true,
  },
  languages: {
    hasArguments: true,
    program: script("languages/main.ts"),
    isBuilt: true,
  },
  connectors: {
    hasArguments: true,
    program: script("connectors/main.ts"),
    isBuilt: true,
  },
  outside: {
    hasArguments: true,
    program: script("outside/main.ts"),
  },
  cluster: {
    hasArguments: true,
    program: script("cluster/main.ts"),
    isBuilt: true,
  },
  "bench-cluster": {
    program: script("cluster/bench-lists.ts"),
    isBuilt: true,
  },
};

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return console.log(readHelp("extra"));
  const extra = Object.hasOwn(EXTRAS, name) ? EXTRAS[name] : undefined;
  if (!extra) throw new Error(`Unknown name "${name}".\n\n${readHelp("extra")}`);
  if (!extra.hasArguments && args.length > 0) throw new Error(`${name} has no options, but got: ${args.join(" ")}`);
  if (extra.isBuilt && !(await step("build", turbo("run", "build", "--output-logs=errors-only"))).ok)
    throw new Error("The build failed; its output is above.");
  process.exitCode = await pass([...extra.program, ...args]);
});
