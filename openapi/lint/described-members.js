// @ts-check
import { resolve, showsExample } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */

/** The media types of a parameter, whose examples are its own. @param {any} node @returns {any[]} */
const mediaOf = (node) => Object.values(node?.content ?? {});

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
  return {
    Schema: {
      /** @param {any} schema @param {Context} ctx */
      enter(schema, ctx) {
        for (const [name, member] of Object.entries(schema.properties ?? {}))
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
