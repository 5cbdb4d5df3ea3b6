// @ts-check
import { resolve } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */
/** @typedef {{ schema: any, path: (string | number)[] }} Child */

const BRANCHES = ["anyOf", "oneOf", "prefixItems"];
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
    ...BRANCHES.flatMap((name) => listed(schema, name)),
  ];
}

/** @param {any} schema @param {string} name @returns {Child[]} */
const listed = (schema, name) =>
  (schema[name] ?? []).map((/** @type {any} */ branch, /** @type {number} */ i) => ({
    schema: branch,
    path: [name, i],
  }));

/** @typedef {{ node: any, location: any, request?: string, response?: string }} Use */

/**
 * Requests must reject unknown fields, and responses must allow new ones (decision 0002). A schema that is used in both
 * gets one message, because the advice of either side would break the other. Both may share the fields that they have in
 * common: an `allOf` in a schema with `unevaluatedProperties: false` is closed by it.
 */
export function closedRequests() {
  /** @type {Map<string, Use>} */
  const uses = new Map();
  /**
   * @param {any} schema @param {any} from @param {"request" | "response"} side @param {string} operation @param {Context} ctx
   * @param {Set<string>} seen @param {boolean} [isWithin] whether the schema is in the `allOf` of a closed one
   */
  const visit = (schema, from, side, operation, ctx, seen, isWithin = false) => {
    const { node, location } = resolve(schema, ctx, from);
    if (!node || typeof node !== "object" || seen.has(location.absolutePointer)) return;
    seen.add(location.absolutePointer);
    const use = uses.get(location.absolutePointer) ?? { node, location };
    if (!isWithin) use[side] ??= operation;
    uses.set(location.absolutePointer, use);
    for (const child of childrenOf(node)) visit(child.schema, location.child(child.path), side, operation, ctx, seen);
    const closes = isWithin || node.unevaluatedProperties === false;
    for (const part of listed(node, "allOf"))
      visit(part.schema, location.child(part.path), side, operation, ctx, seen, closes);
  };
  return {
    /** @param {any} operation @param {Context} ctx */
    Operation(operation, ctx) {
      /** @type {[any, any, "request" | "response"][]} */
      const bodies = [
        [operation.requestBody, ctx.location.child("requestBody"), "request"],
        ...Object.entries(operation.responses ?? {}).map(
          ([status, answer]) =>
            /** @type {[any, any, "response"]} */ ([answer, ctx.location.child(["responses", status]), "response"]),
        ),
      ];
      const name = operation.operationId ?? ctx.location.pointer;
      for (const [body, from, side] of bodies) {
        const { node, location } = resolve(body, ctx, from);
        for (const [type, media] of Object.entries(node?.content ?? {})) {
          const place = location.child(["content", type, "schema"]);
          visit(/** @type {any} */ (media).schema, place, side, name, ctx, new Set());
        }
      }
    },
    Root: {
      /** @param {any} _root @param {Context} ctx */
      leave(_root, ctx) {
        for (const { node, location, request, response } of uses.values()) {
          if (!node.properties) continue;
          const closing = CLOSING.find((keyword) => node[keyword] === false);
          const message = adviceFor(closing, request, response);
          if (message) ctx.report({ message, location });
        }
      },
    },
  };
}

const CLOSING = ["additionalProperties", "unevaluatedProperties"];

/** @param {string | undefined} closing @param {string | undefined} request @param {string | undefined} response */
function adviceFor(closing, request, response) {
  if (request && response)
    return `This schema is used in the request of ${request}, which must reject unknown fields, and in a response of ${response}, which must allow new ones; write two schemas; both can have an allOf with the fields that they share, and that of the request unevaluatedProperties: false.`;
  if (request && !closing) return "A request schema must reject unknown fields; add additionalProperties: false.";
  if (response && closing) return `A response schema must allow new fields; remove ${closing}: false.`;
  return undefined;
}
