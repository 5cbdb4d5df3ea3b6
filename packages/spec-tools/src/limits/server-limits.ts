import type { ServerObject } from "../document/open-api-document.js";
import { otherOrigins, withDefaults } from "../document/server-paths.js";
import type { Limit } from "./limit.js";

/** All requests of a client go to one origin, for which its credentials are. */
export function serverLimits(document: object): Limit[] {
  const { servers: usual = [] } = document as { servers?: readonly ServerObject[] };
  const limits = otherOrigins(document).map(({ method, path, servers, pointer }) => ({
    message: `${method.toUpperCase()} ${path} is at ${urls(servers)}, the others at ${urls(usual)}; a client sends its credentials to one origin, so describe operations of other origins in a spec of their own.`,
    pointer,
  }));
  // Those of a path hold for all of its operations.
  return limits.filter(({ pointer }, i) => limits.findIndex((other) => other.pointer === pointer) === i);
}

const urls = (servers: readonly ServerObject[]): string => servers.map(withDefaults).join(", ");
