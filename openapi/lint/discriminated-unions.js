// @ts-check
import { partsOf } from "./resolve.js";

/** @typedef {import("@redocly/openapi-core").UserContext} Context */

/** Each branch of a union fixes the discriminator with `const`, and the mapping says the same: types and validators rely on it. */
export function discriminatedUnions() {
  return {
    Schema: {
      /** @param {any} schema @param {Context} ctx */
      enter(schema, ctx) {
        if (!schema.discriminator) return;
        const { propertyName } = schema.discriminator;
        // Without a prototype, so that the value of a branch may be `constructor`.
        const mapping = Object.assign(Object.create(null), schema.discriminator.mapping);
        const kinds = new Set();
        const renamed = new Set();
        for (const [index, branch] of (schema.oneOf ?? []).entries()) {
          const parts = partsOf(branch, ctx);
          const value = parts.map((part) => part.properties?.[propertyName]?.const).find((one) => one !== undefined);
          const mapped = mapping[value] === undefined ? nameOf(mapping, branch.$ref) : undefined;
          renamed.add(mapped);
          const message = problemOf(value, {
            isFixed: value !== undefined && parts.some((part) => part.required?.includes(propertyName)),
            isTaken: kinds.has(value),
            isMapped: mapping[value] === branch.$ref,
            name: propertyName,
            reference: branch.$ref,
            mapped,
          });
          if (message) ctx.report({ message, location: ctx.location.child(["oneOf", index]) });
          kinds.add(value);
        }
        for (const value of Object.keys(mapping).filter((value) => !kinds.has(value) && !renamed.has(value)))
          ctx.report({
            message: `No branch has "${propertyName}" ${value}; remove it from the mapping.`,
            location: ctx.location.child(["discriminator", "mapping", value]),
          });
      },
    },
  };
}

/** @param {Record<string, string>} mapping @param {string} reference */
const nameOf = (mapping, reference) => Object.keys(mapping).find((name) => mapping[name] === reference);

/**
 * What is wrong with a branch, if anything.
 *
 * @param {unknown} value the discriminator's value in it
 * @param {{ isFixed: boolean, isTaken: boolean, isMapped: boolean, name: string, reference: string, mapped?: string }} branch
 */
function problemOf(value, { isFixed, isTaken, isMapped, name, reference, mapped }) {
  if (!isFixed) return `The branch must require "${name}" and fix it with const.`;
  if (isTaken) return `Two branches have "${name}" ${value}; make them differ.`;
  if (!isMapped && mapped !== undefined)
    return `The mapping has "${mapped}" for ${reference}, but "${name}" is ${value} in that schema; make them the same.`;
  return isMapped ? undefined : `The mapping must map "${value}" to ${reference}; add this entry.`;
}
