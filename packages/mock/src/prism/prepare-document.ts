import type { SchemaObject } from "@metadata-service/spec-tools";

/**
 * A copy of a document in which every discriminated union is a chain of `if`, `then` and `else`. It takes the same values:
 * the discriminator names the branch. Prism validates with all errors and without discriminators, so it would try each of
 * thirteen branches at each level of a record: eight levels of items with one mistake at the bottom exhaust its memory. The
 * formats of times are left to the rules.
 */
export function prepareDocument(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(prepareDocument);
  if (!node || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, prepareDocument(value)]));
  if (typeof copy["format"] === "string" && TIMES.has(copy["format"])) delete copy["format"];
  const { oneOf, discriminator, ...rest } = copy as { oneOf?: unknown; discriminator?: Discriminator };
  if (!Array.isArray(oneOf) || !discriminator?.mapping) return copy;
  return { type: "object", ...rest, ...chain(discriminator.propertyName, Object.entries(discriminator.mapping)) };
}

/** The formats with a leap second, which Prism refuses at offsets (RFC 3339, section 5.6, allows it); our rules judge them. */
const TIMES = new Set(["date-time", "time"]);

interface Discriminator {
  readonly propertyName: string;
  readonly mapping?: Readonly<Record<string, string>>;
}

/** `if` the tag has the first kind, `then` its branch, `else` the rest of the chain; a tag of no kind fits nothing. */
function chain(tag: string, kinds: readonly (readonly [kind: string, ref: string])[]): object {
  let rest: object = { properties: { [tag]: { enum: kinds.map(([kind]) => kind) } }, required: [tag] };
  for (const [kind, ref] of [...kinds].reverse()) {
    const condition: SchemaObject = { properties: { [tag]: { const: kind } }, required: [tag] };
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema
    rest = { if: condition, then: { $ref: ref }, else: rest };
  }
  return rest;
}
