// @ts-check

/** @typedef {import("@redocly/openapi-core").UserContext} Context */

/**
 * Visits each operation, and says whether the server sends its request, as in webhooks and callbacks: then somebody else's server
 * responds to it, and whoever receives it must allow new fields.
 *
 * @param {(operation: any, ctx: Context, isSentByServer: boolean) => void} visit
 */
export function eachOperation(visit) {
  let depth = 0;
  const around = {
    enter() {
      depth++;
    },
    leave() {
      depth--;
    },
  };
  return {
    Callback: around,
    WebhooksMap: around,
    /** @param {any} operation @param {Context} ctx */
    Operation(operation, ctx) {
      visit(operation, ctx, depth > 0);
    },
  };
}

/**
 * Visits the operations whose responses this API decides.
 *
 * @param {(operation: any, ctx: Context) => void} visit
 */
export const eachOwnOperation = (visit) =>
  eachOperation((operation, ctx, isSentByServer) => {
    if (!isSentByServer) visit(operation, ctx);
  });
