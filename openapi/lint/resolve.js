// @ts-check
/** @typedef {import("@redocly/openapi-core").UserContext} Context */

/**
 * Follows `$ref`s until something else is found.
 *
 * @param {any} node
 * @param {Context} ctx
 * @param {any} [from] the location the reference is read from; the current one by default
 * @returns {{ node: any, location: any }}
 */
export function resolve(node, ctx, from = ctx.location) {
  let location = from;
  for (let hops = 0; node && typeof node === "object" && typeof node.$ref === "string" && hops < 20; hops++) {
    // The rest of a node beside `$ref` (a second description) does not matter to any rule that calls this.
    const target = ctx.resolve(node, location.source.absoluteRef);
    if (!target.location) return { node: undefined, location };
    node = target.node;
    location = target.location;
  }
  return { node, location };
}

/**
 * The parameters of an operation by name, references followed.
 *
 * @param {any} operation
 * @param {Context} ctx
 * @returns {Map<string, any>}
 */
export function parametersOf(operation, ctx) {
  const found = (operation.parameters ?? []).map((/** @type {any} */ p) => resolve(p, ctx).node);
  return new Map(found.filter(Boolean).map((/** @type {any} */ p) => [p.name, p]));
}
