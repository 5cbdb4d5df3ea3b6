import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Manifest, readManifest } from "../lib/workspaces.js";
import { publishedPackages } from "./packages.js";

/** The command that copies shared fields and the license from the root into every package. */
export const COMPLETE = "npm run release -- --complete";

/**
 * The fields of a package's manifest that are derived from the root's. If they are wrong, users cannot find the source
 * or report bugs.
 */
function inheritedFields(root: Manifest, folder: string): Pick<Manifest, "repository" | "bugs" | "homepage"> {
  const { repository, bugs, homepage } = root;
  if (!repository || !bugs || !homepage)
    throw new Error("package.json at the root needs repository, bugs and homepage");
  return {
    homepage: `${homepage}/tree/main/${folder}#readme`,
    bugs,
    repository: { ...repository, directory: folder },
  };
}

/** Returns what is missing in the published packages, one sentence each. */
export async function packageProblems(root: string): Promise<string[]> {
  const rootManifest = await readManifest(root);
  const license = await readFile(join(root, "LICENSE"), "utf8");
  const problems: string[] = [];
  for (const { folder, manifest } of await publishedPackages(root)) {
    const read = (file: string) => readFile(join(root, folder, file), "utf8").catch(() => "");
    const wrong = [
      ...manifestProblems(manifest, rootManifest, folder),
      (await read("LICENSE")) !== license && `LICENSE must be a copy of the root's; run ${COMPLETE}`,
      !(await read("README.md")).startsWith(`# ${manifest.name}\n`) && `README.md must begin with "# ${manifest.name}"`,
    ];
    problems.push(...wrong.filter((text) => text !== false).map((text) => `${folder}: ${text}`));
  }
  return problems;
}

function manifestProblems(manifest: Manifest, root: Manifest, folder: string): (string | false)[] {
  const inherited = Object.entries(inheritedFields(root, folder));
  return [
    ...inherited.map(
      ([name, value]) =>
        JSON.stringify(manifest[name as keyof Manifest]) !== JSON.stringify(value) &&
        `${name} in package.json must match the root's; run ${COMPLETE}`,
    ),
    manifest.license !== root.license && `license in package.json must be ${root.license}`,
    !manifest.description && "description is missing in package.json",
    !manifest.keywords?.length && "keywords are missing in package.json",
  ];
}

/** Writes the fields and files that are derived from the root into every published package. */
export async function completePackages(root: string): Promise<void> {
  const rootManifest = await readManifest(root);
  for (const { folder } of await publishedPackages(root)) {
    await copyFile(join(root, "LICENSE"), join(root, folder, "LICENSE"));
    const { name, version, description, keywords, ...rest } = await readManifest(join(root, folder));
    const first = { name, version, description, keywords, ...inheritedFields(rootManifest, folder) };
    // Inherited fields keep their position at the beginning, and override the package's fields.
    const manifest = { ...first, ...rest, ...inheritedFields(rootManifest, folder) };
    await writeFile(join(root, folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
}
