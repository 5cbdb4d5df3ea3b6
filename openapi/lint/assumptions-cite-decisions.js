// @ts-check
import { readdirSync } from "node:fs";

const DECISIONS = new URL("../../docs/decisions/", import.meta.url);

/** A description that marks something as assumed names the decision record that holds the reason, and it exists. */
export function assumptionsCiteDecisions() {
  const numbers = new Set(readdirSync(DECISIONS).map((name) => name.slice(0, 4)));
  return {
    any: {
      /** @param {any} node @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(node, ctx) {
        const text = node?.description;
        if (typeof text !== "string") return;
        const location = ctx.location.child(["description"]);
        const cited = [...text.matchAll(/decision (\d+)/g)].map((match) => match[1] ?? "");
        for (const number of cited)
          if (!numbers.has(number))
            ctx.report({ message: `There is no decision ${number}; write docs/decisions/${number}-….md.`, location });
        // The description of the whole API explains the mark.
        const assumes = /\*assumed\b/i.test(text) && ctx.type.name !== "Info";
        if (assumes && cited.length === 0)
          ctx.report({
            message:
              'A description that marks something as assumed must cite its decision record; write, for example, "(*assumed*, decision 0003)".',
            location,
          });
      },
    },
  };
}
