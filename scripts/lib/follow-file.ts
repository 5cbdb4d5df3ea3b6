import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";

/** The time between two looks at the file, in milliseconds. */
const PAUSE = 300;

/**
 * Calls a function after each change in the content of a file, one call at a time. Changes during a call lead to
 * one more call. The file may disappear and come back, and its folder too.
 *
 * @returns a function that stops this
 */
export async function followFile(path: string, changed: () => Promise<void>): Promise<() => void> {
  const read = () => readFile(path, "utf8").catch(() => undefined);
  let known = await read();
  let turn = Promise.resolve();
  const look = async () => {
    const text = await read();
    if (text === undefined || text === known) return;
    known = text;
    await changed();
  };
  // By its path: the system's notifications are about a folder, wherever it is moved to, and not about the one that
  // replaces it.
  const listener = () => {
    turn = turn.then(look);
  };
  watchFile(path, { interval: PAUSE }, listener);
  return () => unwatchFile(path, listener);
}
