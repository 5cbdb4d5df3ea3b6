import { join } from "node:path";
import { root } from "./repo.js";
import { takeTurn } from "./turn.cjs";

/**
 * Generates or builds while no other command of this checkout does: two builds at once replace each other's files, and
 * the one that reads a half-written file would blame the spec.
 */
export const buildAlone = <T>(build: () => Promise<T>): Promise<T> =>
  takeTurn(join(root, ".turbo/build.pid"), "builds in this folder", build);
