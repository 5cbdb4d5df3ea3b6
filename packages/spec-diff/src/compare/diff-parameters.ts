import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import type { Comparison, Direction } from "./comparison.js";
import { dereference, type Found } from "./dereference.js";
import { diffValue, VALUE_FIELDS, VALUE_TEXTS } from "./diff-content.js";
import { diffDeprecated, diffTexts, diffUnknown } from "./diff-fields.js";
import { createComparison } from "./diff-schemas.js";
import { diffSerialization } from "./diff-serialization.js";
import { list } from "./node.js";
import type { PlacedOperation } from "./placed-operation.js";

/** Compares the parameters of two versions of an operation. */
export function diffParameters(
  changes: Changes,
  direction: Direction,
  was: PlacedOperation,
  is: PlacedOperation,
): void {
  const [old, now] = [parametersOf(was), parametersOf(is)];
  changes.examined(pointerTo(is.at, "parameters"));
  for (const [key, parameter] of old) {
    const other = now.get(key);
    const what = `${is.label}: the ${parameter.node["in"]} parameter ${parameter.node["name"]}`;
    if (other) diffParameter(createComparison(changes, was, is, direction, "request"), parameter, other, what);
    else
      changes.breaking(
        direction,
        "parameter-removed",
        parameter.place,
        `${what} was removed${direction === "request" ? "; a request that has it is refused" : ""}`,
      );
  }
  for (const [key, { node, place: at }] of now) {
    if (old.has(key)) continue;
    const what = `${is.label}: the ${node["in"]} parameter ${node["name"]} was added`;
    if (node["required"] && direction === "request")
      changes.breaking("request", "required-parameter-added", at, `${what} and is required`);
    else changes.compatible(direction, "parameter-added", at, what);
  }
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

function diffParameter(comparison: Comparison, was: Found, is: Found, what: string): void {
  const { changes, direction } = comparison;
  const [required, empty] = [pointerTo(is.at, "required"), pointerTo(is.at, "allowEmptyValue")];
  const [old, now] = [was.node, is.node];
  const add = (isBreaking: boolean, rule: string, at: string, text: string) =>
    changes[isBreaking ? "breaking" : "compatible"](direction, rule, at, `${what} ${text}`);
  if (!old["required"] && now["required"])
    add(direction === "request", "parameter-became-required", required, "is required now");
  if (old["required"] && !now["required"])
    add(direction === "response", "parameter-became-optional", required, "is optional now");
  if (Boolean(old["required"]) === Boolean(now["required"])) changes.examined(required);
  if (old["allowEmptyValue"] && !now["allowEmptyValue"])
    add(true, "empty-value-refused", empty, "can no longer be empty");
  if (!old["allowEmptyValue"] && now["allowEmptyValue"])
    add(direction === "response", "empty-value-allowed", empty, "can be empty now");
  if (old["name"] !== now["name"]) changes.examined(pointerTo(is.at, "name"));
  diffSerialization(comparison, was, is, what);
  diffValue(comparison, was, is, what);
  diffDeprecated(changes, was, is, what);
  diffTexts(changes, was, is, VALUE_TEXTS, what);
  diffUnknown(changes, direction, was, is, [...VALUE_FIELDS, "name", "in", "allowEmptyValue"], what);
}
