import { engineOf } from "@metadata-service/server-rules";
import { branchesByTag, type SchemaObject } from "@metadata-service/spec-tools";

/**
 * Copies a document and replaces every discriminated union with a chain of `if`, `then` and `else`. The same values are
 * valid, because the discriminator determines the branch. Prism collects all errors and ignores discriminators, so it
 * would validate against all thirteen branches at every level. One mistake eight levels deep would exhaust its memory.
 * Date and time formats are removed, because our rules validate them, and so are patterns for which JavaScript might try
 * exponentially many ways: our rules match them in bounded time.
 *
 * @param isMap whether the names in the node are chosen by the author, as those of properties
 */
export function prepareDocument(document: object, node: unknown, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((element) => prepareDocument(document, element));
  if (!node || typeof node !== "object") return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      !isMap && VALUES.has(name) ? value : prepareDocument(document, value, !isMap && MAPS.has(name)),
    ]),
  );
  if (isMap) return copy;
  if (typeof copy["pattern"] === "string" && engineOf(copy["pattern"]) !== "native") delete copy["pattern"];
  if (Object.keys(copy["patternProperties"] ?? {}).some((name) => engineOf(name) !== "native")) {
    delete copy["patternProperties"];
    // It applies to the names that match none of them.
    delete copy["additionalProperties"];
  }
  if (typeof copy["format"] === "string" && TIMES.has(copy["format"])) delete copy["format"];
  // Prism rejects 19.99 as a multiple of 0.01, so only our rules check this.
  if (typeof copy["multipleOf"] === "number" && !Number.isInteger(copy["multipleOf"])) delete copy["multipleOf"];
  const branches = branchesByTag(document, node as SchemaObject);
  if (!branches) return copy;
  const { oneOf: _, discriminator, ...rest } = copy as SchemaObject;
  const kinds = [...branches].map(([kind, branch]) => [kind, prepareDocument(document, branch) as object] as const);
  return { type: "object", ...rest, ...chain(`${discriminator?.propertyName}`, kinds) };
}

/** Keywords whose values have names that the author of the document chooses. */
const MAPS = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
  ...["schemas", "responses", "parameters", "headers", "requestBodies", "content", "paths", "callbacks"],
]);

/** Keywords with values that are not schemas. */
const VALUES = new Set(["example", "examples", "default", "const", "enum"]);

/**
 * Formats that allow a leap second. Prism rejects one with a UTC offset, although RFC 3339, section 5.6, allows it, so
 * only our rules check them.
 */
const TIMES = new Set(["date-time", "time"]);

/**
 * Builds the chain: if the tag has the first value, the first branch applies, otherwise the rest of the chain. An
 * unknown tag is invalid.
 */
function chain(tag: string, kinds: readonly (readonly [kind: string, branch: object])[]): object {
  let rest: object = { properties: { [tag]: { enum: kinds.map(([kind]) => kind) } }, required: [tag] };
  for (const [kind, branch] of [...kinds].reverse()) {
    const condition: SchemaObject = { properties: { [tag]: { const: kind } }, required: [tag] };
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema
    rest = { if: condition, then: branch, else: rest };
  }
  return rest;
}
