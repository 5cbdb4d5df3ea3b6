/** Mutants that no client can tell from the right server, or that break no rule after all, each with the reason. */
export const EQUIVALENT: Record<string, string> = {};
