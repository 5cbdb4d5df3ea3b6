import { type Limit, LimitError } from "../limits/limit.js";
import { nodeAt, pointerTo } from "./pointer.js";
import { childrenOf, isSchema, partsOf, type Schema, schemasOf } from "./schemas.js";

const figure = (count: number) => count.toLocaleString("en-US");

/**
 * How large a document may be. Programs that read documents copy and compare them, so a few lines, in which each doubles
 * the one before, could otherwise use all memory or time. The documents in `scripts/catalogue/zoo` have at most 34 levels,
 * 9,000 values, 28 schemas combined in one, and 58 values and characters in a smallest value.
 */
export const BOUNDS = {
  /** Bytes of one file. */
  bytes: 64 * 1024 * 1024,
  /** Objects and arrays inside each other. The parser of YAML has the same bound. */
  depth: 100,
  /** Values in one file; each use of a YAML alias counts as a copy. */
  values: 3_000_000,
  /** References that lead to each other. */
  references: 100,
  /** Schemas that apply to one value by `allOf`, `anyOf` and the like; each use of a schema counts. */
  combined: 10_000,
  /** Values and characters that the smallest value of a schema has. */
  smallest: 1_000_000,
} as const;

export const TOO_DEEP = `More than ${BOUNDS.depth} values are inside each other here; nest them less deeply.`;

/** Returns what of a parsed file exceeds a bound; undefined if nothing does. */
export const fileProblem = (file: unknown): Limit | undefined => treeProblem(file) ?? chainProblem(file);

/** Finds aliases that contain themselves, values that are too deep, and too many of them, without following any copy. */
function treeProblem(root: unknown): Limit | undefined {
  const known = new Map<object, Measured>();
  const around = new Set<object>();
  /** The names that lead to the value; a pointer is written only to a problem. */
  const names: string[] = [];
  const problem = (message: string) => new LimitError(message, pointerTo("#", ...names));
  const measure = (node: unknown): Measured => {
    if (!isObject(node)) return LEAF;
    if (around.has(node)) throw problem("This alias is inside of what it stands for, so it never ends; remove it.");
    const before = known.get(node);
    if (around.size + (before?.height ?? 1) > BOUNDS.depth) throw problem(TOO_DEEP);
    if (before) return before;
    around.add(node);
    let [size, height] = [1, 0];
    for (const [name, child] of Object.entries(node)) {
      names.push(name);
      const inside = measure(child);
      names.pop();
      size += inside.size;
      height = Math.max(height, inside.height);
    }
    around.delete(node);
    if (size > BOUNDS.values) throw problem(TOO_MANY);
    const measured = { size, height: height + 1 };
    known.set(node, measured);
    return measured;
  };
  try {
    measure(root);
    return undefined;
  } catch (error) {
    if (error instanceof LimitError) return error;
    throw error;
  }
}

interface Measured {
  readonly size: number;
  readonly height: number;
}

const LEAF: Measured = { size: 1, height: 0 };

const TOO_MANY = `This has more than ${figure(BOUNDS.values)} values, where each use of an alias counts; remove aliases, or divide the document.`;

/** Finds references inside a file that lead to too many others. */
function chainProblem(root: unknown): Limit | undefined {
  /** How many references follow a node. */
  const known = new Map<unknown, number>();
  const lengthFrom = (start: object): number => {
    const followed: object[] = [];
    let target: unknown = start;
    while (isReference(target) && !known.has(target) && followed.length <= BOUNDS.references) {
      followed.push(target);
      known.set(target, 0);
      target = target.$ref.startsWith("#/") ? nodeAt(root as object, target.$ref) : undefined;
    }
    let length = known.get(target) ?? 0;
    for (const node of followed.reverse()) known.set(node, ++length);
    return length;
  };
  const seen = new Set<object>();
  const names: string[] = [];
  const visit = (node: unknown): Limit | undefined => {
    if (!isObject(node) || seen.has(node)) return undefined;
    seen.add(node);
    if (isReference(node) && lengthFrom(node) > BOUNDS.references)
      return {
        message: `This reference leads to more than ${BOUNDS.references} others; refer to the last of them.`,
        pointer: pointerTo("#", ...names, "$ref"),
      };
    return first(Object.entries(node), ([name, child]) => {
      names.push(name);
      const found = visit(child);
      names.pop();
      return found;
    });
  };
  return visit(root);
}

/**
 * Finds the place at which programs that follow references one inside of the other run out of stack. How deep that is
 * depends on the program, so it is asked only after one has.
 */
export function deepReference(document: object): Limit {
  const seen = new Set<object>();
  const visit = (node: unknown, pointer: string, depth: number): Limit | undefined => {
    if (!isObject(node) || seen.has(node)) return undefined;
    seen.add(node);
    if (isReference(node) && node.$ref.startsWith("#/")) {
      if (depth > BOUNDS.references)
        return {
          message: `More than ${BOUNDS.references} references lead into each other here, too many for the programs that follow them; nest schemas less deeply.`,
          pointer: pointerTo(pointer, "$ref"),
        };
      return visit(nodeAt(document, node.$ref), node.$ref, depth + 1);
    }
    return first(Object.entries(node), ([name, child]) => visit(child, pointerTo(pointer, name), depth));
  };
  return (
    visit(document, "#", 0) ?? { message: "This document is too deep for the programs that read it.", pointer: "#/" }
  );
}

const isReference = (node: unknown): node is { readonly $ref: string } =>
  isObject(node) && "$ref" in node && typeof node.$ref === "string";

const isObject = (node: unknown): node is object => typeof node === "object" && node !== null;

/** Finds the first schema that combines too many others; each way that leads to a schema counts. */
export function combinationProblem(document: object): Limit | undefined {
  const visit = (schema: unknown, pointer: string): Limit | undefined => {
    if (!isSchema(schema)) return undefined;
    if (combinesTooMany(document, schema))
      return {
        message: `This schema combines more than ${figure(BOUNDS.combined)} others by allOf, anyOf, oneOf and the like, where each use counts; combine fewer.`,
        pointer,
      };
    return first(childrenOf(schema, pointer), ([child, at]) => visit(child, at));
  };
  return first(schemasOf(document), ([pointer, schema]) => visit(schema, pointer));
}

function first<T, R>(all: Iterable<T>, find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function combinesTooMany(document: object, schema: Schema): boolean {
  if (schema["$ref"] === undefined && partsOf(schema).length === 0) return false;
  let count = 0;
  const follow = (node: unknown, within: readonly unknown[]): void => {
    if (!isSchema(node) || within.includes(node) || ++count > BOUNDS.combined) return;
    const { $ref } = node;
    const parts = partsOf(node);
    if (typeof $ref === "string") parts.unshift(nodeAt(document, $ref));
    for (const part of parts) follow(part, [...within, node]);
  };
  follow(schema, []);
  return count > BOUNDS.combined;
}
