// @ts-check

/** References are `$ref` to a file or a path: no other document is read. */
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
  };
}
