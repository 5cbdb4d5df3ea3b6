// @ts-check

/** Keywords that change what a reference means, and what to do instead; the messages are the same as in schema-limits.ts. */
const REMEDIES = {
  $dynamicRef: "write $ref instead",
  $dynamicAnchor: "remove it, and refer to the schema by its path",
  $anchor: "remove it, and refer to the schema by its path",
  $id: "remove it, and refer to the schema by its path",
};

/** References are `$ref` to a file or a path: the program that checks examples fails on any other. */
export function plainReferences() {
  return {
    /** @param {{ $ref: string }} node @param {import("@redocly/openapi-core").UserContext} ctx */
    ref(node, ctx) {
      if (/^https?:/i.test(node.$ref))
        ctx.report({
          message: `Only files are read, so that the spec cannot change by itself; save ${node.$ref} in openapi/, and refer to that file.`,
          location: ctx.location.child(["$ref"]),
        });
    },
    Schema: {
      /** @param {any} schema @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(schema, ctx) {
        for (const [keyword, remedy] of Object.entries(REMEDIES))
          if (schema[keyword] !== undefined)
            ctx.report({
              message: `${keyword} is supported by hardly any tool; ${remedy}.`,
              location: ctx.location.child([keyword]).key(),
            });
      },
    },
  };
}
