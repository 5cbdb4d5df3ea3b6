import { isDeepStrictEqual } from "node:util";
import { isMethod } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import { type Change, Changes } from "./change.js";
import { diffOperations } from "./diff-operations.js";
import { entries, isNode, type Spec } from "./spec.js";

/** All differences between two versions of the spec, each classified as breaking or not. */
export function diffSpecs(before: Spec, after: Spec): Change[] {
  const changes = new Changes();
  const [old, now] = [operationsOf(before), operationsOf(after)];
  for (const [key, was] of old) {
    const is = now.get(key);
    if (!is) {
      const gone = [...now.values()].every(({ shape }) => shape !== was.shape);
      if (gone) changes.add(true, "both", "path-removed", pointerTo("/paths", was.path), `${was.path} is gone`);
      else changes.add(true, "both", "operation-removed", was.at, `${was.label} is gone`);
      continue;
    }
    if (was.path !== is.path)
      changes.add(false, "documentation", "path-parameter-renamed", is.at, `${was.path} is written ${is.path} now`);
    diffOperations(changes, { spec: before, ...was }, { spec: after, ...is });
  }
  for (const [key, is] of now)
    if (!old.has(key)) changes.add(false, "both", "operation-added", is.at, `${is.label} is new`);
  diffSchemes(changes, before, after);
  for (const member of ["info", "servers", "tags"] as const)
    if (!isDeepStrictEqual(withoutVersion(before[member]), withoutVersion(after[member])))
      changes.add(false, "documentation", `${member}-changed`, `/${member}`, `${member} reads differently`);
  return changes.list();
}

/** Operations by method and path, the names of path parameters left out: they are not on the wire. */
function operationsOf(spec: Spec) {
  return new Map(
    entries(spec["paths"]).flatMap(([path, item]) =>
      entries(item)
        .filter(([method]) => isMethod(method))
        .map(([method, node]) => {
          const shape = path.replaceAll(/\{[^}]+\}/g, "{}");
          const label = `${method.toUpperCase()} ${path}`;
          const shared = isNode(item) ? item["parameters"] : undefined;
          const operation = {
            path,
            shape,
            label,
            shared,
            node: isNode(node) ? node : {},
            at: pointerTo("/paths", path, method),
          };
          return [`${method} ${shape}`, operation] as const;
        }),
    ),
  );
}

/** How a key is sent is the same for all operations: a scheme that changes breaks every caller. */
function diffSchemes(changes: Changes, before: Spec, after: Spec): void {
  const schemes = (spec: Spec) => entries((spec["components"] as Spec | undefined)?.["securitySchemes"]);
  const now = new Map(schemes(after));
  for (const [name, was] of schemes(before)) {
    const is = now.get(name);
    const at = pointerTo("/components/securitySchemes", name);
    for (const member of ["type", "in", "name", "scheme"])
      if (is !== undefined && !isDeepStrictEqual((was as Spec)[member], (is as Spec)[member]))
        changes.add(
          true,
          "request",
          "security-scheme-changed",
          pointerTo(at, member),
          `the key scheme ${name} has ${member} ${(is as Spec)[member]} in place of ${(was as Spec)[member]}`,
        );
  }
}

function withoutVersion(value: unknown): unknown {
  if (!isNode(value)) return value;
  const { version: _, ...rest } = value;
  return rest;
}
