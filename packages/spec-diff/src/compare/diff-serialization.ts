import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Comparison } from "./comparison.js";
import type { Found } from "./dereference.js";
import type { Node } from "./node.js";

const SERIALIZATION = ["style", "explode", "allowReserved"];

/** How a parameter is serialized, with defaults filled in (OpenAPI 3.1, section 4.8.12.2). */
function serializationOf(node: Node): Record<string, unknown> {
  const { in: place, style = place === "query" || place === "cookie" ? "form" : "simple" } = node;
  return { style, explode: node["explode"] ?? style === "form", allowReserved: node["allowReserved"] ?? false };
}

/** Compares how a value is serialized: `style`, `explode` and `allowReserved`, with their defaults. */
export function diffSerialization({ changes, direction }: Comparison, was: Found, is: Found, what: string): void {
  const [old, now] = [serializationOf(was.node), serializationOf(is.node)];
  for (const field of SERIALIZATION) {
    const at = pointerTo(is.at, field);
    if (was.node[field] === is.node[field]) continue;
    if (old[field] === now[field])
      changes.documentation("same-meaning", at, `${what}: ${field} is written differently and means the same`);
    // Clients can still encode these characters, as they did before.
    else if (field === "allowReserved" && now[field] && direction === "request")
      changes.compatible(
        "request",
        "parameter-serialization-changed",
        at,
        `${what} may contain reserved characters now`,
      );
    else
      changes.breaking(
        direction,
        "parameter-serialization-changed",
        at,
        `${what} is written differently (${field} ${now[field]} instead of ${old[field]})`,
      );
  }
}
