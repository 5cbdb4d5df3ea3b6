import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Manifest } from "../lib/workspaces.js";
import { type PublishedPackage, publishedPackages } from "./packages.js";
import { runCommand } from "./run-command.js";

export interface Packed extends PublishedPackage {
  /** The path of its tarball. */
  readonly tarball: string;
  /** The size of the tarball in bytes. */
  readonly size: number;
  /** The files in it, relative to the package's folder. */
  readonly files: readonly string[];
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs every published package into a folder, or one and what it needs, in publishing order. The package.json in the tarballs lacks what only
 * this repository uses: scripts, development dependencies, and exports of files that are not packed.
 */
export async function packAll(root: string, folder: string, only?: string): Promise<Packed[]> {
  const packages = await publishedPackages(root, only);
  const contents = await npmPack(root, ["--dry-run", ...packages.map((each) => `./${each.folder}`)]);
  const stages: string[] = [];
  for (const [i, { folder: source, manifest }] of packages.entries()) {
    const stage = join(folder, "stage", source);
    stages.push(stage);
    const files = contents[i]?.files.map(({ path }) => path) ?? [];
    for (const file of files) {
      await mkdir(dirname(join(stage, file)), { recursive: true });
      await cp(join(root, source, file), join(stage, file));
    }
    const published = publishedManifest(manifest, new Set(files));
    await writeFile(join(stage, "package.json"), `${JSON.stringify(published, undefined, 2)}\n`);
  }
  const packed = await npmPack(root, ["--pack-destination", folder, ...stages]);
  return packages.map((each, i) => {
    const { filename, size, files } = packed[i] as PackReport;
    return { ...each, tarball: join(folder, filename), size, files: files.map(({ path }) => path) };
  });
}

async function npmPack(root: string, args: string[]): Promise<PackReport[]> {
  const output = await runCommand("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error", ...args], root);
  return JSON.parse(output) as PackReport[];
}

export function publishedManifest(manifest: Manifest, files: ReadonlySet<string>): Manifest {
  const { scripts: _scripts, devDependencies: _development, exports = {}, ...rest } = manifest;
  const kept = Object.entries(exports).filter(([, target]) =>
    targetsOf(target).every((file) => files.has(file.replace(/^\.\//, ""))),
  );
  return { ...rest, exports: Object.fromEntries(kept) };
}

/** Returns the files that an entry of `exports` refers to. */
function targetsOf(target: unknown): string[] {
  if (typeof target === "string") return [target];
  return Object.values(Object(target)).flatMap(targetsOf);
}

export const readTarball = ({ tarball }: Packed): Promise<Buffer> => readFile(tarball);
