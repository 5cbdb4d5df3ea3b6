import type { Packed } from "./pack.js";
import { runCommand } from "./run-command.js";

/** How to publish. */
export interface PublishOptions {
  /** Where npm runs: it reads the .npmrc there. */
  readonly cwd: string;
  /** Whether npm states where and from what the package was built; only a supported CI service can. */
  readonly provenance: boolean;
}

/** Publishes tarballs one after the other. What the registry has already is skipped, so a release that broke off can be repeated. */
export async function publishAll(packed: readonly Packed[], { cwd, provenance }: PublishOptions): Promise<void> {
  for (const { manifest, tarball } of packed) {
    const title = `${manifest.name}@${manifest.version}`;
    if (await isPublished(title, cwd)) {
      console.log(`  ${title} is published already`);
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
