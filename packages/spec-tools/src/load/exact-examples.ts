import { markedJson, mayHaveExactNumbers } from "../json/exact-number.js";

/** Objects whose keys are names, not keywords. */
const NAMED = new Set(
  `paths webhooks responses headers content links callbacks parameters requestBodies securitySchemes pathItems schemas
  properties patternProperties dependentSchemas $defs variables encoding`.split(/\s+/),
);

/**
 * Takes the examples of a document from another reading of it, in which texts stand for the numbers that a 64-bit float
 * would change. Only people read examples; everywhere else, programs need numbers.
 */
function takeExamples(document: object, marked: object, isNamed = false): void {
  for (const [name, value] of Object.entries(document)) {
    const other: unknown = Reflect.get(marked, name);
    if (typeof value !== "object" || value === null || typeof other !== "object" || other === null) {
      if (name === "example" && !isNamed) Reflect.set(document, name, other);
    } else if (/^examples?$/.test(name) && !isNamed) Reflect.set(document, name, other);
    else takeExamples(value, other, !isNamed && NAMED.has(name));
  }
}

/** Parses a document in JSON. In its examples, texts stand for the numbers that a 64-bit float would change. */
export function parseWithExamples(text: string): object {
  const document = JSON.parse(text);
  const marked = mayHaveExactNumbers(text) ? markedJson(text) : text;
  if (marked !== text) takeExamples(document, JSON.parse(marked));
  return document;
}
