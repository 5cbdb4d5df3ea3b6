/** `npm run extra -- NAME`: what is not needed for most changes. `--help` lists the names. */
import { run } from "@metadata-service/spec-tools/run";
import { pass, turbo } from "./lib/repo.js";
import { step } from "./lib/step.js";

interface Extra {
  /** What it does, in one sentence. */
  readonly help: string;
  /** What may follow its name. */
  readonly takes?: string;
  readonly program: readonly string[];
  /** Whether it uses built packages without building them itself. */
  readonly isBuilt?: boolean;
}

const script = (path: string) => [process.execPath, "--import", "tsx", `scripts/${path}`];

const EXTRAS: Readonly<Record<string, Extra>> = {
  demo: {
    help: "creates a record with every item type and reads all lists, against the mock",
    program: script("demo.ts"),
  },
  catalogue: {
    help: "makes each edit of the catalogue in a copy of the repository, and tries every surface with it",
    takes: "[PATTERN]",
    program: script("catalogue/main.ts"),
  },
  mutate: {
    help: "runs the contract suite against faulty servers, and counts the faults that it notices",
    takes: "[OPTIONS]",
    program: ["npm", "run", "--silent", "mutate", "-w", "packages/contract", "--"],
    isBuilt: true,
  },
  languages: {
    help: "tries clients that other generators make for other languages; needs their compilers, Maven Central and PyPI",
    takes: "[NAME...]",
    program: script("languages/main.ts"),
    isBuilt: true,
  },
  connectors: {
    help: "runs the connectors for Airbyte and dlt with their engines; needs Python and PyPI",
    takes: "[airbyte] [dlt]",
    program: script("connectors/main.ts"),
    isBuilt: true,
  },
  outside: {
    help: "publishes the packages to a registry on this machine, and uses them as other projects do",
    takes: "[PATTERN]",
    program: script("outside/main.ts"),
  },
  cluster: {
    help: "tests the service on a Citus cluster: the one at CITUS_URL, or one that it starts",
    takes: "[--full]",
    program: script("cluster/main.ts"),
    isBuilt: true,
  },
  "bench-cluster": {
    help: "measures a list of 10 million records on such a cluster",
    program: script("cluster/bench-lists.ts"),
    isBuilt: true,
  },
};

const USAGE = `npm run extra -- NAME

${Object.entries(EXTRAS)
  .map(([name, { help, takes = "" }]) => `  ${`${name} ${takes}`.padEnd(28)} ${help}`)
  .join("\n")}`;

await run(async () => {
  const [name = "--help", ...args] = process.argv.slice(2);
  if (name === "--help" || name === "-h") return console.log(USAGE);
  const extra = Object.hasOwn(EXTRAS, name) ? EXTRAS[name] : undefined;
  if (!extra) throw new Error(`Unknown name "${name}".\n\n${USAGE}`);
  const asksHelp = args.includes("--help") || args.includes("-h");
  if (asksHelp && name !== "mutate")
    return console.log(`npm run extra -- ${name} ${extra.takes ?? ""}\n\nIt ${extra.help}.`);
  if (extra.takes === undefined && args.length > 0)
    throw new Error(`${name} has no options, but got: ${args.join(" ")}`);
  if (extra.isBuilt && !(await step("build", turbo("run", "build", "--output-logs=errors-only"))).ok)
    throw new Error("The build failed; its output is above.");
  process.exitCode = await pass([...extra.program, ...args]);
});
