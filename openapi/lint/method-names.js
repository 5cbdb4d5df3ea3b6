// @ts-check

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { getLineColLocation } from "@redocly/openapi-core";

/** Problems name files by their path in the repository. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The hand-written members of the client, whose names no operation can have. */
const TAKEN = new Set(["raw"]);

/** Every method that the client gets from the spec has its own name: `listX` with a window becomes `syncX` too. */
export function methodNames() {
  /** @type {Map<string, { id: string, location: import("@redocly/openapi-core").UserContext["location"] }>} */
  const methods = new Map();
  return {
    /** @param {any} operation @param {import("@redocly/openapi-core").UserContext} ctx */
    Operation(operation, ctx) {
      const id = operation.operationId;
      if (typeof id !== "string") return;
      const location = ctx.location.child(["operationId"]);
      for (const name of operation["x-pagination"]?.updatedFrom ? [id, id.replace(/^list/, "sync")] : [id]) {
        const other = methods.get(name);
        if (TAKEN.has(name))
          ctx.report({
            message: `The client already has a method or property named ${name}; rename the operationId.`,
            location,
          });
        else if (other !== undefined)
          ctx.report({
            message: messageOf(name, id, other.id, placeOf(other.location)),
            location,
          });
        methods.set(name, { id, location });
      }
    },
  };
}

/**
 * @param {string} name @param {string} id @param {string} other the operation that has the name already
 * @param {string} place where the other operation is
 */
const messageOf = (name, id, other, place) =>
  id === other
    ? `The operationId "${id}" is also used in ${place}; rename one of the two.`
    : `The client would get two methods named ${name}, for ${id} here and for ${other} in ${place}; rename an operationId.`;

/** @param {import("@redocly/openapi-core").UserContext["location"]} location */
function placeOf(location) {
  const { absoluteRef } = location.source;
  const { line } = getLineColLocation({ ...location, reportOnKey: false }).start;
  return `${relative(ROOT, absoluteRef)}:${line}`;
}
