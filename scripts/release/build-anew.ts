import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Finished, turbo } from "../lib/repo.js";
import { publishedPackages } from "./packages.js";

/**
 * Builds every package from scratch, because everything in `dist` is packed. Removes files of earlier builds first, and
 * does not use turbo's cache, which stores `dist` as a whole and would restore such files.
 *
 * @param run runs a command in the root of the repository
 */
export async function buildAnew(
  root: string,
  run: (command: string[]) => Promise<Pick<Finished, "ok">>,
): Promise<void> {
  for (const { folder } of await publishedPackages(root))
    await rm(join(root, folder, "dist"), { recursive: true, force: true });
  const { ok } = await run(turbo("run", "build", "--force", "--output-logs=errors-only"));
  if (!ok) throw new Error("The build failed; its output is above.");
}
