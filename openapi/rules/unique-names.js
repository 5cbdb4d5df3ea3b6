// @ts-check

/** @typedef {import("@redocly/openapi-core").UserContext} Context */

/**
 * Every name that a generator makes out of the spec is made once: a client method for each operationId, a `sync…`
 * method for each list with a window, a type for each schema file and each operationId.
 */
export function uniqueNames() {
  /** @type {Map<string, string>} */
  const methods = new Map();
  /** @type {Map<string, string>} */
  const components = new Map();
  return {
    /** @param {any} operation @param {Context} ctx */
    Operation(operation, ctx) {
      const id = operation.operationId;
      if (typeof id !== "string") return;
      const names = [id];
      if (operation["x-pagination"]?.updatedFrom) names.push(id.replace(/^list/, "sync"));
      for (const name of names) {
        const other = methods.get(name);
        if (other !== undefined)
          ctx.report({
            message: `The client method ${name} would stand twice, for ${other} and for ${id}; rename an operationId.`,
            location: ctx.location.child(["operationId"]),
          });
        methods.set(name, id);
      }
    },
    ref: {
      /** @param {any} _node @param {Context} ctx @param {{ location?: any }} resolved */
      enter(_node, ctx, resolved) {
        const file = resolved.location?.source.absoluteRef;
        if (!file || resolved.location.pointer !== "#/") return;
        const [, kind, name] = /components\/([^/]+)\/([^/]+)\.\w+$/.exec(file) ?? [];
        if (!kind) return;
        const other = components.get(`${kind}/${name}`);
        if (other !== undefined && other !== file)
          ctx.report({
            message: `Two files are named ${name}, ${other} and ${file}; rename one.`,
            location: ctx.location,
          });
        components.set(`${kind}/${name}`, file);
      },
    },
  };
}
