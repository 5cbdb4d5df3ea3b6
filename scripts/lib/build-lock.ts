import { join } from "node:path";
import { root } from "./repo.js";
import { takeTurn } from "./turn.cjs";

const FILE = join(root, ".turbo/build.pid");

/**
 * Generates or builds while no other command of this checkout does: two builds at once replace each other's files, and
 * the one that reads a half-written file would blame the spec.
 */
export const buildAlone = <T>(build: () => Promise<T>): Promise<T> =>
  takeTurn(FILE, "is building in this folder", build);

/** Waits until no command of this checkout generates or builds. */
export const afterBuilds = (): Promise<void> => takeTurn(FILE, undefined, async () => {});
