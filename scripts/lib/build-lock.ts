import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { root } from "./repo.js";

const folder = join(root, "node_modules/.cache");
const file = join(folder, "metadata-service-build.pid");

/**
 * Generates or builds while no other command of this checkout does: two builds at once replace each other's files, and
 * the one that reads a half-written file would blame the spec.
 */
export async function buildAlone<T>(build: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  for (let announced = false; !take(); announced = true) {
    if (!announced) console.error(`Waiting for another build of this checkout (process ${holder()}) …`);
    await setTimeout(100);
  }
  try {
    return await build();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  // Left behind by a process that was killed.
  if (!isRunning(holder())) rmSync(file, { force: true });
  return false;
}

/** The process that builds; undefined if it has just ended or has not written its ID yet. */
function holder(): number | undefined {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

function isRunning(id: number | undefined): boolean {
  if (id === undefined) return true;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
