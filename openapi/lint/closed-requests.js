// @ts-check
import { resolve } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */
/** @typedef {{ schema: any, path: (string | number)[] }} Child */

const BRANCHES = ["allOf", "anyOf", "oneOf", "prefixItems"];
const CHILDREN = ["items", "additionalProperties", "not", "if", "then", "else"];

/**
 * The schemas directly inside one, and where they are in it.
 *
 * @param {any} schema
 * @returns {Child[]}
 */
function childrenOf(schema) {
  const members = Object.entries(schema.properties ?? {});
  return [
    ...members.map(([name, member]) => ({ schema: member, path: ["properties", name] })),
    ...CHILDREN.filter((name) => typeof schema[name] === "object").map((name) => ({
      schema: schema[name],
      path: [name],
    })),
    ...BRANCHES.flatMap((name) =>
      (schema[name] ?? []).map((/** @type {any} */ branch, /** @type {number} */ i) => ({
        schema: branch,
        path: [name, i],
      })),
    ),
  ];
}

/**
 * Requests must reject unknown fields, and responses must allow new ones (decision 0002).
 */
export function closedRequests() {
  /** @param {any} schema @param {any} from @param {boolean} closed @param {Context} ctx @param {Set<string>} seen */
  const visit = (schema, from, closed, ctx, seen) => {
    const { node, location } = resolve(schema, ctx, from);
    if (!node || typeof node !== "object" || seen.has(location.absolutePointer)) return;
    seen.add(location.absolutePointer);
    if (node.properties && (node.additionalProperties === false) !== closed)
      ctx.report({
        message: closed
          ? "A request schema must reject unknown fields; add additionalProperties: false."
          : "A response schema must allow new fields; remove additionalProperties: false.",
        location,
      });
    for (const child of childrenOf(node)) visit(child.schema, location.child(child.path), closed, ctx, seen);
  };
  return {
    /** @param {any} operation @param {Context} ctx */
    Operation(operation, ctx) {
      const bodies = [
        { ...resolve(operation.requestBody, ctx), closed: true },
        ...Object.values(operation.responses ?? {}).map((answer) => ({ ...resolve(answer, ctx), closed: false })),
      ];
      for (const { node, location, closed } of bodies)
        for (const [type, media] of Object.entries(node?.content ?? {}))
          visit(/** @type {any} */ (media).schema, location.child(["content", type, "schema"]), closed, ctx, new Set());
    },
  };
}
