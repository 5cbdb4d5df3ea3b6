import { UsageError } from "../command-error.js";
import type { BodyShape } from "../command-table.js";
import { type Body, buildBody, placeOf } from "./build-body.js";

/**
 * Builds a body from command-line arguments: an ID, if the body has one, then `name=value` or `name:type=value`. If the
 * body contains typed items, a name is the key of an item, whose type is `string` by default.
 */
export function readAssignments(words: readonly string[], shape: BodyShape): Body {
  const body = buildBody(shape);
  const [first] = words;
  const hasId = shape.identity !== undefined && first !== undefined && !first.includes("=");
  if (hasId && shape.identity !== undefined) body.add({ name: shape.identity }, first);
  for (const word of words.slice(Number(hasId))) {
    // Node replaces what is not UTF-8 in an argument.
    if (word.includes("\ufffd"))
      throw new UsageError(`${JSON.stringify(word)} is not UTF-8. Set the terminal to UTF-8, or use --from FILE.`);
    const [, place, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (place === undefined || value === undefined)
      throw new UsageError(`${JSON.stringify(word)} is not a value to set; write name=value or name:type=value`);
    body.add(placeOf(place, shape), value);
  }
  return body;
}
