// @ts-check

/** The hand-written members of the client, whose names no operation can have. */
const TAKEN = new Set(["raw"]);

/** Every method that the client gets from the spec has its own name: `listX` with a window becomes `syncX` too. */
export function methodNames() {
  /** @type {Map<string, string>} */
  const methods = new Map();
  return {
    /** @param {any} operation @param {import("@redocly/openapi-core").UserContext} ctx */
    Operation(operation, ctx) {
      const id = operation.operationId;
      if (typeof id !== "string") return;
      const location = ctx.location.child(["operationId"]);
      for (const name of operation["x-pagination"]?.updatedFrom ? [id, id.replace(/^list/, "sync")] : [id]) {
        const other = methods.get(name);
        if (TAKEN.has(name))
          ctx.report({ message: `The client already has a member named ${name}; rename the operationId.`, location });
        else if (other !== undefined)
          ctx.report({
            message: `The client would get two methods named ${name}, for ${other} and for ${id}; rename an operationId.`,
            location,
          });
        methods.set(name, id);
      }
    },
  };
}
