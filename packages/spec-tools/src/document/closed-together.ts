import { dereference } from "./dereference.js";
import { isSchema, mapChildren, mapSchemas, type Schema } from "./schemas.js";

/** A document whose `allOf` are closed as a whole, and the schemas in which that changed something. */
interface Closed {
  readonly document: object;
  readonly pointers: readonly string[];
}

/**
 * Copies a document with each `allOf` closed as a whole whose parts are closed one by one, and so forbid what another part
 * requires: `additionalProperties: false` sees the properties of its own part only, so no value would be valid. The author
 * means that there are no properties but those of all parts, which is `unevaluatedProperties: false`.
 */
export function closedTogether(document: object): Closed {
  const pointers: string[] = [];
  const closed = (schema: unknown, root: string): unknown => {
    if (!isSchema(schema)) return schema;
    const copy = mapChildren(schema, (child) => closed(child, root));
    const { allOf: written } = copy;
    if (!Array.isArray(written)) return copy;
    const parts = written.map((part) => dereference<unknown>(document, part).node);
    const isImpossible = parts.some(
      (part) => isClosed(part) && [copy, ...parts].some((all) => requiresOther(all, part)),
    );
    if (!isImpossible) return copy;
    pointers.push(root);
    const allOf = parts.map((part, index) => (isClosed(part) ? opened(part) : written[index]));
    return { ...copy, allOf, unevaluatedProperties: false };
  };
  return { document: mapSchemas(document, closed), pointers };
}

const isClosed = (part: unknown): part is Schema =>
  isSchema(part) && part["additionalProperties"] === false && part["patternProperties"] === undefined;

/** Whether a schema requires a property that a closed one does not have. */
function requiresOther(schema: unknown, { properties }: Schema): boolean {
  const { required } = Object(schema) as Schema;
  return Array.isArray(required) && required.some((name) => !Object.hasOwn(Object(properties), String(name)));
}

function opened({ additionalProperties: _, ...rest }: Schema): Schema {
  return rest;
}

/** Says in one sentence which schemas were closed as a whole; undefined if none was. */
export function describeClosed([first, ...more]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  return `Parts of allOf with additionalProperties: false forbid what other parts require, so they are read as unevaluatedProperties: false of the whole: ${first}${others}.`;
}
