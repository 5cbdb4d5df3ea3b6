import type { Mutant } from "../kit/fault.js";
import { memoryFaults } from "./memory.js";
import { shapeFaults } from "./shapes.js";

/** Mutants that nobody looks at while cases are written; see the README of this folder's parent. */
export const HOLDOUT: readonly Mutant[] = [...memoryFaults, ...shapeFaults];
