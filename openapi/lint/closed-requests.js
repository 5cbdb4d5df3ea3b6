// @ts-check
import { resolve } from "./resolve.js";
import { eachOperation } from "./sent-by-server.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */
/** @typedef {{ schema: any, path: (string | number)[] }} Child */

const BRANCHES = ["anyOf", "oneOf", "prefixItems"];
const CHILDREN = ["items", "additionalProperties"];

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

/**
 * The schemas that restrict the same object further, under a condition. An object that is closed by its own properties is
 * closed for them, too.
 *
 * @param {any} schema
 * @returns {Child[]}
 */
const conditional = (schema) => [
  ...["then", "else"]
    .filter((name) => typeof schema[name] === "object")
    .map((name) => ({ schema: schema[name], path: [name] })),
  ...Object.entries(schema.dependentSchemas ?? {}).map(([name, one]) => ({
    schema: one,
    path: ["dependentSchemas", name],
  })),
];

/** @typedef {{ node: any, location: any, request?: string, response?: string }} Use where a schema is used, in words */

/**
 * Requests must reject unknown fields, and responses must allow new ones (decision 0002), as must what the server sends to a
 * webhook or a callback, whose receiver decides about its response. A schema that is used in both
 * gets one message, because the advice of either side would break the other. Both may share the fields that they have in
 * common: an `allOf` in a schema with `unevaluatedProperties: false` is closed by it. What is in an `if` or a `not` only says which
 * objects are meant.
 */
export function closedRequests() {
  /** @type {Map<string, Use>} */
  const uses = new Map();
  /**
   * @param {any} schema @param {any} from @param {"request" | "response"} side @param {string} words @param {Context} ctx
   * @param {Set<string>} seen @param {boolean} [isWithin] whether the schema is in the `allOf` of a closed one
   */
  const visit = (schema, from, side, words, ctx, seen, isWithin = false) => {
    const { node, location } = resolve(schema, ctx, from);
    if (!node || typeof node !== "object" || seen.has(location.absolutePointer)) return;
    seen.add(location.absolutePointer);
    const use = uses.get(location.absolutePointer) ?? { node, location };
    if (!isWithin) use[side] ??= words;
    uses.set(location.absolutePointer, use);
    for (const child of childrenOf(node)) visit(child.schema, location.child(child.path), side, words, ctx, seen);
    const closes = isWithin || node.unevaluatedProperties === false;
    for (const part of conditional(node))
      visit(
        part.schema,
        location.child(part.path),
        side,
        words,
        ctx,
        seen,
        closes || node.additionalProperties === false,
      );
    for (const part of listed(node, "allOf"))
      visit(part.schema, location.child(part.path), side, words, ctx, seen, closes);
  };
  const operations = eachOperation((operation, ctx, isSentByServer) => {
    for (const [body, from, side, words] of bodiesOf(operation, ctx, isSentByServer)) {
      const { node, location } = resolve(body, ctx, from);
      for (const [type, media] of Object.entries(node?.content ?? {})) {
        const place = location.child(["content", type, "schema"]);
        visit(/** @type {any} */ (media).schema, place, side, words, ctx, new Set());
      }
    }
  });
  return {
    ...operations,
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

/**
 * The bodies of an operation, where they are, and which side reads them, also in words.
 *
 * @param {any} operation
 * @param {Context} ctx
 * @param {boolean} isSentByServer
 * @returns {[any, any, "request" | "response", string][]}
 */
function bodiesOf({ operationId: name = "an operation", requestBody, responses = {} }, ctx, isSentByServer) {
  const request = ctx.location.child("requestBody");
  if (isSentByServer) return [[requestBody, request, "response", `the request of ${name}, which the server sends and`]];
  return [
    [requestBody, request, "request", `the request of ${name}, which`],
    ...Object.entries(responses).map(
      ([status, answer]) =>
        /** @type {[any, any, "response", string]} */ ([
          answer,
          ctx.location.child(["responses", status]),
          "response",
          `a response of ${name}, which`,
        ]),
    ),
  ];
}

const CLOSING = ["additionalProperties", "unevaluatedProperties"];

/** @param {string | undefined} closing @param {string | undefined} request @param {string | undefined} response */
function adviceFor(closing, request, response) {
  if (request && response)
    return `This schema is used in ${request} must reject unknown fields, and in ${response} must allow new ones; write two schemas; both can have an allOf with the fields that they share, and that of the request unevaluatedProperties: false.`;
  if (request && !closing) return "A request schema must reject unknown fields; add additionalProperties: false.";
  if (response && closing) return `This schema is used in ${response} must allow new fields; remove ${closing}: false.`;
  return undefined;
}
