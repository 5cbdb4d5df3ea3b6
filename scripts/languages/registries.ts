import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder } from "../lib/in-folder.js";
import { shell } from "./shell.js";

const script = (path: string) => fileURLToPath(new URL(`./samples/${path}`, import.meta.url));

/** Fetches openapi-generator into a folder; undefined if Maven or Maven Central is not available. */
export async function fetchJar(folder: string): Promise<string | undefined> {
  const { ok } = await shell(script("openapi-generator/fetch.sh"), folder);
  return ok ? join(folder, "openapi-generator-cli.jar") : undefined;
}

/** Whether pip can fetch a small package. If not, the machine has no access to PyPI, and the client is not at fault. */
export const reachesPypi = (): Promise<boolean> =>
  inFolder("pypi", async (folder) => (await shell(script("pypi/probe.sh"), folder)).ok);
