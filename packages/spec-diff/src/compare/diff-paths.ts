import { METHODS } from "@metadata-service/spec-tools";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Comparison, type Direction, opposite } from "./comparison.js";
import { dereference, type PlacedOperation } from "./dereference.js";
import { diffOperation } from "./diff-operations.js";
import { namesIn } from "./diff-parameters.js";
import { entries, isNode, type Node, type Spec } from "./node.js";
import { Pair, visitMembers } from "./pair.js";
import { Subject } from "./subject.js";

/** Path items by path, by name (webhooks) or by expression (callbacks), and where they are. */
export interface PathItems {
  value: unknown;
  at: string;
}

const TEXTS = ["summary", "description"];
const KNOWN = [...METHODS, ...TEXTS, "parameters", "servers"];

/**
 * Compares two sets of path items. In the comparison, the direction is `request` where clients send the requests, and
 * `response` for webhooks and callbacks.
 */
export function diffPaths(comparison: Comparison, was: PathItems, is: PathItems): void {
  const { before, after, direction } = comparison;
  const [old, now] = [operationsOf(before, was, direction), operationsOf(after, is, direction)];
  const alone = (operation: PlacedOperation) => new Pair(comparison, operation, operation, operation.what);
  visitMembers([old, now], {
    kept: (operation, other) => {
      const pair = new Pair(comparison, operation, other, other.what);
      if (operation.path !== other.path) reportRenamed(pair);
      diffOperation(pair);
      diffCallbacks(pair);
    },
    gone: (operation) => reportRemoved(alone(operation), now),
    come: (operation, key) => reportAdded(alone(operation), key, old),
  });
  diffItems(comparison, was, is);
}

/**
 * A path without parameters takes precedence over one with parameters, so requests that used to match the other path
 * now match this one.
 */
function reportAdded(pair: Pair, key: string, old: ReadonlyMap<string, PlacedOperation>): void {
  const isRequest = pair.direction === "request";
  const before = isRequest ? [...old].find(([other]) => isCoveredBy(key, other))?.[1] : undefined;
  const effect = before ? `; ${before.what.operation} handled these requests before` : "";
  const rule = before ? "path-covered" : `${isRequest ? "operation" : "webhook"}-added`;
  pair.add(before ? "not judged" : "compatible", rule, pair.now.at, `was added${effect}`);
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
function reportRenamed({ changes, old: was, now: is }: Pair<PlacedOperation>): void {
  const [old, now] = [namesIn(was.path), namesIn(is.path)];
  const moved = old.filter((name, i) => now.includes(name) && now[i] !== name);
  if (moved.length === 0) changes.documentation("path-parameter-renamed", is.at, `${was.path} is written ${is.path}`);
  else {
    const text = `${was.path} became ${is.path}: a URL that is built for the old path has ${moved.join(" and ")} in the wrong place`;
    changes.add("breaking", "request", "path-parameter-moved", is.at, text);
  }
}

function reportRemoved(pair: Pair<PlacedOperation>, now: ReadonlyMap<string, PlacedOperation>): void {
  const { path, at, item } = pair.old;
  const isWholePath = [...now.values()].every((other) => shapeOf(other.path) !== shapeOf(path));
  if (pair.direction === "response") pair.breaking("webhook-removed", at, "was removed; clients no longer receive it");
  else if (isWholePath) pair.changes.add("breaking", "both", "path-removed", item.at, `${path} was removed`);
  else pair.breaking("operation-removed", at, "was removed");
}

/** The path without the names of its parameters, which are not part of the URL. */
const shapeOf = (path: string) => (path.startsWith("/") ? path.replaceAll(/\{[^}]+\}/g, "{}") : path);

/** Operations by method and shape of the path. */
function operationsOf(spec: Spec, { value, at }: PathItems, direction: Direction): Map<string, PlacedOperation> {
  const all = entries(value).flatMap(([path, written]) => {
    const item = dereference(spec, written, pointerTo(at, path));
    return METHODS.filter((method) => isNode(item.node[method])).map((method): [string, PlacedOperation] => {
      const name = method.toUpperCase();
      const what = new Subject(direction === "request" ? `${name} ${path}` : `the request ${name} of ${path}`);
      const node = item.node[method] as Node;
      return [`${method} ${shapeOf(path)}`, { node, at: pointerTo(item.at, method), what, path, item }];
    });
  });
  return new Map(all);
}

/**
 * Compares what path items contain besides operations. Their parameters and servers are compared with each operation.
 */
function diffItems(comparison: Comparison, was: PathItems, is: PathItems): void {
  const items = new Map(entries(is.value).map(([path, value]) => [shapeOf(path), { path, value }]));
  for (const [path, value] of entries(was.value)) {
    const other = items.get(shapeOf(path));
    if (!other) continue;
    const place = pointerTo(is.at, other.path);
    const old = dereference(comparison.before, value, pointerTo(was.at, path));
    const pair = new Pair(comparison, old, dereference(comparison.after, other.value, place), new Subject(path));
    pair.examineReference(value, other.value, place);
    pair.texts(TEXTS);
    pair.unknown(KNOWN);
    pair.examined("parameters", "servers");
  }
}

/** Compares callbacks: the server calls an address that the client provided, so the direction is reversed. */
function diffCallbacks(operation: Pair): void {
  const direction = opposite(operation.direction);
  const pairOf = (name: string) =>
    new Pair(
      { ...operation.comparison, side: "response" },
      operation.old,
      operation.now,
      operation.what.toPart(`the callback ${name}`),
    );
  visitMembers(operation.parts("callbacks"), {
    gone: ({ at }, name) => pairOf(name).breaking("callback-removed", at, "was removed; clients no longer receive it"),
    come: ({ place }, name) => pairOf(name).compatible("callback-added", place, "was added"),
    kept: (was, is) => {
      operation.examineReference(was.value, is.value, is.place);
      const items = ({ node: value, at }: typeof was): PathItems => ({ value, at });
      diffPaths({ ...operation.comparison, direction }, items(was), items(is));
    },
  });
}
