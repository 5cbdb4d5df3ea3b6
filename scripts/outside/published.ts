import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { inFolder } from "../lib/in-folder.js";
import { root } from "../lib/repo.js";
import { packAll } from "../release/pack.js";
import { publishAll } from "../release/publish.js";
import { startRegistry } from "./registry.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The lines of an .npmrc with which npm finds the published packages. */
    npmrc: string;
    /** The published packages, as `name@version`. */
    published: string[];
  }
}

/** Publishes all packages to a local registry, as a release would, before the tests in this folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const registry = await startRegistry();
  await inFolder("publish", async (folder) => {
    await writeFile(join(folder, ".npmrc"), registry.npmrc);
    const packed = await packAll(root, folder);
    await publishAll(packed, { cwd: folder, provenance: false });
    project.provide("npmrc", registry.npmrc);
    project.provide(
      "published",
      packed.map(({ manifest }) => `${manifest.name}@${manifest.version}`),
    );
  }).catch(async (error: unknown) => {
    await registry.stop();
    throw error;
  });
  return () => registry.stop();
}
