// @ts-check
// Runs before anything is installed, so it imports nothing but Node.
const { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { dirname } = require("node:path");
const { setTimeout } = require("node:timers/promises");

/** How long a process takes at most to write its ID into the file that it has just created, in ms. */
const WRITING = 10_000;

/**
 * Does something while no other process that names the same file does. The file of a process that was killed does not
 * count.
 *
 * @template T
 * @param {string} file contains the ID of the process whose turn it is
 * @param {string | undefined} what what is done, for those that wait: "is installing the dependencies"; they are silent without it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function takeTurn(file, what, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let announced = false; !take(file); ) {
    const id = holder(file);
    if (what !== undefined && id !== undefined && !announced) {
      announced = true;
      console.error(
        `Another command (process ${id}) ${what}. This one continues as soon as that is done … (If no such process runs, delete ${file}.)`,
      );
    }
    await setTimeout(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  removeStale(file);
  return false;
}

/**
 * Removes the file of a process that was killed. It is moved away first: another process may do the same, and have taken
 * its turn since.
 *
 * @param {string} file
 */
function removeStale(file) {
  const id = holder(file);
  if (!isStale(file, id)) return;
  const moved = `${file}.${process.pid}`;
  try {
    renameSync(file, moved);
  } catch {
    return;
  }
  if (holder(moved) === id) rmSync(moved, { force: true });
  else renameSync(moved, file);
}

/** Returns the process whose turn it is; undefined if it has just ended or has not written its ID yet. @param {string} file */
function holder(file) {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {number | undefined} id */
function isStale(file, id) {
  // After a restart of a container, processes have the same IDs again.
  if (id === process.pid) return true;
  if (id === undefined)
    return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > WRITING;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM";
  }
}

module.exports = { takeTurn };
