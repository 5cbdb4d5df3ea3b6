// @ts-check
import { resolve } from "./resolve.js";
import { eachOwnOperation } from "./sent-by-server.js";

/** What servers reject with 400 although OpenAPI has no keyword for it, and the words that say so. */
const REFUSALS = Object.entries({
  "unknown query parameters": /\bunknown query parameter/i,
  "repeated query parameters": /\brepeated\b/i,
  "query parameters without a value": /\bempty value\b/i,
  "fields that occur twice in one object": /\bsame field twice\b/i,
});

/**
 * The 400 response of every operation says what is rejected beyond the schemas: who validates against the spec alone,
 * as a proxy does, lets these requests through.
 */
export const describedRefusals = () =>
  eachOwnOperation((operation, ctx) => {
    const response = operation.responses?.["400"];
    if (!response) return;
    const { node } = resolve(response, ctx);
    for (const [what, words] of REFUSALS)
      if (!words.test(node?.description ?? ""))
        ctx.report({
          message: `The description of the 400 response does not say that ${what} are rejected; use components/responses/BadRequest.yaml.`,
          location: ctx.location.child(["responses", "400"]),
        });
  });
