// @ts-check
import { partsOf, resolve } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */
/** @typedef {{ property: string, values: string[] }} Union */

/**
 * The examples of a request body together show every branch of the discriminated unions in it: a reader looks for the one
 * to copy, and the tests of the surfaces send them all.
 */
export function unionExamples() {
  return {
    /** @param {any} operation @param {Context} ctx */
    Operation(operation, ctx) {
      const body = resolve(operation.requestBody, ctx, ctx.location.child(["requestBody"]));
      for (const [type, media] of Object.entries(body.node?.content ?? {})) {
        const at = body.location.child(["content", type]);
        const unions = unionsOf(media.schema, at.child(["schema"]), ctx, new Set());
        const values = Object.values(media.examples ?? {}).map((one) => resolve(one, ctx, at).node?.value);
        for (const { property, values: expected } of unions)
          for (const value of expected.filter((one) => !values.some((example) => shows(example, property, one))))
            ctx.report({
              message: `No example of the body shows the branch with "${property}" ${value}; add it to one of the examples.`,
              location: at.child(["examples"]),
            });
      }
    },
  };
}

/** @param {any} schema @param {any} from @param {Context} ctx @param {Set<string>} seen @returns {Union[]} */
function unionsOf(schema, from, ctx, seen) {
  const { node, location } = resolve(schema, ctx, from);
  if (!node || typeof node !== "object" || seen.has(location.absolutePointer)) return [];
  seen.add(location.absolutePointer);
  const { propertyName } = node.discriminator ?? {};
  const branches = (node.oneOf ?? []).flatMap((/** @type {any} */ one) => partsOf(one, ctx, location));
  const values = branches.flatMap((/** @type {any} */ one) => one?.properties?.[propertyName]?.const ?? []);
  /** @type {[any, (string | number)[]][]} */
  const children = [
    [node.items, ["items"]],
    ...Object.entries(node.properties ?? {}).map(
      ([name, child]) => /** @type {[any, string[]]} */ ([child, ["properties", name]]),
    ),
    ...["oneOf", "anyOf", "allOf"].flatMap((keyword) =>
      (node[keyword] ?? []).map((/** @type {any} */ child, /** @type {number} */ i) => [child, [keyword, i]]),
    ),
  ];
  const own = propertyName === undefined ? [] : [{ property: propertyName, values }];
  return [...own, ...children.flatMap(([child, at]) => unionsOf(child, location.child(at), ctx, seen))];
}

/** @param {unknown} value @param {string} property @param {string} wanted @returns {boolean} */
function shows(value, property, wanted) {
  if (typeof value !== "object" || value === null) return false;
  if (/** @type {any} */ (value)[property] === wanted) return true;
  return Object.values(value).some((child) => shows(child, property, wanted));
}
