import { type Document, nodeAt, pointerOf, pointerTo } from "./document.js";

/** Objects and arrays inside each other, values (each use of a YAML alias counts), and schemas that apply to one value. */
const MOST = { depth: 100, values: 3_000_000, combined: 10_000 } as const;

/** Thrown where no valid value can be made of a schema. The cases that need it are left out. */
export class NoValue extends Error {
  override readonly name = "NoValue";
}

/** @throws Error with the JSON pointer to the place, if a document is too large for the suite */
export function checkBounds(document: unknown): void {
  const known = new Map<object, Measured>();
  const around = new Set<object>();
  const measure = (node: unknown, at: string): Measured => {
    if (typeof node !== "object" || node === null) return { size: 1, height: 0 };
    if (around.has(node)) throw new Error(`#${at}: this alias is inside of what it stands for; remove it`);
    const before = known.get(node);
    if (around.size + (before?.height ?? 1) > MOST.depth)
      throw new Error(`#${at}: more than ${MOST.depth} values are inside each other; nest them less deeply`);
    if (before) return before;
    around.add(node);
    const inside = Object.entries(node).map(([name, child]) => measure(child, pointerTo(at, name)));
    around.delete(node);
    const size = inside.reduce((sum, one) => sum + one.size, 1);
    const height = inside.reduce((most, one) => Math.max(most, one.height), 0) + 1;
    if (size > MOST.values)
      throw new Error(`#${at}: there are more than ${MOST.values} values, aliases included; divide the document`);
    if (combinesTooMany(document as Document, node))
      throw new Error(
        `#${at}: this schema combines more than ${MOST.combined} others by allOf, anyOf and oneOf, where each use counts; combine fewer`,
      );
    known.set(node, { size, height });
    return { size, height };
  };
  measure(document, "");
}

interface Measured {
  readonly size: number;
  readonly height: number;
}

function combinesTooMany(document: Document, schema: object): boolean {
  let left: number = MOST.combined;
  const follow = (node: unknown, within: readonly unknown[]): void => {
    if (typeof node !== "object" || node === null || within.includes(node) || --left < 0) return;
    const { $ref, allOf, anyOf, oneOf, not, if: condition } = node as Record<string, unknown>;
    const inside = [...within, node];
    if (typeof $ref === "string") follow(nodeAt(document, pointerOf($ref)), inside);
    for (const parts of [allOf, anyOf, oneOf, [not, condition]])
      if (Array.isArray(parts)) for (const part of parts) follow(part, inside);
  };
  follow(schema, []);
  return left < 0;
}
