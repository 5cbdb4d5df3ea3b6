// @ts-check
import { parametersOf, resolve } from "./resolve.js";

const PARAMETERS = {
  limit: { type: "integer", minimum: 1, default: 10 },
  offset: { type: "integer", minimum: 0, default: 0 },
};

/**
 * A list operation (one whose operationId begins with `list`, or that has `x-pagination`) pages by `limit` (default 10,
 * its own maximum) and `offset` (default 0), and says its page shape in `x-pagination`.
 */
export function listParameters() {
  return {
    /** @param {any} operation @param {import("@redocly/openapi-core").UserContext} ctx */
    Operation(operation, ctx) {
      const paged = operation["x-pagination"] !== undefined;
      if (!paged && !/^list[A-Z]/.test(operation.operationId ?? "")) return;
      const report = (/** @type {string} */ message) => ctx.report({ message, location: ctx.location });
      if (!paged) report("A list operation must declare its page shape; add x-pagination.");
      const parameters = parametersOf(operation, ctx);
      for (const [name, keywords] of Object.entries(PARAMETERS)) {
        const parameter = parameters.get(name);
        if (parameter?.in !== "query")
          report(
            `A list operation must have the query parameter "${name}"; add a $ref to it in components/parameters.`,
          );
        else problemsOf(name, resolve(parameter.schema, ctx).node ?? {}, keywords).forEach(report);
      }
    },
  };
}

/** @param {string} name @param {any} schema @param {Record<string, unknown>} keywords */
function problemsOf(name, schema, keywords) {
  const problems = Object.entries(keywords)
    .filter(([keyword, value]) => schema[keyword] !== value)
    .map(([keyword, value]) => `The parameter "${name}" must have ${keyword}: ${value}.`);
  if (name === "limit" && typeof schema.maximum !== "number")
    problems.push('The parameter "limit" must have a maximum.');
  return problems;
}
