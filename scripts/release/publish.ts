import type { Packed } from "./pack.js";
import { runCommand } from "./run-command.js";

export interface PublishOptions {
  /** The folder where npm runs, and reads its .npmrc. */
  readonly cwd: string;
  /**
   * Whether npm publishes a provenance attestation: where and from what the package was built. Only supported CI
   * services can create one.
   */
  readonly provenance: boolean;
}

/**
 * Publishes tarballs one after the other. Skips versions that are already in the registry, so that an interrupted
 * release can be repeated.
 */
export async function publishAll(packed: readonly Packed[], { cwd, provenance }: PublishOptions): Promise<void> {
  for (const { manifest, tarball } of packed) {
    const title = `${manifest.name}@${manifest.version}`;
    if (await isPublished(title, cwd)) {
      console.log(`  ${title} is already published`);
      continue;
    }
    const flags = ["--access=public", `--provenance=${provenance}`, "--ignore-scripts", "--loglevel=error"];
    await runCommand("npm", ["publish", tarball, ...flags], cwd);
    console.log(`  ${title} published`);
  }
}

async function isPublished(title: string, cwd: string): Promise<boolean> {
  try {
    return (await runCommand("npm", ["view", title, "version", "--json"], cwd)).trim() !== "";
  } catch (error) {
    if (error instanceof Error && error.message.includes("E404")) return false;
    throw error;
  }
}
