import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The fields of a package.json that commands use. */
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

/** A package of this repository. */
export interface Workspace {
  readonly name: string;
  /** The path of its folder, relative to the root. */
  readonly folder: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly manifest: Manifest;
}

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Returns all packages of the repository. */
export async function workspaces(root: string): Promise<Workspace[]> {
  const folders = ["openapi", "scripts", ...(await readdir(join(root, "packages"))).map((name) => `packages/${name}`)];
  const found: Workspace[] = [];
  for (const folder of folders) {
    // A folder that is left from a removed package has no manifest.
    const manifest = await readManifest(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (manifest) found.push({ name: manifest.name, folder, scripts: manifest.scripts ?? {}, manifest });
  }
  return found;
}
