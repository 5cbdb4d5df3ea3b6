// @ts-check
import { resolve, showsExample } from "./resolve.js";

/**
 * Every body has a named example, or a schema that shows one, as every schema of the components does: they are the samples
 * of the docs, the data of the mock and what tests of the client send.
 */
export function bodyExamples() {
  return {
    MediaType: {
      /** @param {any} media @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(media, ctx) {
        const hasNamed = Object.keys(media.examples ?? {}).length > 0;
        if (media.schema && !hasNamed && !showsExample(media.schema, ctx))
          ctx.report({
            message: `A body of ${String(ctx.key)} has no named example; add one under examples, or to each property of its schema.`,
            location: ctx.location,
          });
      },
    },
    Root: {
      /** @param {any} root @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(root, ctx) {
        for (const name of Object.keys(root.components?.schemas ?? {})) check(root.components.schemas[name], name, ctx);
      },
    },
    ref: {
      /** @param {any} node @param {import("@redocly/openapi-core").UserContext} ctx @param {{ location?: any, node?: any }} resolved */
      enter(node, ctx, resolved) {
        const file = resolved.location?.source.absoluteRef ?? "";
        if (!/components\/schemas\//.test(file) || resolved.location.pointer !== "#/") return;
        check(node, file, ctx, resolved);
      },
    },
  };
}

/** @param {any} schema @param {string} name @param {import("@redocly/openapi-core").UserContext} ctx @param {any} [resolved] */
function check(schema, name, ctx, resolved) {
  const { node, location } = resolved?.location ? resolved : resolve(schema, ctx);
  if (!node || showsExample(node, ctx, location)) return;
  const short = name.replace(/^.*\//, "").replace(/\.\w+$/, "");
  ctx.report({ message: `The schema ${short} has no example; add one under examples.`, location });
}
