import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { dereference, type Found, type PlacedOperation } from "./dereference.js";
import { diffSerialization, diffValue, VALUE_FIELDS, VALUE_TEXTS } from "./diff-content.js";
import { list, type Spec } from "./node.js";
import { type Pair, visitMembers } from "./pair.js";

/** Compares the parameters of two versions of an operation. */
export function diffParameters(operation: Pair<PlacedOperation>): void {
  const { comparison, direction, what } = operation;
  const isRequest = direction === "request";
  const pairOf = (was: Listed, is: Listed, { in: place, name } = was.node) =>
    operation.inMessage("request", was, is, what.toPart(`the ${place} parameter ${name}`));
  operation.examined("parameters");
  visitMembers([parametersOf(comparison.before, operation.old), parametersOf(comparison.after, operation.now)], {
    kept: (was, is) => diffParameter(pairOf(was, is)),
    gone: (was) => {
      const effect = "; a request that has it is refused, or its value ignored";
      pairOf(was, was).breaking("parameter-removed", was.place, `was removed${isRequest ? effect : ""}`);
    },
    come: (is) => {
      const pair = pairOf(is, is);
      if (isRequest && is.node["required"])
        pair.breaking("required-parameter-added", is.place, "was added and is required");
      else pair.compatible("parameter-added", is.place, "was added");
    },
  });
}

interface Listed extends Found {
  /** Where the parameter is listed; `at` is the target of a reference. */
  place: string;
}

/** Returns parameters by location and name; path parameters by position, since their names are not part of the URL. */
function parametersOf(spec: Spec, { node, item, at, path }: PlacedOperation): Map<string, Listed> {
  const positions = namesIn(path);
  const listed = (parameters: unknown, base: string): Listed[] =>
    list(parameters).map((value, i) => {
      const place = pointerTo(base, "parameters", i);
      return { ...dereference(spec, value, place), place };
    });
  return new Map(
    [...listed(item.node["parameters"], item.at), ...listed(node["parameters"], at)].map((parameter) => {
      const { in: location, name } = parameter.node;
      if (location === "path") return [`path ${positions.indexOf(String(name))}`, parameter];
      return [`${location} ${location === "header" ? String(name).toLowerCase() : name}`, parameter];
    }),
  );
}

/** The names of the parameters of a path, in their order. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);

function diffParameter(pair: Pair): void {
  const isRequest = pair.direction === "request";
  pair.flag("required", (isOn) => {
    const how = isOn ? "required" : "optional";
    pair.either(isOn === isRequest, `parameter-became-${how}`, pair.at("required"), `is ${how} now`);
  });
  pair.flag("allowEmptyValue", (isOn) => {
    const at = pair.at("allowEmptyValue");
    if (isOn) pair.either(!isRequest, "empty-value-allowed", at, "can be empty now");
    else pair.breaking("empty-value-refused", at, "can no longer be empty");
  });
  if (pair.differs("name")) pair.examined("name");
  diffSerialization(pair);
  diffValue(pair);
  pair.deprecated();
  pair.texts(VALUE_TEXTS);
  pair.unknown([...VALUE_FIELDS, "name", "in", "allowEmptyValue"]);
}
