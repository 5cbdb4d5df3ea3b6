import { type Workspace, workspaces } from "../lib/workspaces.js";

export type PublishedPackage = Pick<Workspace, "folder" | "manifest">;

/**
 * Returns the packages that are not private, in publishing order: each after the packages that it depends on.
 *
 * @param only the folder of one package below `packages/`; then only it and what it needs
 * @throws Error if there is no such package
 */
export async function publishedPackages(root: string, only?: string): Promise<PublishedPackage[]> {
  const all = (await workspaces(root)).filter(({ manifest }) => !manifest.private);
  const published = new Map(all.map((each) => [each.name, each]));
  const ordered = new Set<PublishedPackage>();
  const add = (each: PublishedPackage) => {
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const dependency = published.get(name);
      if (dependency && !ordered.has(dependency)) add(dependency);
    }
    ordered.add(each);
  };
  const wanted = all.filter(({ folder }) => !only || folder === `packages/${only}` || folder === only);
  if (wanted.length === 0) {
    const names = all.map(({ folder }) => folder.replace(/^packages\//, ""));
    throw new Error(`There is no package "${only}" to pack. Packages: ${names.join(", ")}.`);
  }
  for (const each of wanted) add(each);
  return [...ordered];
}

/** Whether a URL is still the placeholder: hosts under `.example` are reserved (RFC 2606). */
export function isPlaceholder(url: string): boolean {
  return new URL(url.replace(/^git\+/, "")).hostname.endsWith(".example");
}
