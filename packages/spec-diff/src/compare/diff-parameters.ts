import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import type { Direction } from "./comparison.js";
import { dereference, type Found } from "./dereference.js";
import { diffSerialization, diffValue, VALUE_FIELDS, VALUE_TEXTS } from "./diff-content.js";
import { createComparison } from "./diff-schemas.js";
import { list, type Node } from "./node.js";
import { Pair } from "./pair.js";
import type { PlacedOperation } from "./placed-operation.js";

/** Compares the parameters of two versions of an operation. */
export function diffParameters(
  changes: Changes,
  direction: Direction,
  was: PlacedOperation,
  is: PlacedOperation,
): void {
  const [old, now] = [parametersOf(was), parametersOf(is)];
  const partOf = (node: Node) => is.what.toPart(`the ${node["in"]} parameter ${node["name"]}`);
  changes.examined(pointerTo(is.at, "parameters"));
  for (const [key, parameter] of old) {
    const other = now.get(key);
    const what = partOf(parameter.node);
    if (other)
      diffParameter(new Pair(createComparison(changes, was, is, direction, "request"), parameter, other, what));
    else {
      const effect = "; a request that has it is refused, or its value ignored";
      const text = what.say(`was removed${direction === "request" ? effect : ""}`);
      changes.add("breaking", direction, "parameter-removed", parameter.place, text);
    }
  }
  const isRequired = (node: Node) => direction === "request" && Boolean(node["required"]);
  for (const [key, { node, place }] of now)
    if (!old.has(key) && isRequired(node)) {
      const text = partOf(node).say("was added and is required");
      changes.add("breaking", direction, "required-parameter-added", place, text);
    } else if (!old.has(key))
      changes.add("compatible", direction, "parameter-added", place, partOf(node).say("was added"));
}

interface Listed extends Found {
  /** Where the parameter is listed; `at` is the target of a reference. */
  place: string;
}

/** Returns parameters by location and name; path parameters by position, since their names are not part of the URL. */
function parametersOf({ node, spec, item, itemAt, at, path }: PlacedOperation): Map<string, Listed> {
  const positions = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const listed = (parameters: unknown, base: string): Listed[] =>
    list(parameters).map((value, i) => {
      const place = pointerTo(base, "parameters", i);
      return { ...dereference(spec, value, place), place };
    });
  return new Map(
    [...listed(item["parameters"], itemAt), ...listed(node["parameters"], at)].map((parameter) => {
      const { in: location, name } = parameter.node;
      if (location === "path") return [`path ${positions.indexOf(String(name))}`, parameter];
      return [`${location} ${location === "header" ? String(name).toLowerCase() : name}`, parameter];
    }),
  );
}

function diffParameter(pair: Pair): void {
  const isRequest = pair.direction === "request";
  const turned = (field: string, on: Turn, off: Turn) => {
    const [old, now] = pair.both(field).map(Boolean);
    const { isBreaking, rule, text } = now ? on : off;
    if (old === now) pair.examined(field);
    else pair.either(isBreaking, rule, pair.at(field), text);
  };
  turned(
    "required",
    { isBreaking: isRequest, rule: "parameter-became-required", text: "is required now" },
    { isBreaking: !isRequest, rule: "parameter-became-optional", text: "is optional now" },
  );
  turned(
    "allowEmptyValue",
    { isBreaking: !isRequest, rule: "empty-value-allowed", text: "can be empty now" },
    { isBreaking: true, rule: "empty-value-refused", text: "can no longer be empty" },
  );
  if (pair.differs("name")) pair.examined("name");
  diffSerialization(pair);
  diffValue(pair);
  pair.deprecated();
  pair.texts(VALUE_TEXTS);
  pair.unknown([...VALUE_FIELDS, "name", "in", "allowEmptyValue"]);
}

/** What it means that a field of a parameter is turned on or off. */
interface Turn {
  isBreaking: boolean;
  rule: string;
  text: string;
}
