import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";

/**
 * How long to wait for further changes before reporting one, since a generator writes several files. In milliseconds.
 */
const SETTLE = 300;

/**
 * Calls a function after each change in the content of a file, one call at a time. Changes during a call lead to
 * one more call.
 *
 * @returns a function that stops this
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
  // It watches the folder, because the file may be replaced.
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
