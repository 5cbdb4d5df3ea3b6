// @ts-check
import { resolve } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */
/** @typedef {{ node: any, location: any }} Place */

/**
 * A required property is described by its schema, or by one around it that is about the same object: `then`, `not` and
 * `dependentSchemas` often only require properties. (Redocly's own rule knows only `allOf`, `anyOf` and `oneOf`.)
 */
export function requiredProperties() {
  /** The schemas around one that describe the same object. @type {WeakMap<object, Place[]>} */
  const around = new WeakMap();
  /** @param {Place} place @param {Context} ctx @param {Place[]} [outer] */
  const check = (place, ctx, outer = []) => {
    const { required } = place.node;
    for (const [i, name] of (Array.isArray(required) ? required : []).entries())
      if (![place, ...outer].some((one) => describes(one, name, ctx)))
        ctx.report({
          message: `Required property '${name}' is not defined.`,
          location: place.location.child(["required", i]),
        });
  };
  return {
    ref: {
      /** What is beside a reference. @param {any} node @param {Context} ctx */
      leave(node, ctx) {
        if (ctx.type.name === "Schema") check({ node, location: ctx.location }, ctx);
      },
    },
    Schema: {
      /** @param {any} node @param {Context} ctx */
      enter(node, ctx) {
        const place = { node, location: ctx.location };
        const outer = around.get(node) ?? [];
        for (const { node: part } of partsOf(place, ctx))
          if (part && typeof part === "object") around.set(part, [...(around.get(part) ?? []), place, ...outer]);
        check(place, ctx, outer);
      },
    },
  };
}

/** The schemas that a value must satisfy, too, or under a condition. @param {Place} place @param {Context} ctx @returns {Place[]} */
function partsOf({ node, location }, ctx) {
  const parts = [
    ...["if", "then", "else", "not"].map((name) => [node[name], [name]]),
    ...["allOf", "anyOf", "oneOf", "dependentSchemas"].flatMap((keyword) =>
      Object.entries(node[keyword] ?? {}).map(([name, part]) => [part, [keyword, name]]),
    ),
  ];
  return parts.map(([part, path]) => resolve(part, ctx, location.child(path)));
}

/**
 * @param {Place} place
 * @param {string} name
 * @param {Context} ctx
 * @param {number} [depth] a schema may contain itself
 * @returns {boolean}
 */
function describes({ node, location }, name, ctx, depth = 0) {
  if (!node || typeof node !== "object" || depth > 8) return false;
  if (Object.hasOwn(node.properties ?? {}, name)) return true;
  /** @param {string} keyword @returns {boolean[]} */
  const of = (keyword) =>
    (node[keyword] ?? []).map((/** @type {any} */ part, /** @type {number} */ i) =>
      describes({ node: part, location: location.child([keyword, i]) }, name, ctx, depth + 1),
    );
  const unions = [of("anyOf"), of("oneOf")];
  return (
    of("allOf").includes(true) ||
    unions.some((branches) => branches.length > 0 && !branches.includes(false)) ||
    (typeof node.$ref === "string" && describes(resolve(node, ctx, location), name, ctx, depth + 1))
  );
}
