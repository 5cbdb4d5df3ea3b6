import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { isNode } from "./node.js";
import type { PlacedOperation } from "./placed-operation.js";

/** Compares `x-pagination`. Generators read it, so an existing client relies on its previous content. */
export function diffPagination(changes: Changes, was: PlacedOperation, is: PlacedOperation): void {
  const [old, now] = [was.node["x-pagination"], is.node["x-pagination"]];
  const at = pointerTo(is.at, "x-pagination");
  const breaking = (text: string, place = at) =>
    changes.breaking("response", "pagination-changed", place, `${is.label} ${text}`);
  if (isNode(old) && !isNode(now)) breaking("is no longer a list");
  if (!isNode(old) && isNode(now)) breaking("is a list now; the client's method returns another type");
  if (!isNode(old) || !isNode(now)) return;
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (old[name] === now[name]) continue;
    const place = pointerTo(at, name);
    if (name in old) breaking(`has ${name} ${now[name] ?? "removed"} in x-pagination instead of ${old[name]}`, place);
    else changes.compatible("response", "pagination-changed", place, `${is.label} has ${name} in x-pagination`);
  }
}
