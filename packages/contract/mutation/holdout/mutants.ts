import type { Mutant } from "../kit/fault.js";

/** Faulty servers that are kept apart, in the same order in every process. Currently there are none. */
export const HOLDOUT: readonly Mutant[] = [];
