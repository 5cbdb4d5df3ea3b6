import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError } from "../failures.js";
import { replaceFile } from "../targets/part-file.js";
import type { World } from "../world.js";

/** The URL and the API key of a service. */
export interface Profile {
  readonly baseUrl: string;
  readonly apiKey: string;
}

type Profiles = Record<string, Profile>;

/** The file of the profiles, in the user's configuration folder. */
export function profilesPath({ env, home, platform }: Pick<World, "env" | "home" | "platform">): string {
  const folder =
    platform === "win32"
      ? (env["APPDATA"] ?? join(home, "AppData", "Roaming"))
      : (env["XDG_CONFIG_HOME"] ?? join(home, ".config"));
  return join(folder, "metadata-service", "profiles.json");
}

/**
 * Reads all profiles; returns none if the file does not exist.
 *
 * @throws CommandError if others could read the file, or it is invalid
 */
export async function readProfiles(world: World): Promise<Profiles> {
  const path = profilesPath(world);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new CommandError(`Cannot read the profiles in ${path}: ${error.message}`);
  });
  if (text === undefined) return {};
  const { mode } = await stat(path);
  if (world.platform !== "win32" && (mode & 0o077) !== 0)
    throw new CommandError(`Other users can read the keys in ${path}. Run: chmod 600 ${path}`);
  try {
    return JSON.parse(text) as Profiles;
  } catch {
    throw new CommandError(`${path} is not JSON. Correct or delete it, then run: metadata login`);
  }
}

/** Changes the profiles. The file is replaced atomically, and only its owner can read it. */
export async function changeProfiles(world: World, change: (profiles: Profiles) => Profiles): Promise<void> {
  const path = profilesPath(world);
  const profiles = change(await readProfiles(world));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, (part) => writeFile(part.path, `${JSON.stringify(profiles, null, 2)}\n`), 0o600);
}
