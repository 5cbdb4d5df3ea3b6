// @ts-check
import { resolve } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */

const has = (/** @type {any} */ node, /** @type {readonly string[]} */ names) =>
  names.some((name) => node?.[name] !== undefined);

/** The media types of a parameter, whose examples are its own. @param {any} node */
const mediaOf = (node) => Object.values(node?.content ?? {});

/**
 * Every member of a schema and every parameter says what it means and shows an example: they are the hover text of the
 * client, the page of the docs and the data of the mock.
 */
export function describedMembers() {
  /** @param {any} node @param {string} what @param {any} location @param {Context} ctx */
  const check = (node, what, location, ctx) => {
    const target = resolve(node, ctx, location).node;
    for (const [member, names] of /** @type {const} */ ([
      ["description", ["description"]],
      ["example", ["example", "examples", "const"]],
    ])) {
      if (has(node, names) || has(target, names) || mediaOf(node).some((media) => has(media, names))) continue;
      ctx.report({ message: `${what} has no ${member}; add one here or to the schema it refers to.`, location });
    }
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
