import { execute, root } from "./repo.js";

/** The command that checks the spec as `npm run generate` does, and writes nothing. */
export const LINT_SPEC = [
  process.execPath,
  "--import",
  "tsx",
  `${root}packages/spec-tools/src/generate/openapi.ts`,
  "--only-lint",
];

/**
 * Stops if the spec has a mistake of any kind.
 *
 * @throws Error with what `npm run generate` prints for it
 */
export async function stopOnMistakes(): Promise<void> {
  const { ok, output } = await execute(LINT_SPEC);
  if (!ok) throw new Error(output.trim());
}
