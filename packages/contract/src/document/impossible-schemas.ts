import { isRecord, own } from "../lib/objects.js";
import { combinedSchemas } from "./combined-schemas.js";
import { type Document, nodeAt, pointerOf, type Schema } from "./document.js";
import { copyOf, partsOf, referencesIn } from "./document-parts.js";
import { isWithin } from "./equal-branches.js";

/** Why no value satisfies a schema: something in it, or another schema that it needs. */
interface Why {
  readonly reason: string;
  /** The pointer to the other schema. */
  readonly via?: string;
  /** Whether the author said so on purpose: `not: {}` and `false` stand where nothing may be. */
  readonly isMeant?: boolean;
}

const MEANT: Why = { reason: "allows nothing", isMeant: true };
const TYPES = ["array", "boolean", "null", "number", "object", "string"];
/** Parts that no value has to satisfy. */
const CONDITIONS = new Set(["not", "if"]);

interface Possible {
  readonly copy: Document;
  readonly causes: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Allows everything where no value satisfies a schema although its author meant some to, because no server could return it.
 * Not every contradiction is found.
 *
 * @param roots pointers to schemas; those that they refer to are examined, too
 * @returns a copy, in one line each what is wrong, and the pointers to the schemas in which it is
 */
export function withoutImpossible(document: Document, roots: Iterable<string>): Possible {
  const reached = reachedFrom(document, roots);
  // A schema that requires itself never becomes one of them.
  const possible = new Set<string>();
  // In a document, a schema may be a part of others in millions of ways.
  const known: Known = new Map();
  const why = (node: unknown) => whyNothing(document, node, (pointer) => possible.has(pointer), known);
  for (let before = -1; possible.size > before; known.clear()) {
    before = possible.size;
    for (const pointer of reached) if (!possible.has(pointer) && !why(nodeAt(document, pointer))) possible.add(pointer);
  }
  const causes = new Set<string>();
  const causeOf = (found: Why, pointer: string, seen: readonly string[] = []): string => {
    if (found.via === undefined) return `#${pointer} ${found.reason}`;
    const next = seen.includes(found.via) ? undefined : why(nodeAt(document, found.via));
    const [first] = seen.slice(seen.indexOf(found.via)).sort();
    return next ? causeOf(next, found.via, [...seen, found.via]) : `#${first} requires itself`;
  };
  const isMistake = (node: unknown) => {
    const found = why(node);
    return found !== undefined && !found.isMeant;
  };
  const wrong = [...reached].filter((pointer) => holds(nodeAt(document, pointer), isMistake));
  if (wrong.length === 0) return { copy: document, causes: [], wrong };
  const copy = copyOf(document);
  for (const pointer of wrong)
    emptyWhere(nodeAt(copy, pointer), (node) => {
      const found = why(node);
      if (found && isMistake(node)) causes.add(causeOf(found, pointer));
      return isMistake(node);
    });
  return { copy, causes: [...causes], wrong };
}

/** Returns the pointers to schemas and to those that they refer to. */
export function reachedFrom(document: Document, roots: Iterable<string>): Set<string> {
  const reached = new Set(roots);
  // What is added meanwhile is visited, too.
  for (const pointer of reached)
    for (const other of referencesIn(nodeAt(document, pointer))) reached.add(pointerOf(other));
  return reached;
}

/** Whether something holds for a schema or for one of its parts. */
const holds = (node: unknown, isTrue: (node: unknown) => boolean): boolean =>
  typeof node === "object" &&
  node !== null &&
  (isTrue(node) || partsOf(node).some(([field, part]) => !CONDITIONS.has(field) && holds(part, isTrue)));

/** The results of one pass; a schema that is being examined has none yet. */
type Known = Map<unknown, Why | undefined>;

function whyNothing(
  document: Document,
  node: unknown,
  isPossible: (pointer: string) => boolean,
  known: Known,
): Why | undefined {
  if (node === false) return MEANT;
  if (!isRecord(node) || known.has(node)) return known.get(node);
  known.set(node, undefined);
  const found = whyNot(document, node, isPossible, (part) => whyNothing(document, part, isPossible, known));
  known.set(node, found);
  return found;
}

function whyNot(
  document: Document,
  node: Schema,
  isPossible: (pointer: string) => boolean,
  within: (part: unknown) => Why | undefined,
): Why | undefined {
  const { $ref, allOf, anyOf, oneOf, not, enum: values } = node;
  if (typeof $ref === "string" && !isPossible(pointerOf($ref)))
    return { reason: "needs what it refers to", via: pointerOf($ref) };
  if ((isRecord(not) && Object.keys(not).length === 0) || values?.length === 0) return MEANT;
  const branches = [anyOf, oneOf].flatMap((union) => {
    const found = listOf(union).map(within);
    return found.length > 0 && found.every((one) => one !== undefined) ? found.slice(0, 1) : [];
  });
  const parts = partsIn(document, node);
  const alone = listOf(oneOf).find((one, i, all) => !all.some((other, j) => j !== i && isWithin(document, one, other)));
  if (listOf(oneOf).length > 1 && alone === undefined)
    return { reason: "has a oneOf in which what is valid in one branch is valid in another, too" };
  return (
    listOf(allOf).map(within).find(Boolean) ?? branches[0] ?? amongParts(parts, within) ?? inUnions(document, parts)
  );
}

const partsIn = (document: Document, node: Schema): Schema[] =>
  combinedSchemas(document, { node, pointer: "" }, ["allOf"]).map((part) => part.node);

/** Returns why every branch of a union requires what a part beside it forbids. */
function inUnions(document: Document, parts: readonly Schema[]): Why | undefined {
  if (!parts.some(({ type }) => type === "object")) return undefined;
  const forbidden = (branch: unknown) =>
    partsIn(document, Object(branch))
      .flatMap((part) => listOf(part.required).map(String))
      .find((name) => parts.some((part) => forbids(part, name)));
  for (const union of parts.flatMap(({ oneOf, anyOf }) => [listOf(oneOf), listOf(anyOf)])) {
    const names = union.map(forbidden);
    if (names[0] !== undefined && !names.includes(undefined))
      return {
        reason: `requires a property in each branch of a union, such as ${names[0]}, and allows no ${names[0]} beside it`,
      };
  }
  return undefined;
}

/** Whether a schema allows only the properties that it lists, and not this one. */
const forbids = ({ additionalProperties, patternProperties, properties }: Schema, name: string): boolean =>
  additionalProperties === false && patternProperties === undefined && !Object.hasOwn(Object(properties), name);

/** Returns why parts of one schema allow nothing together. */
function amongParts(parts: readonly Schema[], within: (part: unknown) => Why | undefined): Why | undefined {
  if (parts.length === 1 && parts[0]?.required === undefined) return undefined;
  const types = parts.reduce((left, part) => left.filter((type) => allows(part, type)), TYPES);
  if (types.length === 0) return { reason: "has types in its allOf that exclude each other" };
  if (types.join() !== "object" && types.length < TYPES.length) return undefined;
  for (const name of parts.flatMap((part) => listOf(part.required).map(String))) {
    if (parts.some((part) => forbids(part, name)))
      return { reason: `requires ${name} in one part of allOf, and allows no ${name} in another` };
    const found = parts.map(({ properties }) => within(own(Object(properties), name))).find(Boolean);
    if (found) return { ...found, isMeant: false };
  }
  return undefined;
}

const allows = (part: Schema, type: string): boolean =>
  part.type === undefined ||
  [part.type].flat().some((each) => each === type || (each === "integer" && type === "number"));

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Removes the keywords of all schemas for which `isMistake` holds, in a copy that may be changed. */
function emptyWhere(node: unknown, isMistake: (node: unknown) => boolean): void {
  if (typeof node !== "object" || node === null) return;
  const schema = node as Schema;
  if (isMistake(schema)) for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
  // A branch that allows everything may apply together with another one.
  if (listOf(schema.oneOf).some(isMistake) && schema.anyOf === undefined) {
    schema.anyOf = schema.oneOf ?? [];
    delete schema.oneOf;
  }
  for (const [field, part] of partsOf(node)) if (!CONDITIONS.has(field)) emptyWhere(part, isMistake);
}
