// @ts-check
import { resolve } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */

const BRANCHES = ["allOf", "anyOf", "oneOf", "prefixItems"];
const CHILDREN = ["items", "additionalProperties", "not", "if", "then", "else"];

/**
 * What is sent refuses members it does not know; what is returned stays open to new ones (decision 0002).
 */
export function closedRequests() {
  /** @param {any} schema @param {any} from @param {boolean} closed @param {Context} ctx @param {Set<string>} seen */
  const walk = (schema, from, closed, ctx, seen) => {
    const { node, location } = resolve(schema, ctx, from);
    if (!node || typeof node !== "object" || seen.has(location.absolutePointer)) return;
    seen.add(location.absolutePointer);
    if (node.properties && (node.additionalProperties === false) !== closed)
      ctx.report({
        message: closed
          ? "An object in a request is closed; add additionalProperties: false."
          : "An object in a response is open to new members; remove additionalProperties: false.",
        location,
      });
    const go = (/** @type {any} */ child, /** @type {(string | number)[]} */ path) =>
      walk(child, location.child(path), closed, ctx, seen);
    for (const [name, member] of Object.entries(node.properties ?? {})) go(member, ["properties", name]);
    for (const name of CHILDREN) if (typeof node[name] === "object") go(node[name], [name]);
    for (const name of BRANCHES) for (const [i, branch] of (node[name] ?? []).entries()) go(branch, [name, i]);
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
          walk(/** @type {any} */ (media).schema, location.child(["content", type, "schema"]), closed, ctx, new Set());
    },
  };
}
