import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";

/** Watches files that may change, disappear and reappear. */
export interface FileWatch {
  /** Watches the folders of these files too. */
  add(files: readonly string[]): void;
  close(): void;
}

/** How long to wait, in milliseconds, before reporting a change: editors save in several steps. */
const SETTLE = 60;
const SPEC_FILE = /\.(?:ya?ml|json)$/;

/**
 * Watches the folders rather than the files themselves, because editors save by renaming, and a missing file may be
 * created later.
 *
 * @param onChange called with the last changed path when no more changes arrive
 */
export function watchFiles(files: readonly string[], onChange: (path: string) => void): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  function add(more: readonly string[]): void {
    for (const folder of new Set(more.map(dirname))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, name) => {
        if (!name || !SPEC_FILE.test(name)) return;
        clearTimeout(timer);
        timer = setTimeout(onChange, SETTLE, join(folder, name));
      });
      // Deleting a folder ends its watch; loading the spec then reports the missing file.
      watcher.on("error", () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  }

  add(files);
  return {
    add,
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
