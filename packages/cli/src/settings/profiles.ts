import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { readTextFile } from "@metadata-service/spec-tools/input";
import { CommandError } from "../command-error.js";
import type { Environment } from "../environment.js";
import { replaceFile } from "../targets/part-file.js";

/** The URL and the API key of a service. */
export interface Profile {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** By name. */
type Profiles = ReadonlyMap<string, Profile>;

/**
 * The file of the profiles, in the user's configuration folder.
 *
 * @throws CommandError if there is no such folder
 */
export function profilesPath(environment: Pick<Environment, "env" | "home" | "platform">): string {
  const folder = folderOf(environment);
  // A relative path would depend on the folder in which the command is run (XDG Base Directory Specification).
  if (!isAbsolute(folder))
    throw new CommandError("There is no folder for profiles, because HOME is not set. Set it, or XDG_CONFIG_HOME.");
  return join(folder, "metadata-service", "profiles.json");
}

function folderOf(environment: Pick<Environment, "env" | "home" | "platform">): string {
  const { env, platform } = environment;
  if (platform === "win32") return env["APPDATA"] || join(environment.home, "AppData", "Roaming");
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  return isAbsolute(xdg) ? xdg : join(environment.home, ".config");
}

/**
 * Reads all profiles; returns none if the file does not exist.
 *
 * @throws CommandError if others could read the file, or it is invalid
 */
export async function readProfiles(environment: Environment): Promise<Profiles> {
  const path = profilesPath(environment);
  const text = await readTextFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new CommandError(`Cannot read the profiles in ${path}: ${error.message}`);
  });
  if (text === undefined) return new Map();
  const { mode } = await stat(path);
  if (environment.platform !== "win32" && (mode & 0o077) !== 0)
    throw new CommandError(`Other users can read the keys in ${path}. Run: chmod 600 ${path}`);
  const profiles = parse(text);
  if (!profiles)
    throw new CommandError(`${path} is not a file of profiles. Correct or delete it, then run: metadata login`);
  return profiles;
}

/** Parses the file; undefined if it is not an object with a URL and a key in each field. */
function parse(text: string): Profiles | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  const entries = Object.entries(content);
  return entries.every(([, one]) => isProfile(one)) ? new Map(entries) : undefined;
}

const isProfile = (value: unknown): value is Profile => {
  const { baseUrl, apiKey } = Object(value);
  return typeof baseUrl === "string" && typeof apiKey === "string";
};

/** Changes the profiles. The file is replaced atomically, and only its owner can read it. */
export async function changeProfiles(
  environment: Environment,
  change: (profiles: Profiles) => Profiles,
): Promise<void> {
  const path = profilesPath(environment);
  const profiles = change(await readProfiles(environment));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(Object.fromEntries(profiles), null, 2)}\n`;
  await replaceFile(path, (part) => writeFile(part.path, text), 0o600);
}
