import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { inDocs } from "../paths.js";

const exec = promisify(execFile);

/** The URL of the service as it is written in the samples. */
export const WRITTEN_URL = "http://localhost:4010";

/** A program from the docs, in a language that can be run. */
export interface Runnable {
  language: "shell" | "typescript" | "python";
  source: string;
}

/**
 * Runs a sample as a reader would, but against another port. Returns its output, with formatted JSON.
 *
 * @param url where the mock listens
 * @throws Error with the output of the program, if it fails
 */
export async function runSample({ language, source }: Runnable, url: string): Promise<string> {
  const program = source.replaceAll(WRITTEN_URL, url);
  const { stdout } = await runners[language](program);
  return inLines(stdout.replaceAll(url, WRITTEN_URL));
}

const runners: Record<Runnable["language"], (program: string) => Promise<{ stdout: string }>> = {
  shell: (program) => inFolder((cwd) => exec("sh", ["-c", program], { cwd })),
  typescript: runTypeScript,
  python: (program) => exec(python, ["-c", program]),
};

/** The path of the interpreter: the `python3` in the PATH may be a wrapper script that searches for it on each call. */
const python = await exec("python3", ["-c", "import sys; print(sys.executable if sys.version_info >= (3, 7) else '')"])
  .then(({ stdout }) => stdout.trim())
  .catch(() => "");

/** The reason why Python samples cannot be run on this machine; undefined if they can. */
export const noPython = python ? undefined : "there is no Python 3.7 or newer with the name python3";

function runTypeScript(source: string): Promise<{ stdout: string }> {
  return inFolder(async (folder) => {
    const file = join(folder, "sample.mjs");
    const { code } = await transform(source, { loader: "ts", format: "esm", target: "node20" });
    await writeFile(file, code);
    return exec(process.execPath, [file], { env: { ...process.env, NO_COLOR: "1" } });
  });
}

/**
 * Runs a program that may write files in a new folder. The folder is inside the package, so that the packages of the
 * repository are found from there.
 */
async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(inDocs(".run-"));
  try {
    return await run(folder);
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

/** Replaces the timestamps in an output, which are the only difference between runs. */
export const withoutTimes = (output: string) =>
  output.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "(a moment)");
