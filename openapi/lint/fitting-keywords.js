// @ts-check

/** The type that each keyword is about (JSON Schema 2020-12); with values of other types it does nothing. */
const TYPES = {
  string: ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType", "contentSchema"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems"],
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
  ],
};

/** Keywords by which an array describes its elements. */
const OF_ELEMENTS = ["items", "prefixItems", "contains", "unevaluatedItems", "const", "enum", "$ref", "allOf"];

/**
 * A keyword that does nothing looks like a rule, but is not checked: `maxLength` of an integer. An array
 * that says nothing of its elements is hardly ever meant.
 */
export function fittingKeywords() {
  return {
    Schema: {
      /** @param {any} schema @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(schema, ctx) {
        if (schema.type === undefined) return;
        if ([schema.type].flat().includes("array") && OF_ELEMENTS.every((keyword) => schema[keyword] === undefined))
          ctx.report({
            message: "An array without items may contain anything, so clients get unknown[]; add items.",
            location: ctx.location.child(["type"]),
          });
        const declared = [schema.type].flat().map((type) => (type === "integer" ? "number" : type));
        for (const [type, keywords] of Object.entries(TYPES))
          for (const keyword of keywords)
            if (schema[keyword] !== undefined && !declared.includes(type))
              ctx.report({
                message: `${keyword} does nothing for type ${[schema.type].flat().join(" or ")}; remove it, or change the type.`,
                location: ctx.location.child([keyword]).key(),
              });
      },
    },
  };
}
