import type { Mutant } from "../kit/fault.js";
export const HOLDOUT: readonly Mutant[] = [];
