// @ts-check
import { resolve } from "./resolve.js";

/** Each branch of a union fixes the discriminator with `const`, and the mapping says the same: types and validators rely on it. */
export function discriminatedUnions() {
  return {
    Schema: {
      /** @param {any} schema @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(schema, ctx) {
        if (!schema.discriminator) return;
        const { propertyName, mapping = {} } = schema.discriminator;
        const kinds = new Map();
        for (const [index, branch] of (schema.oneOf ?? []).entries()) {
          const target = resolve(branch, ctx).node;
          const value = target?.properties?.[propertyName]?.const;
          const location = ctx.location.child(["oneOf", index]);
          if (value === undefined || !target.required?.includes(propertyName))
            ctx.report({ message: `The branch must require "${propertyName}" and fix it with const.`, location });
          else if (kinds.has(value))
            ctx.report({ message: `Two branches have "${propertyName}" ${value}; make them differ.`, location });
          else if (mapping[value] !== branch.$ref)
            ctx.report({ message: `The mapping must lead "${value}" to ${branch.$ref}.`, location });
          kinds.set(value, branch);
        }
        for (const value of Object.keys(mapping))
          if (!kinds.has(value))
            ctx.report({
              message: `No branch has "${propertyName}" ${value}; remove it from the mapping.`,
              location: ctx.location.child(["discriminator", "mapping", value]),
            });
      },
    },
  };
}
