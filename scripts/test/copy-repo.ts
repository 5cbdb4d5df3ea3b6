import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../lib/repo.js";
import { workspaces } from "../lib/workspaces.js";

/** The result of a program, and its output. */
export interface Finished {
  ok: boolean;
  output: string;
}

/** A copy of this repository that can be edited, generated, built and run without changing the real one. */
export interface RepoCopy {
  folder: string;
  /** Replaces `from` with `to` in a file, or writes the whole file if `from` is empty. */
  edit(file: string, from: string, to: string): Promise<void>;
  /** Runs a program in the copy. */
  run(program: string, ...args: string[]): Finished;
  /** Runs a program in a folder of the copy, at the same time as others. */
  start(folder: string, program: string, ...args: string[]): Promise<Finished>;
  /** Returns the text of every file in a folder, or of those chosen, by path. */
  files(folder: string, chosen?: (path: string) => boolean): Promise<Map<string, string>>;
  remove(): Promise<void>;
}

/**
 * Copies this repository. In the copy, turbo takes what the edits do not concern from the cache of this one, instead of
 * building it again.
 *
 * @param options.built whether to copy built files too
 */
export async function copyRepo({ built = false } = {}): Promise<RepoCopy> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-"));
  for (const path of sources()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // A tenth of the time of the asynchronous one.
    copyFileSync(join(root, path), join(folder, path));
  }
  if (built)
    for (const { folder: workspace } of await workspaces(folder)) await copyIfThere(join(workspace, "dist"), folder);
  // What the commands for the spec run.
  await copyIfThere("packages/spec-tools/.compiled", folder);
  await linkModules(folder);
  // In a git repository, turbo knows what is ignored, and caches as in the real one.
  spawnSync("git", ["init", "--quiet"], { cwd: folder });
  const environment = () => ({
    ...process.env,
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_CACHE_DIR: turboCache(),
  });
  return {
    folder,
    async edit(file, from, to) {
      const path = join(folder, file);
      await mkdir(dirname(path), { recursive: true });
      if (from === "") return writeFile(path, to);
      const text = await readFile(path, "utf8");
      if (!text.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}; fix the test.`);
      await writeFile(
        path,
        text.replace(from, () => to),
      );
    },
    run(program, ...args) {
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: folder,
        encoding: "utf8",
        env: environment(),
        maxBuffer: MOST_OUTPUT,
      });
      return { ok: status === 0, output: stdout + stderr };
    },
    start: (below, program, ...args) =>
      new Promise((resolve) => {
        const options = { cwd: join(folder, below), env: environment(), maxBuffer: MOST_OUTPUT };
        execFile(program, args, options, (error, stdout, stderr) =>
          resolve({ ok: error === null, output: stdout + stderr }),
        );
      }),
    async files(below, chosen = () => true) {
      const found = new Map<string, string>();
      for (const entry of await readdir(join(folder, below), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) {
          const path = relative(folder, join(entry.parentPath, entry.name));
          if (!/(^|\/)(node_modules|dist|\.compiled|\.turbo)\//.test(path) && chosen(path))
            found.set(path, await readFile(join(folder, path), "utf8"));
        }
      return found;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const MOST_OUTPUT = 1 << 26;

/** Returns turbo's cache in the main worktree of this repository. */
export function turboCache(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "--git-common-dir"], { cwd: root, encoding: "utf8" });
  return join(resolve(root, stdout.trim()), "../.turbo/cache");
}

/**
 * Returns the files that git tracks or would add. Git ignores the files that other tests write and remove meanwhile.
 */
function sources(): string[] {
  const { status, stdout, stderr } = spawnSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`git cannot list the files of the repository: ${stderr}`);
  return stdout.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

async function copyIfThere(path: string, folder: string): Promise<void> {
  if (existsSync(join(root, path))) await cp(join(root, path), join(folder, path), { recursive: true });
}

/** Links the installed packages of the real repository, and the workspaces of the copy. */
async function linkModules(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  const scope = "@metadata-service";
  await mkdir(join(modules, scope), { recursive: true });
  for (const name of await readdir(join(root, "node_modules")))
    if (name !== scope && name !== ".cache") await symlink(join(root, "node_modules", name), join(modules, name));
  for (const { name, folder: workspace } of await workspaces(folder)) {
    await symlink(join(folder, workspace), join(modules, name));
    const own = join(root, workspace, "node_modules");
    if ((await readdir(own).catch(() => [])).length > 0) await symlink(own, join(folder, workspace, "node_modules"));
  }
}
