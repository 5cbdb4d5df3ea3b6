import { type Operation, operationsOf } from "../../document.js";
import { pathPattern } from "../../path-pattern.js";

/** Whether a list has pages of at least this size and rejects a limit of 0, and the operation needs a key. */
export function isPaged({ pagination, parameters, keyHeader, responses }: Operation, size: number): boolean {
  const limit = parameters.find(({ name }) => name === "limit")?.schema.node;
  const hasOffset = parameters.some(({ name }) => name === "offset");
  if (!pagination || !limit || !hasOffset || !keyHeader) return false;
  return (
    (limit.minimum ?? 0) > 0 && (limit.maximum ?? size) >= size && responses.some(({ status }) => status === "401")
  );
}

/** Returns an unknown path below that of an operation; undefined if the document has a path there. */
export function pathBelow({ document, path }: Operation): string | undefined {
  const below = `${path}/unknown`;
  return operationsOf(document).some((other) => pathPattern(other.path).test(below)) ? undefined : below;
}

/** A registered method that no API uses. */
export const UNUSED_METHOD = "REPORT";
