import { pointerTo } from "../document/pointer.js";
import type { Limit } from "./limit.js";

/** Values of users, in which a `$ref` is not a reference. */
const DATA = ["const", "default", "enum", "example", "examples"];

/** Lists references to something that was not read: only files of the spec are. */
export function referenceLimits(node: unknown, pointer = "#"): Limit[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, child]) => {
    if (DATA.includes(name) || name.startsWith("x-")) return [];
    const at = pointerTo(pointer, name);
    if (name !== "$ref" || typeof child !== "string" || child.startsWith("#")) return referenceLimits(child, at);
    return [{ message: foreignReference(child), pointer: at }];
  });
}

/** Says that a reference leads out of the spec. */
export function foreignReference(reference: string): string {
  return `${reference} is not a file of this spec; save it beside the spec, and refer to the file.`;
}
