import type { Operation } from "../document.js";
import { listedParameters } from "../resources/record-parameters.js";

/** Each value that the path of an operation may have, if its document lists them; otherwise one choice without values. */
export function choicesOf(operation: Operation): { path: Record<string, string>; name: string }[] {
  const [parameter] = listedParameters(operation);
  if (!parameter) return [{ path: {}, name: "" }];
  return parameter.values.map((value) => ({ path: { [parameter.name]: String(value) }, name: ` in ${value}` }));
}
