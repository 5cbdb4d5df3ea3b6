import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** How long to wait for the next change before telling of one: a generator writes several files. Milliseconds. */
const SETTLE = 300;

/**
 * Calls a function after each change of the content of a file, one call at a time; what changes during a call is followed
 * by one more.
 *
 * @returns how to stop that
 */
export async function followFile(path: string, changed: () => Promise<void>): Promise<() => void> {
  const read = () => readFile(path, "utf8").catch(() => undefined);
  let known = await read();
  let turn = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const text = await read();
    if (text === undefined || text === known) return;
    known = text;
    await changed();
  };
  // The folder rather than the file, which may be replaced.
  const watcher = watch(dirname(path), (_event, name) => {
    if (name !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn.then(look);
    }, SETTLE);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
