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
 * The schemas that hold together: one, and those in its `allOf`, references followed.
 *
 * @param {any} schema
 * @param {Context} ctx
 * @param {any} [from]
 * @param {number} [depth] a schema may contain itself
 * @returns {any[]}
 */
export function partsOf(schema, ctx, from = ctx.location, depth = 0) {
  const { node, location } = resolve(schema, ctx, from);
  if (!node || typeof node !== "object" || depth > 8) return [];
  const parts = (node.allOf ?? []).flatMap((/** @type {any} */ part) => partsOf(part, ctx, location, depth + 1));
  return [node, ...parts];
}

/**
 * Whether a place only says which values are meant, as an `if` does: what is there becomes no type, and is no part of a body.
 *
 * @param {string} pointer
 */
export const isCondition = (pointer) =>
  /(?<!\/(?:properties|patternProperties|\$defs|schemas|dependentSchemas))\/(?:if|not|contains|propertyNames)(?:\/|$)/.test(
    pointer,
  );

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

/**
 * Whether a schema shows an example: its own, or, of an object or a list, one for each of its parts.
 *
 * @param {any} schema
 * @param {Context} ctx
 * @param {any} [from]
 * @param {number} [depth] a schema may contain itself
 * @returns {boolean}
 */
export function showsExample(schema, ctx, from = ctx.location, depth = 0) {
  const has = (/** @type {any} */ one) =>
    one?.examples?.length > 0 || one?.example !== undefined || one?.const !== undefined;
  const { node, location } = resolve(schema, ctx, from);
  if (has(schema) || has(node)) return true;
  if (!node || typeof node !== "object" || depth > 8) return false;
  const members = [...Object.values(node.properties ?? {}), ...(node.allOf ?? [])];
  if (members.length > 0) return members.every((member) => showsExample(member, ctx, location, depth + 1));
  return node.items !== undefined && showsExample(node.items, ctx, location, depth + 1);
}
