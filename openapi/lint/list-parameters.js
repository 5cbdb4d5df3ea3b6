// @ts-check
import { parametersOf, resolve } from "./resolve.js";

/**
 * A list operation (one whose operationId begins with `list`, or that has `x-pagination`) pages by `limit` (default 10,
 * a maximum of its own) and `offset` (default 0), and says its page shape in `x-pagination` (document 4.2 and 8).
 */
export function listParameters() {
  return {
    /** @param {any} operation @param {import("@redocly/openapi-core").UserContext} ctx */
    Operation(operation, ctx) {
      const paged = operation["x-pagination"] !== undefined;
      if (!paged && !/^list[A-Z]/.test(operation.operationId ?? "")) return;
      const report = (/** @type {string} */ message) => ctx.report({ message, location: ctx.location });
      if (!paged) report("A list operation says its page shape; add x-pagination.");
      const parameters = parametersOf(operation, ctx);
      for (const [name, rules] of Object.entries({
        limit: { type: "integer", minimum: 1, default: 10 },
        offset: { type: "integer", minimum: 0, default: 0 },
      })) {
        const parameter = parameters.get(name);
        if (parameter?.in !== "query") {
          report(`A list operation has the query parameter "${name}"; take it from components/parameters.`);
          continue;
        }
        const schema = resolve(parameter.schema, ctx).node ?? {};
        for (const [keyword, value] of Object.entries(rules))
          if (schema[keyword] !== value) report(`The parameter "${name}" must have ${keyword}: ${value}.`);
        if (name === "limit" && typeof schema.maximum !== "number")
          report('The parameter "limit" must have a maximum.');
      }
    },
  };
}
