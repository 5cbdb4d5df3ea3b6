import type { Operation } from "../document.js";

/** Each value that the path of an operation may have, if its document lists them; otherwise one choice without values. */
export function choicesOf(operation: Operation): { path: Record<string, string>; name: string }[] {
  const parameter = operation.parameters.find(({ in: place, schema }) => place === "path" && schema.node.enum);
  const values = parameter?.schema.node.enum ?? [];
  if (!parameter || values.length === 0) return [{ path: {}, name: "" }];
  return values.map((value) => ({ path: { [parameter.name]: String(value) }, name: ` in ${value}` }));
}
