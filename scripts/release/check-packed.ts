import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { type Packed, readTarball } from "./pack.js";

/**
 * Returns the findings of publint and "Are the types wrong?" for a packed package, one sentence each. For a package
 * without a CommonJS build, TypeScript's `node10` resolution and CommonJS types are not checked; Node's `require` can
 * load its ES modules.
 */
async function problemsOf(packed: Packed): Promise<string[]> {
  const tarball = await readTarball(packed);
  const bytes = new Uint8Array(tarball);
  const lint = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const forBoth = JSON.stringify(packed.manifest.exports).includes('"require"');
  // Files other than JavaScript have no types.
  const excludeEntrypoints = Object.keys(packed.manifest.exports ?? {}).filter((name) => /\.(ya?ml|json)$/.test(name));
  const entries = Object.keys(packed.manifest.exports ?? {}).filter((name) => !excludeEntrypoints.includes(name));
  const messages = lint.messages.map((message) => formatMessage(message, lint.pkg) ?? message.code);
  const named = (problems: string[]) => problems.map((problem) => `${packed.manifest.name}: ${problem}`);
  // A package that only has commands has nothing to import.
  if (entries.length === 0) return named(messages);
  const types = await checkPackage(createPackageFromTarballData(bytes), { excludeEntrypoints });
  if (types.types === false) return named([...messages, "it has no types"]);
  const wrong = types.problems.filter((problem) => forBoth || !isOfCommonJs(problem));
  return named([...messages, ...wrong.map((problem) => `types: ${JSON.stringify(problem)}`)]);
}

function isOfCommonJs(problem: Problem): boolean {
  const kind = "resolutionKind" in problem ? problem.resolutionKind : undefined;
  return kind === "node10" || kind === "node16-cjs";
}

/** Returns the problems of packed packages, one sentence each. */
export async function checkPacked(packed: readonly Packed[]): Promise<string[]> {
  const problems: string[] = [];
  // One after the other: each check loads compilers and the whole package into memory.
  for (const each of packed) problems.push(...(await problemsOf(each)));
  return problems;
}
