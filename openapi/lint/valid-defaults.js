// @ts-check
import { Ajv2020 } from "ajv/dist/2020.js";

/** A `default` that its schema does not allow is a value that no client can send. Schemas with references are not judged. */
export function validDefaults() {
  // With a precision, 0.29 is a multiple of 0.01.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, multipleOfPrecision: 5 });
  return {
    Schema: {
      /** @param {any} schema @param {import("@redocly/openapi-core").UserContext} ctx */
      enter(schema, ctx) {
        if (schema.default === undefined || JSON.stringify(schema).includes('"$ref":')) return;
        const problem = problemOf(ajv, schema);
        if (problem !== undefined)
          ctx.report({
            message: `default: ${JSON.stringify(schema.default)} ${problem}; correct it, or the schema.`,
            location: ctx.location.child(["default"]),
          });
      },
    },
  };
}

/** @param {Ajv2020} ajv @param {any} schema */
function problemOf(ajv, schema) {
  try {
    return ajv.validate(schema, schema.default) ? undefined : ajv.errorsText().replace(/^data/, "").trim();
  } catch {
    // Other rules say what is wrong with the schema itself.
    return undefined;
  }
}
