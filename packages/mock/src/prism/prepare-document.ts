import { branchesByTag, type SchemaObject } from "@metadata-service/spec-tools";

/**
 * A copy of a document in which every discriminated union is a chain of `if`, `then` and `else`. It takes the same values:
 * the discriminator names the branch. Prism validates with all errors and without discriminators, so it would try each of
 * thirteen branches at each level of a record: eight levels of items with one mistake at the bottom exhaust its memory. The
 * formats of times are left to the rules.
 */
export function prepareDocument(document: object, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((element) => prepareDocument(document, element));
  if (!node || typeof node !== "object") return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, prepareDocument(document, value)]),
  );
  if (typeof copy["format"] === "string" && TIMES.has(copy["format"])) delete copy["format"];
  // Prism refuses 19.99 as a multiple of 0.01; our rules judge it.
  if (typeof copy["multipleOf"] === "number" && !Number.isInteger(copy["multipleOf"])) delete copy["multipleOf"];
  const branches = branchesByTag(document, node as SchemaObject);
  if (!branches) return copy;
  const { oneOf: _, discriminator, ...rest } = copy as SchemaObject;
  const kinds = [...branches].map(([kind, branch]) => [kind, prepareDocument(document, branch) as object] as const);
  return { type: "object", ...rest, ...chain(`${discriminator?.propertyName}`, kinds) };
}

/** The formats with a leap second, which Prism refuses at offsets (RFC 3339, section 5.6, allows it); our rules judge them. */
const TIMES = new Set(["date-time", "time"]);

/** `if` the tag has the first kind, `then` its branch, `else` the rest of the chain; a tag of no kind fits nothing. */
function chain(tag: string, kinds: readonly (readonly [kind: string, branch: object])[]): object {
  let rest: object = { properties: { [tag]: { enum: kinds.map(([kind]) => kind) } }, required: [tag] };
  for (const [kind, branch] of [...kinds].reverse()) {
    const condition: SchemaObject = { properties: { [tag]: { const: kind } }, required: [tag] };
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema
    rest = { if: condition, then: branch, else: rest };
  }
  return rest;
}
