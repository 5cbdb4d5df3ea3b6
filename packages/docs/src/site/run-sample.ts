import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { inDocs } from "./paths.js";

const exec = promisify(execFile);

/** Where the samples find the service, as it is written in them. */
export const WRITTEN_URL = "http://localhost:4010";

/** A program out of the docs, in one of the two languages that are run. */
export interface Runnable {
  language: "shell" | "typescript";
  source: string;
}

/**
 * Runs a sample as a reader would, only against another port, and returns what it prints, JSON set in lines.
 *
 * @param url where the mock listens
 * @throws Error where the program fails, with what it said
 */
export async function runSample({ language, source }: Runnable, url: string): Promise<string> {
  const program = source.replaceAll(WRITTEN_URL, url);
  const { stdout } = language === "shell" ? await exec("sh", ["-c", program]) : await runTypeScript(program);
  return inLines(stdout.replaceAll(url, WRITTEN_URL));
}

/** The folder is inside of the package, so that the packages of the repository are found from it. */
async function runTypeScript(source: string): Promise<{ stdout: string }> {
  const folder = await mkdtemp(inDocs(".run-"));
  try {
    const file = join(folder, "sample.mjs");
    const { code } = await transform(source, { loader: "ts", format: "esm", target: "node20" });
    await writeFile(file, code);
    return await exec(process.execPath, [file], { env: { ...process.env, NO_COLOR: "1" } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function inLines(text: string): string {
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}

/** An output without the moments at which something was stored: they are the only thing that differs from run to run. */
export const withoutTimes = (output: string) =>
  output.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "(a moment)");
