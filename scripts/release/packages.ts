import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { workspaces } from "../lib/workspaces.js";

/** The fields of a package.json that a release needs. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly bugs?: { readonly url: string };
  readonly homepage?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A package that is published. */
export interface PublishedPackage {
  /** The path of its folder, relative to the root. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

/**
 * Returns the packages that are not private, in publishing order: each after the packages that it depends on.
 *
 * @param only the folder of one package below `packages/`; then only it and what it needs
 * @throws Error if there is no such package
 */
export async function publishedPackages(root: string, only?: string): Promise<PublishedPackage[]> {
  const all = await Promise.all(
    (await workspaces(root)).map(async ({ folder }) => ({ folder, manifest: await readManifest(join(root, folder)) })),
  );
  const published = new Map(all.filter(({ manifest }) => !manifest.private).map((each) => [each.manifest.name, each]));
  const ordered = new Set<PublishedPackage>();
  const add = (each: PublishedPackage) => {
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const dependency = published.get(name);
      if (dependency && !ordered.has(dependency)) add(dependency);
    }
    ordered.add(each);
  };
  const wanted = [...published.values()].filter(
    ({ folder }) => !only || folder === `packages/${only}` || folder === only,
  );
  if (wanted.length === 0) {
    const names = [...published.values()].map(({ folder }) => folder.replace(/^packages\//, ""));
    throw new Error(`There is no package "${only}" to pack. Packages: ${names.join(", ")}.`);
  }
  for (const each of wanted) add(each);
  return [...ordered];
}

/** Whether a URL is still the placeholder: hosts under `.example` are reserved (RFC 2606). */
export function isPlaceholder(url: string): boolean {
  return new URL(url.replace(/^git\+/, "")).hostname.endsWith(".example");
}
