import { spawn } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { EVENT_MARK, type PackageResult, resultFile, type TestEvent } from "./package-result.js";

export interface TestedPackage {
  readonly name: string;
  /** The path of its folder, relative to the root. */
  readonly folder: string;
  /** The script that runs them. */
  readonly task: string;
}

/** The results of a package's tests. */
export interface Outcome extends TestedPackage {
  /** Undefined if the tests ended before they reported a result. */
  readonly result: PackageResult | undefined;
  /** Files that were started but not finished. */
  readonly unfinished: readonly string[];
  /** The last lines of the package's output, if there is no result. */
  readonly lastLines: readonly string[];
}

/** The results of all packages. */
export interface PackagesRun {
  readonly outcomes: readonly Outcome[];
  /** Whether every command exited with 0. */
  readonly ok: boolean;
}

export type PackageEvent = TestEvent | { readonly type: "cached" };

export interface RunOptions {
  /** The absolute path of the repository. */
  readonly root: string;
  readonly packages: readonly TestedPackage[];
  /**
   * The programs that run the tasks, with their arguments, in groups: those of a group start together, once those of the
   * group before have ended.
   */
  readonly commands: readonly (readonly (readonly string[])[])[];
  /** The file for all output. */
  readonly logFile: string;
  /** The folder for temporary files of the tests. */
  readonly temporaryFolder: string;
  onEvent?(tested: TestedPackage, event: PackageEvent): void;
  /** Ends everything that is still running. */
  readonly signal?: AbortSignal;
}

const LAST_LINES = 20;

/** Runs the tests of all packages and reads their results. */
export async function runPackages(options: RunOptions): Promise<PackagesRun> {
  const { root, packages } = options;
  await mkdir(dirname(options.logFile), { recursive: true });
  const fileOf = ({ folder, task }: TestedPackage) => join(root, folder, resultFile(task));
  const nameOf = ({ name, task }: TestedPackage) => `${name}:${task}`;
  for (const tested of packages) await rm(fileOf(tested), { force: true });
  const running = new Map(packages.map((tested) => [nameOf(tested), new Running(tested)]));
  const log = createWriteStream(options.logFile);
  const onLine = (name: string, line: string) => running.get(name)?.read(line, options.onEvent);
  const ok: boolean[] = [];
  for (const group of options.commands)
    ok.push(...(await Promise.all(group.map((command) => runCommand(command, { ...options, log }, onLine)))));
  await new Promise<void>((resolve) => log.end(resolve));
  const outcomes = await Promise.all(
    packages.map(async (tested) => ({
      ...tested,
      result: await readResult(fileOf(tested)),
      unfinished: [...(running.get(nameOf(tested))?.files ?? [])],
      lastLines: running.get(nameOf(tested))?.lastLines ?? [],
    })),
  );
  return { outcomes, ok: ok.every(Boolean) };
}

/** The state of a package, from the output of turbo. */
class Running {
  readonly files = new Set<string>();
  readonly lastLines: string[] = [];

  constructor(readonly tested: TestedPackage) {}

  read(line: string, onEvent: RunOptions["onEvent"]): void {
    const event = eventOf(line);
    if (event === undefined) {
      if (line.trim()) this.lastLines.push(line);
      if (this.lastLines.length > LAST_LINES) this.lastLines.shift();
      return;
    }
    if (event.type === "file begins") this.files.add(event.file);
    if (event.type === "file ends") this.files.delete(event.file);
    onEvent?.(this.tested, event);
  }
}

function eventOf(line: string): PackageEvent | undefined {
  if (line.startsWith(EVENT_MARK)) return JSON.parse(line.slice(EVENT_MARK.length)) as TestEvent;
  return line.startsWith("cache hit") ? { type: "cached" } : undefined;
}

async function runCommand(
  [program = "", ...args]: readonly string[],
  {
    root,
    temporaryFolder,
    log,
    signal,
  }: Pick<RunOptions, "root" | "temporaryFolder" | "signal"> & { log: WriteStream },
  onLine: (name: string, line: string) => void,
): Promise<boolean> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: temporaryFolder, TEST_PROGRESS: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    // They are ended as a group, with a signal that turbo passes on: the tests run in separate process groups.
    detached: true,
  });
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end);
  const read = (stream: NodeJS.ReadableStream) =>
    createInterface({ input: stream }).on("line", (raw) => {
      const line = stripVTControlCharacters(raw);
      const [, name, text = ""] = /^(\S+): (.*)$/.exec(line) ?? [];
      if (!text.startsWith(EVENT_MARK)) log.write(`${line}\n`);
      if (name !== undefined) onLine(name, text);
    });
  for (const stream of [child.stdout, child.stderr]) read(stream);
  const ok = await new Promise<boolean>((resolve) => {
    child.once("error", (error) => {
      log.write(`${error.message}\n`);
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  signal?.removeEventListener("abort", end);
  return ok;
}

async function readResult(file: string): Promise<PackageResult | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as PackageResult);
}
