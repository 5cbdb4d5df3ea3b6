import type { Check } from "../test-runner/summary.js";
import { turbo } from "./repo.js";
import { ASIDE, step } from "./step.js";

const script = (path: string, ...args: string[]) => [process.execPath, "--import", "tsx", path, ...args];
const quiet = "--output-logs=errors-only";
// More compilers than cores would only compete for memory.
const onEveryCore = "--concurrency=100%";

/** What `npm run check` runs, by the name that selects it. */
const CHECKS = {
  generated: script("scripts/check-generated.ts"),
  released: script("scripts/spec/diff.ts", "--check"),
  lint: script("scripts/lint.ts"),
  build: turbo("run", "build", quiet, onEveryCore),
  types: script("scripts/check-types.ts"),
};
type Name = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as Name[];

const TITLES: Readonly<Partial<Record<Name, string>>> = { generated: "generated files", released: "released spec" };

/** Runs all checks, or those with these names, and prints a line for each. */
export async function runChecks(names: readonly string[] = CHECK_NAMES): Promise<Check[]> {
  const results: Check[] = [];
  const check = async (name: Name) => {
    if (!names.includes(name)) return;
    const title = TITLES[name] ?? name;
    const { ok, output } = await step(title, CHECKS[name]);
    const [, aside] = output.match(new RegExp(`^${ASIDE}(.*)$`, "m")) ?? [];
    results.push({ name: title, repeat: `npm run check -- ${name}`, ok, ...(aside !== undefined && { aside }) });
  };
  // First and alone, because it writes the generated files, which all other checks read.
  await check("generated");
  // At the same time, because neither uses both cores. The released spec is compared by a package that is built.
  const built = check("build");
  await Promise.all([
    built.then(() => check("types")),
    Promise.all([built, check("lint")]).then(() => check("released")),
  ]);
  return results;
}
