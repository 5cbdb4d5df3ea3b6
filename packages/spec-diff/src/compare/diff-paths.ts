import { METHODS } from "@metadata-service/spec-tools";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { type Direction, opposite } from "./comparison.js";
import { dereference } from "./dereference.js";
import { diffTexts, diffUnknown, examineReference } from "./diff-fields.js";
import { diffOperations } from "./diff-operations.js";
import { entries, isNode, type Node, type Spec } from "./node.js";
import type { PlacedOperation } from "./placed-operation.js";

/** Path items by path, by name (webhooks) or by expression (callbacks), with their document and their place in it. */
export type PathItems = [spec: Spec, items: unknown, at: string];

const TEXTS = ["summary", "description"];
const KNOWN = [...METHODS, ...TEXTS, "parameters", "servers"];

/**
 * Compares two sets of path items.
 *
 * @param direction `request` where clients send the requests; `response` for webhooks and callbacks
 */
export function diffPaths(changes: Changes, direction: Direction, was: PathItems, is: PathItems): void {
  const [old, now] = [operationsOf(was, direction), operationsOf(is, direction)];
  for (const [key, operation] of old) {
    const other = now.get(key);
    if (!other) reportRemoved(changes, direction, operation, now);
    else {
      if (operation.path !== other.path) reportRenamed(changes, operation, other);
      diffOperations(changes, direction, operation, other);
      diffCallbacks(changes, direction, operation, other);
    }
  }
  for (const [key, operation] of now) if (!old.has(key)) reportAdded(changes, direction, key, operation, [...old]);
  diffItems(changes, was, is);
}

/**
 * A path without parameters takes precedence over one with parameters, so requests that used to match the other path
 * now match this one.
 */
function reportAdded(
  changes: Changes,
  direction: Direction,
  key: string,
  { at, label }: PlacedOperation,
  others: readonly [key: string, PlacedOperation][],
): void {
  const before = direction === "request" ? others.find(([other]) => isCoveredBy(key, other)) : undefined;
  if (!before) changes.compatible("both", `${kind(direction)}-added`, at, `${label} was added`);
  else
    changes.notJudged(
      "both",
      "path-covered",
      at,
      `${label} was added; ${before[1].label} handled these requests before`,
    );
}

/** Whether a path with parameters matches everything that another path matches. Both begin with their method. */
function isCoveredBy(key: string, other: string): boolean {
  const literals = other.split("{}").map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${literals.join("[^/]+")}$`).test(key);
}

/**
 * The names of path parameters are not part of the URL, but a parameter that moved means something else in
 * its new place.
 */
function reportRenamed(changes: Changes, was: PlacedOperation, is: PlacedOperation): void {
  const names = ({ path }: PlacedOperation) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const [old, now] = [names(was), names(is)];
  const moved = old.filter((name, i) => now.includes(name) && now[i] !== name);
  if (moved.length === 0) changes.documentation("path-parameter-renamed", is.at, `${was.path} is written ${is.path}`);
  else {
    const text = `${was.path} became ${is.path}: a URL that is built for the old path has ${moved.join(" and ")} in the wrong place`;
    changes.breaking("request", "path-parameter-moved", is.at, text);
  }
}

const kind = (direction: Direction) => (direction === "request" ? "operation" : "webhook");

function reportRemoved(
  changes: Changes,
  direction: Direction,
  { path, at, itemAt, label }: PlacedOperation,
  now: Map<string, PlacedOperation>,
): void {
  const isWholePath = [...now.values()].every((other) => shapeOf(other.path) !== shapeOf(path));
  if (direction === "response")
    changes.breaking("both", "webhook-removed", at, `${label} was removed; clients no longer receive it`);
  else if (isWholePath) changes.breaking("both", "path-removed", itemAt, `${path} was removed`);
  else changes.breaking("both", "operation-removed", at, `${label} was removed`);
}

/** The path without the names of its parameters, which are not part of the URL. */
const shapeOf = (path: string) => (path.startsWith("/") ? path.replaceAll(/\{[^}]+\}/g, "{}") : path);

/** Operations by method and shape of the path. */
function operationsOf([spec, items, at]: PathItems, direction: Direction): Map<string, PlacedOperation> {
  const all = entries(items).flatMap(([path, value]) => {
    const item = dereference(spec, value, pointerTo(at, path));
    return METHODS.filter((method) => isNode(item.node[method])).map((method) => {
      const label =
        direction === "request" ? `${method.toUpperCase()} ${path}` : `the request ${method.toUpperCase()} of ${path}`;
      const place = pointerTo(item.at, method);
      const node = item.node[method] as Node;
      return [
        `${method} ${shapeOf(path)}`,
        { spec, node, at: place, label, path, item: item.node, itemAt: item.at },
      ] as const;
    });
  });
  return new Map(all);
}

/**
 * Compares what path items contain besides operations. Their parameters and servers are compared with each operation.
 */
function diffItems(changes: Changes, [before, old, oldAt]: PathItems, [after, now, nowAt]: PathItems): void {
  const items = new Map(entries(now).map(([path, value]) => [shapeOf(path), { path, value }]));
  for (const [path, value] of entries(old)) {
    const other = items.get(shapeOf(path));
    if (!other) continue;
    const was = dereference(before, value, pointerTo(oldAt, path));
    const is = dereference(after, other.value, pointerTo(nowAt, other.path));
    examineReference(changes, value, other.value, pointerTo(nowAt, other.path));
    diffTexts(changes, was, is, TEXTS, path);
    diffUnknown(changes, "both", was, is, KNOWN, path);
    for (const field of ["parameters", "servers"]) changes.examined(pointerTo(is.at, field));
  }
}

/** Compares callbacks: the server calls an address that the client provided, so the direction is reversed. */
function diffCallbacks(changes: Changes, direction: Direction, was: PlacedOperation, is: PlacedOperation): void {
  const [old, now] = [new Map(entries(was.node["callbacks"])), new Map(entries(is.node["callbacks"]))];
  for (const [name, value] of old) {
    const before = dereference(was.spec, value, pointerTo(was.at, "callbacks", name));
    const what = `${is.label}: the callback ${name}`;
    if (!now.has(name)) {
      changes.breaking("response", "callback-removed", before.at, `${what} was removed; clients no longer receive it`);
      continue;
    }
    const after = dereference(is.spec, now.get(name), pointerTo(is.at, "callbacks", name));
    examineReference(changes, value, now.get(name), pointerTo(is.at, "callbacks", name));
    diffPaths(changes, opposite(direction), [was.spec, before.node, before.at], [is.spec, after.node, after.at]);
  }
  for (const name of now.keys())
    if (!old.has(name))
      changes.compatible(
        "response",
        "callback-added",
        pointerTo(is.at, "callbacks", name),
        `${is.label}: the callback ${name} was added`,
      );
}
