// @ts-check

/** Keywords that change what a reference means, and what to do instead; the messages are those of the tools' own limits. */
const REMEDIES = {
  $dynamicRef: "write $ref instead",
  $dynamicAnchor: "remove it, and refer to the schema by its path",
  $anchor: "remove it, and refer to the schema by its path",
  $id: "remove it, and refer to the schema by its path",
};

/** References are `$ref` to a file or a path: examples are checked by a program that stumbles over any other. */
export function plainReferences() {
  return {
    Schema: {
      /** @param {any} schema @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(schema, ctx) {
        for (const [keyword, remedy] of Object.entries(REMEDIES))
          if (schema[keyword] !== undefined)
            ctx.report({
              message: `${keyword} is read by hardly any tool; ${remedy}.`,
              location: ctx.location.child([keyword]).key(),
            });
      },
    },
  };
}
