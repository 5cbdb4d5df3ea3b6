import type { Mutant } from "../kit/fault.js";

/** Mutants that nobody looks at while cases are written; see the README of this folder's parent. */
export const HOLDOUT: readonly Mutant[] = [];
