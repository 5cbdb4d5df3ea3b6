/**
 * Mutants that clients cannot distinguish from the correct server, or that do not break a rule after all, with reasons.
 */
export const EQUIVALENT: Record<string, string> = {};
