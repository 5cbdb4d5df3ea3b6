import { isDeepStrictEqual } from "node:util";
import { METHODS } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import type { Limit } from "./limit.js";

interface WithServers {
  readonly servers?: unknown;
}

/** All requests of a client go to one base URL, so a path or an operation cannot have its own servers. */
export function serverLimits(document: object): Limit[] {
  const { servers: usual, paths = {} } = document as WithServers & { paths?: Record<string, WithServers> };
  return Object.entries(paths).flatMap(([path, item]) => {
    const pointer = pointerTo("#/paths", path);
    const operations = METHODS.flatMap((method) => {
      const operation = (item as Record<string, WithServers | undefined>)[method];
      return operation ? [{ owner: operation, at: pointerTo(pointer, method) }] : [];
    });
    return [{ owner: item, at: pointer }, ...operations].flatMap(({ owner: { servers }, at }) =>
      servers === undefined || isDeepStrictEqual(servers, usual)
        ? []
        : [
            {
              message:
                "Every request goes to the servers at the top of the document; remove these, or describe the operations of another server in a separate spec.",
              pointer: pointerTo(at, "servers"),
            },
          ],
    );
  });
}
