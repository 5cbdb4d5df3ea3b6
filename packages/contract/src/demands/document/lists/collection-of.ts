import { nodeAt, type Operation } from "../../../document/document.js";

/** A segment before the words of a path: `api`, `v2`. */
const PREFIX = /^(api|rest|v\d+(\.\d+)*((alpha|beta)\d*)?)$/i;

/**
 * The name of the records that an operation lists. Two lists with the same name list the same records (decision 0010): if
 * `x-resource` names them, or if their paths differ only in the version and in the names of parameters.
 */
export function collectionOf(operation: Operation): string {
  const { document, path, pointer } = operation;
  if (Object(nodeAt(document, pointer))["x-resource"] === false) return path;
  const name = nameOfResource(operation);
  if (name !== undefined) return name;
  const words = path.split("/").filter(Boolean);
  const start = words.findIndex((word) => !PREFIX.test(word));
  return words
    .slice(Math.max(0, start))
    .filter((word) => !word.startsWith("{"))
    .join("/");
}

/** The name of the records that an operation works with, if `x-resource` states it. */
export function nameOfResource({ document, pointer }: Operation): string | undefined {
  const { name } = Object(Object(nodeAt(document, pointer))["x-resource"]);
  return typeof name === "string" ? name : undefined;
}
