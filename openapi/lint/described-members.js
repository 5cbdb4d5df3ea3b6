// @ts-check
import { isCondition, resolve, showsExample } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */

/** The media types of a parameter, whose examples are its own. @param {any} node @returns {any[]} */
const mediaOf = (node) => Object.values(node?.content ?? {});

/** What restricts an object further under a condition. @param {any} schema @returns {object[]} */
const branchesOf = (schema) =>
  [schema.then, schema.else, ...Object.values(schema.dependentSchemas ?? {})].filter((one) => typeof one === "object");

/**
 * Every member of a schema and every parameter says what it means and shows an example: they are the hover text of the
 * client, the page of the docs and the data of the mock.
 */
export function describedMembers() {
  /** @param {any} node @param {string} what @param {any} location @param {Context} ctx */
  const check = (node, what, location, ctx) => {
    const target = resolve(node, ctx, location).node;
    const all = [node, target, ...mediaOf(node)];
    const isShown = all.some((one) => one?.examples !== undefined) || showsExample(node, ctx, location);
    const missing = [
      ...(all.some((one) => one?.description !== undefined) ? [] : ["description"]),
      ...(isShown ? [] : ["example"]),
    ];
    for (const member of missing)
      ctx.report({ message: `${what} has no ${member}; add one here or to the schema it refers to.`, location });
  };
  /** The members that the schema around a branch describes. @type {WeakMap<object, Set<string>>} */
  const around = new WeakMap();
  return {
    Schema: {
      /** @param {any} schema @param {Context} ctx */
      enter(schema, ctx) {
        const known = around.get(schema) ?? new Set();
        const names = new Set([...known, ...Object.keys(schema.properties ?? {})]);
        for (const branch of branchesOf(schema)) around.set(branch, names);
        if (isCondition(ctx.location.pointer)) return;
        // `false` says that there is no such member.
        for (const [name, member] of Object.entries(schema.properties ?? {}))
          if (typeof member !== "boolean" && !known.has(name))
            check(member, `The property "${name}"`, ctx.location.child(["properties", name]), ctx);
      },
    },
    Parameter: {
      /** @param {any} parameter @param {Context} ctx */
      enter(parameter, ctx) {
        check(parameter, `The parameter "${parameter.name}"`, ctx.location, ctx);
      },
    },
  };
}
