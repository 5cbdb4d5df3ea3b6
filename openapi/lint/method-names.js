// @ts-check

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { getLineColLocation } from "@redocly/openapi-core";

/** Problems name files by their path in the repository. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The hand-written members of the client, whose names no operation can have. */
const TAKEN = new Set(["raw"]);

/** Every operationId is used once, and by nothing else of the client. The generator finds other methods with the same name. */
export function methodNames() {
  /** @type {Map<string, import("@redocly/openapi-core").UserContext["location"]>} */
  const methods = new Map();
  return {
    /** @param {any} operation @param {import("@redocly/openapi-core").UserContext} ctx */
    Operation(operation, ctx) {
      const id = operation.operationId;
      if (typeof id !== "string") return;
      const location = ctx.location.child(["operationId"]);
      const other = methods.get(id);
      if (TAKEN.has(id))
        ctx.report({
          message: `The client already has a method or property named ${id}; rename the operationId.`,
          location,
        });
      else if (other !== undefined)
        ctx.report({
          message: `The operationId "${id}" is also used in ${placeOf(other)}; rename one of the two.`,
          location,
        });
      methods.set(id, location);
    },
  };
}

/** @param {import("@redocly/openapi-core").UserContext["location"]} location */
function placeOf(location) {
  const { absoluteRef } = location.source;
  const { line } = getLineColLocation({ ...location, reportOnKey: false }).start;
  return `${relative(ROOT, absoluteRef)}:${line}`;
}
