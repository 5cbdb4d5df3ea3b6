import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";

/** The time between two looks at a file, in milliseconds. */
const PAUSE = 300;

/**
 * Calls a function after each change in the content of a file, one call at a time, with the files that have changed since
 * the last call. Files may disappear and come back, and their folders too.
 *
 * @param settled waits until what has written one file has written the others
 * @returns a function that stops this
 */
export async function followFiles(
  paths: readonly string[],
  changed: (paths: readonly string[]) => Promise<void>,
  settled: () => Promise<void>,
): Promise<() => void> {
  const read = () => Promise.all(paths.map((path) => readFile(path, "utf8").catch(() => undefined)));
  let known = await read();
  let turn = Promise.resolve();
  const look = async () => {
    await settled();
    const texts = await read();
    const differ = paths.filter((_path, i) => texts[i] !== undefined && texts[i] !== known[i]);
    known = texts.map((text, i) => text ?? known[i]);
    if (differ.length > 0) await changed(differ);
  };
  // By its path: the system's notifications are about a folder, wherever it is moved to, and not about the one that
  // replaces it.
  const listener = () => {
    turn = turn.then(look);
  };
  for (const path of paths) watchFile(path, { interval: PAUSE }, listener);
  return () => {
    for (const path of paths) unwatchFile(path, listener);
  };
}
