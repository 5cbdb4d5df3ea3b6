import { check } from "recheck";
import { childrenOf, schemasOf } from "../document/schemas.js";

/** The same result on every machine, however fast it is. */
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 } as const;

/**
 * Lists the regular expressions of schemas for which some string takes more than linear time in JavaScript, or for which
 * that is unknown, one sentence each. Mock and service match them in bounded time (decision 0165), but other programs that
 * use the spec may not.
 */
export async function slowPatterns(document: object): Promise<string[]> {
  const places = new Map<string, string>();
  const visit = (schema: unknown, pointer: string): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { pattern, patternProperties } = schema as { pattern?: unknown; patternProperties?: object };
    for (const one of [pattern, ...Object.keys(patternProperties ?? {})])
      if (typeof one === "string" && !places.has(one)) places.set(one, pointer);
    for (const [child, at] of childrenOf(schema as Record<string, unknown>, pointer)) visit(child, at);
  };
  for (const [pointer, schema] of schemasOf(document)) visit(schema, pointer);
  const lines = await Promise.all(
    [...places].map(async ([pattern, pointer]) => {
      const verdict = await check(pattern, "u", LIMITS);
      if (verdict.status === "safe") return [];
      const time =
        verdict.status === "vulnerable"
          ? `can take ${verdict.complexity.summary} time`
          : "may take more than linear time";
      return [`The pattern ${pattern} ${time} to match: ${pointer}. Give each string only one way to match it.`];
    }),
  );
  return lines.flat();
}
