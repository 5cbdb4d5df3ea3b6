import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { dereference, type Found, type PlacedOperation } from "./dereference.js";
import { VALUE } from "./diff-content.js";
import { list, type Spec } from "./node.js";
import { type Pair, type Rules, visitMembers } from "./pair.js";
import { elsewhere } from "./rules.js";

/** Compares the parameters of two versions of an operation. */
export function diffParameters(operation: Pair<PlacedOperation>, field: string): void {
  const { comparison, direction, what } = operation;
  const isRequest = direction === "request";
  const pairOf = (was: Listed, is: Listed, { in: place, name } = was.node) =>
    operation.inMessage("request", was, is, what.toPart(`the ${place} parameter ${name}`));
  operation.examined(field);
  visitMembers([parametersOf(comparison.before, operation.old), parametersOf(comparison.after, operation.now)], {
    kept: (was, is) => pairOf(was, is).compare(PARAMETER),
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

const PARAMETER: Rules = {
  ...VALUE,
  required: (pair, field) =>
    pair.flag(field, (isOn) => {
      const how = isOn ? "required" : "optional";
      pair.either(isOn === (pair.direction === "request"), `parameter-became-${how}`, pair.at(field), `is ${how} now`);
    }),
  allowEmptyValue: (pair, field) =>
    pair.flag(field, (isOn) => {
      const at = pair.at(field);
      if (isOn) pair.either(pair.direction === "response", "empty-value-allowed", at, "can be empty now");
      else pair.breaking("empty-value-refused", at, "can no longer be empty");
    }),
  // Of a path parameter, it is not part of the URL; of another, it identifies the parameter, but for the case of a header.
  name: (pair, field) => {
    if (pair.differs(field)) pair.examined(field);
  },
  in: elsewhere,
};
