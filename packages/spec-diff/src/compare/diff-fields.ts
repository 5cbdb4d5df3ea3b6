import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes, Side } from "../change.js";
import type { Found } from "./dereference.js";
import { equal, isNode, show } from "./node.js";

/** Reports fields that only readers of the documentation see. */
export function diffTexts(changes: Changes, was: Found, is: Found, fields: readonly string[], what: string): void {
  for (const field of fields) {
    const [before, after] = [was.node[field], is.node[field]];
    if (equal(before, after)) continue;
    const how = before === undefined ? "was added" : after === undefined ? "was removed" : "changed";
    changes.documentation(`${field}-changed`, pointerTo(is.at, field), `${what}: ${field} ${how}`);
  }
}

/** `deprecated`: a warning for readers; nothing stops working. */
export function diffDeprecated(changes: Changes, was: Found, is: Found, what: string): void {
  const [before, after] = [Boolean(was.node["deprecated"]), Boolean(is.node["deprecated"])];
  const place = pointerTo(is.at, "deprecated");
  if (before !== after)
    changes.documentation("deprecated", place, `${what} is ${after ? "deprecated" : "no longer deprecated"}`);
  else if (was.node["deprecated"] !== is.node["deprecated"]) changes.examined(place);
}

/**
 * Reports as not judged every field that differs and has no rule: extensions, misspelt fields, fields
 * of later versions.
 */
export function diffUnknown(
  changes: Changes,
  side: Side,
  was: Found,
  is: Found,
  known: readonly string[],
  what: string,
): void {
  // If an object was only moved or renamed, both of its places count as compared.
  if (was.at !== is.at) for (const { at } of [was, is]) changes.examined(at);
  for (const field of new Set([...Object.keys(was.node), ...Object.keys(is.node)])) {
    if (known.includes(field) || equal(was.node[field], is.node[field])) continue;
    const rule = field.startsWith("x-") ? "extension-changed" : "unknown-field-changed";
    const values = `from ${short(was.node[field])} to ${short(is.node[field])}`;
    changes.notJudged(
      side,
      rule,
      pointerTo(is.at, field),
      `${what}: ${field} changed ${values}; there is no rule for it`,
    );
  }
}

/** Reports as not judged every extension (`x-…`) that differs, in an object whose other fields have rules. */
export function diffExtensions(changes: Changes, side: Side, was: Found, is: Found, what: string): void {
  const extensions = ({ node, at }: Found): Found => ({
    node: Object.fromEntries(Object.entries(node).filter(([name]) => name.startsWith("x-"))),
    at,
  });
  diffUnknown(changes, side, { ...extensions(was), at: is.at }, extensions(is), [], what);
}

const short = (value: unknown) => {
  const text = value === undefined ? "nothing" : show(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/**
 * Marks a place as examined if the versions have different references there, or only one of them has a reference. Only
 * the targets matter, and they are compared.
 */
export function examineReference(changes: Changes, was: unknown, is: unknown, at: string): void {
  const isReference = (value: unknown) => isNode(value) && typeof value["$ref"] === "string";
  if ((isReference(was) || isReference(is)) && !equal(was, is)) changes.examined(at);
}
