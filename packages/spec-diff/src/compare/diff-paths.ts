import { METHODS } from "@metadata-service/spec-tools";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { type Direction, opposite } from "./comparison.js";
import { dereference } from "./dereference.js";
import { diffOperations } from "./diff-operations.js";
import { entries, isNode, type Node, type Spec } from "./node.js";
import { FieldPair } from "./pair.js";
import { examineReference, type PlacedOperation, partsIn } from "./placed-operation.js";
import { Subject } from "./subject.js";

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
  { at, what }: PlacedOperation,
  others: readonly [key: string, PlacedOperation][],
): void {
  const before = direction === "request" ? others.find(([other]) => isCoveredBy(key, other)) : undefined;
  const rule = before ? "path-covered" : `${direction === "request" ? "operation" : "webhook"}-added`;
  const text = what.say(`was added${before ? `; ${before[1].what.operation} handled these requests before` : ""}`);
  changes.add(before ? "not judged" : "compatible", "both", rule, at, text);
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
    changes.add("breaking", "request", "path-parameter-moved", is.at, text);
  }
}

function reportRemoved(
  changes: Changes,
  direction: Direction,
  { path, at, itemAt, what }: PlacedOperation,
  now: Map<string, PlacedOperation>,
): void {
  const isWholePath = [...now.values()].every((other) => shapeOf(other.path) !== shapeOf(path));
  const breaking = (rule: string, place: string, text: string) => changes.add("breaking", "both", rule, place, text);
  if (direction === "response") breaking("webhook-removed", at, what.say("was removed; clients no longer receive it"));
  else if (isWholePath) breaking("path-removed", itemAt, `${path} was removed`);
  else breaking("operation-removed", at, what.say("was removed"));
}

/** The path without the names of its parameters, which are not part of the URL. */
const shapeOf = (path: string) => (path.startsWith("/") ? path.replaceAll(/\{[^}]+\}/g, "{}") : path);

/** Operations by method and shape of the path. */
function operationsOf([spec, items, at]: PathItems, direction: Direction): Map<string, PlacedOperation> {
  const all = entries(items).flatMap(([path, value]) => {
    const item = dereference(spec, value, pointerTo(at, path));
    return METHODS.filter((method) => isNode(item.node[method])).map((method): [string, PlacedOperation] => {
      const name = method.toUpperCase();
      const what = new Subject(direction === "request" ? `${name} ${path}` : `the request ${name} of ${path}`);
      const node = item.node[method] as Node;
      const operation = { spec, node, at: pointerTo(item.at, method), what, path, item: item.node, itemAt: item.at };
      return [`${method} ${shapeOf(path)}`, operation];
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
    const pair = new FieldPair(changes, "both", was, is, new Subject(path));
    pair.texts(TEXTS);
    pair.unknown(KNOWN);
    pair.examined("parameters", "servers");
  }
}

/** Compares callbacks: the server calls an address that the client provided, so the direction is reversed. */
function diffCallbacks(changes: Changes, direction: Direction, was: PlacedOperation, is: PlacedOperation): void {
  const [old, now] = [partsIn(was.spec, was, "callbacks"), partsIn(is.spec, is, "callbacks")];
  for (const [name, before] of old) {
    const after = now.get(name);
    const what = is.what.toPart(`the callback ${name}`);
    if (!after) {
      const text = what.say("was removed; clients no longer receive it");
      changes.add("breaking", "response", "callback-removed", before.at, text);
      continue;
    }
    examineReference(changes, before.value, after.value, after.place);
    diffPaths(changes, opposite(direction), [was.spec, before.node, before.at], [is.spec, after.node, after.at]);
  }
  for (const [name, { place }] of now)
    if (!old.has(name)) {
      const text = is.what.toPart(`the callback ${name}`).say("was added");
      changes.add("compatible", "response", "callback-added", place, text);
    }
}
