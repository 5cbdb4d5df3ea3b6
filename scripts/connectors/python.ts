import { createHash } from "node:crypto";
import { access, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { execute, root } from "../lib/repo.js";

const NAMES = ["python3", "python3.13", "python3.12", "python3.11", "python3.10"];
const IS_NEW_ENOUGH = "import sys, venv, ensurepip; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))";

/** A Python environment with everything that the connectors need. */
export interface Environment {
  program(name: string): string;
}

/**
 * Creates the virtual environment of the tests, or returns that of an earlier run.
 *
 * @returns the environment, or what is missing on this machine
 */
export async function pythonEnvironment(): Promise<Environment | { lacks: string }> {
  const python = await findPython();
  if (!python) return { lacks: "no Python 3.10 to 3.13 with venv was found" };
  const requirements = join(root, "packages/cli/connectors/requirements.txt");
  const version = createHash("sha256")
    .update(await readFile(requirements))
    .digest("hex")
    .slice(0, 12);
  const folder = join(root, "node_modules/.cache", `connectors-${version}`);
  const program = (name: string) => join(folder, "bin", name);
  const isComplete = await access(join(folder, "complete")).then(
    () => true,
    () => false,
  );
  if (isComplete) return { program };
  await rm(folder, { recursive: true, force: true });
  console.log("Installing airbyte-cdk and dlt from PyPI …");
  const made = await execute([python, "-m", "venv", folder]);
  if (!made.ok) return { lacks: `${python} -m venv failed: ${made.output.trim()}` };
  const pip = ["install", "--quiet", "--disable-pip-version-check", "--requirement", requirements];
  const installed = await execute([program("python"), "-m", "pip", ...pip]);
  if (!installed.ok)
    return { lacks: `PyPI cannot be reached, or a package cannot be installed:\n${installed.output.trim()}` };
  await execute([program("python"), "-c", `open(${JSON.stringify(join(folder, "complete"))}, "w").close()`]);
  return { program };
}

async function findPython(): Promise<string | undefined> {
  for (const name of NAMES) if ((await execute([name, "-c", IS_NEW_ENOUGH])).ok) return name;
  return undefined;
}
