import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { resolve } from "../inclusion/resolve.js";
import { isNode, type Spec } from "./node.js";

/** Keywords whose content is a value or a text, in which `$ref` is not a reference. */
const VALUES = ["example", "examples", "default", "const", "enum"];

/** Reports each reference that leads nowhere as not judged, because its meaning is unknown. */
export function diffReferences(changes: Changes, before: Spec, after: Spec): void {
  for (const spec of [before, after])
    for (const { reference, at } of lostIn(spec, spec, ""))
      changes.add("not judged", "both", "reference-unresolved", at, `the reference ${reference} leads nowhere`);
}

function lostIn(spec: Spec, value: unknown, at: string): { reference: string; at: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => lostIn(spec, one, pointerTo(at, i)));
  if (!isNode(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = pointerTo(at, name);
    if (name === "$ref" && typeof inner === "string")
      return resolve(spec, inner) ? [] : [{ reference: inner, at: place }];
    return VALUES.includes(name) || name.startsWith("x-") ? [] : lostIn(spec, inner, place);
  });
}
