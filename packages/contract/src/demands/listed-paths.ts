import type { Operation } from "../document/document.js";
import { withNumbers } from "../document/exact-numbers.js";
import { listedParameters } from "../resources/record-parameters.js";

/** Each value that the path of an operation may have, if its document lists them; otherwise one choice without values. */
export function choicesOf(operation: Operation): { path: Record<string, string>; name: string }[] {
  const [parameter] = listedParameters(operation);
  if (!parameter) return [{ path: {}, name: "" }];
  return parameter.values.map((value) => {
    const text = withNumbers(String(value));
    return { path: { [parameter.name]: text }, name: ` in ${text}` };
  });
}
