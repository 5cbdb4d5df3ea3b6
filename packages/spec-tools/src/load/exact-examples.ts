import { markedJson, mayHaveExactNumbers, parseFloats } from "../json/exact-number.js";

/** Objects whose keys are names, not keywords. */
const NAMED = new Set(
  `paths webhooks responses headers content links callbacks parameters requestBodies securitySchemes pathItems schemas
  properties patternProperties dependentSchemas $defs variables encoding`.split(/\s+/),
);

/** Values of the author, which may be sent as they are. */
const isValue = (name: string) => /^(examples?|const|enum|default)$/.test(name);

/**
 * Takes the examples and other values of a document from another reading of it, in which texts stand for the numbers that a
 * 64-bit float would change. Everywhere else, programs calculate with numbers.
 */
function takeExamples(document: object, marked: object, isNamed = false): void {
  for (const [name, value] of Object.entries(document)) {
    const other: unknown = Reflect.get(marked, name);
    if (isValue(name) && !isNamed) Reflect.set(document, name, other);
    else if (typeof value === "object" && value !== null && typeof other === "object" && other !== null)
      takeExamples(value, other, !isNamed && NAMED.has(name));
  }
}

/** Parses a document in JSON. In its examples and other values, texts stand for the numbers that a 64-bit float would change. */
export function parseWithExamples(text: string): object {
  const document = parseFloats(text);
  const marked = mayHaveExactNumbers(text) ? markedJson(text) : text;
  if (marked !== text) takeExamples(document, JSON.parse(marked));
  return document;
}
