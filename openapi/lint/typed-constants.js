// @ts-check
import { isCondition } from "./resolve.js";

/** @param {unknown} value */
const typesOf = (value) => {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return Number.isInteger(value) ? ["integer", "number"] : [typeof value];
};

/**
 * A `const` or an `enum` needs the `type` of its values beside it. Without it, generators of typed languages declare the
 * property as "any object", and their clients can neither write nor read it. A schema that only names
 * properties or excludes values becomes no type, so it needs none.
 */
export function typedConstants() {
  return {
    Schema: {
      /** @param {any} schema @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(schema, ctx) {
        if (isCondition(ctx.location.pointer)) return;
        for (const keyword of ["const", "enum"]) {
          if (schema[keyword] === undefined) continue;
          const location = ctx.location.child([keyword]);
          const values = keyword === "const" ? [schema.const] : schema.enum;
          for (const message of problemsOf(keyword, values, schema.type)) ctx.report({ message, location });
        }
      },
    },
  };
}

/** @param {string} keyword @param {unknown[]} values @param {string | string[] | undefined} type */
function problemsOf(keyword, values, type) {
  if (type === undefined)
    return [`${keyword} needs the type of its value beside it; add type: ${typesOf(values[0])[0]}.`];
  const declared = [type].flat();
  return values
    .filter((value) => !typesOf(value).some((name) => declared.includes(name)))
    .map((value) => `${JSON.stringify(value)} is not of type ${declared.join(" or ")}; change ${keyword} or type.`);
}
