import type { Random } from "./random.js";
import { NAMES, SCALARS } from "./random-schema.js";

/** Values that may distinguish two schemas: small ones of every type, including the constants of the schemas. */
export function instances(random: Random, count: number, schemas: unknown[]): unknown[] {
  const constants: unknown[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") constants.push(value);
    else for (const inner of Object.values(value)) visit(inner);
  };
  for (const schema of schemas) visit(schema);
  const scalars = [...SCALARS, ...constants, 1.5, 5, "abcd", "b"];
  const value = (depth: number): unknown => {
    const kind = depth > 0 ? random.below(6) : 0;
    if (kind <= 1) return random.pick(scalars);
    if (kind <= 3) return Array.from({ length: random.below(4) }, () => value(depth - 1));
    const names = random.chance(0.15) ? [] : random.some([...NAMES, "c"], 3);
    return Object.fromEntries(names.map((name) => [name, value(depth - 1)]));
  };
  return [...SCALARS, [], {}, ...Array.from({ length: count }, () => value(3))];
}
