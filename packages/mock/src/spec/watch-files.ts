import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Watches files that may change, disappear and reappear. */
export interface FileWatch {
  /** Watches the folders of these files too. */
  add(files: readonly string[]): void;
  close(): void;
}

/** The time between two looks, in milliseconds. */
const PAUSE = 100;
/** How many times longer the pause after a look is at least, for specs of thousands of files. */
const REST = 20;
const SPEC_FILE = /\.(?:ya?ml|json)$/;

/**
 * Watches the folders of files by looking at them again and again: editors save by renaming, a missing file may be created
 * later, and a folder may be replaced as a whole, after which the system's notifications are about the old one.
 *
 * @param onChange called with the paths that changed, when no more changes arrive
 */
export function watchFiles(files: readonly string[], onChange: (paths: readonly string[]) => void): FileWatch {
  const folders = new Map<string, Versions>();
  const changed = new Set<string>();
  const add = (more: readonly string[]) => {
    for (const folder of new Set(more.map(dirname))) if (!folders.has(folder)) folders.set(folder, versionsIn(folder));
  };

  function look(): void {
    const start = performance.now();
    let isQuiet = true;
    for (const [folder, was] of folders) {
      const is = versionsIn(folder);
      folders.set(folder, is);
      for (const name of new Set([...was.keys(), ...is.keys()])) {
        if (was.get(name) === is.get(name)) continue;
        isQuiet = false;
        changed.add(join(folder, name));
      }
    }
    timer = setTimeout(look, Math.max(PAUSE, (performance.now() - start) * REST));
    // Editors and generators save in several steps.
    if (!isQuiet || changed.size === 0) return;
    const paths = [...changed];
    changed.clear();
    onChange(paths);
  }

  add(files);
  let timer = setTimeout(look, PAUSE);
  return { add, close: () => clearTimeout(timer) };
}

/** For each file of a spec in a folder, a text that differs once the file has changed. */
type Versions = ReadonlyMap<string, string | undefined>;

const versionsIn = (folder: string): Versions =>
  new Map(
    (found(() => readdirSync(folder)) ?? [])
      .filter((name) => SPEC_FILE.test(name))
      .map((name) => {
        const file = found(() => statSync(join(folder, name), { bigint: true }));
        return [name, file && `${file.ino} ${file.size} ${file.mtimeNs} ${file.ctimeNs}`];
      }),
  );

/** Returns undefined for what is not there, or cannot be read; it may come. */
function found<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
