import { METHODS } from "@metadata-service/spec-tools";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { opposite } from "./comparison.js";
import { type Found, type PlacedOperation, partsIn } from "./dereference.js";
import { diffOperation } from "./diff-operations.js";
import { namesIn } from "./diff-parameters.js";
import { isNode, type Node, type Spec } from "./node.js";
import { type Pair, type Rules, visitMembers } from "./pair.js";
import { all, elsewhere, text } from "./rules.js";
import { Subject } from "./subject.js";

/**
 * Compares two sets of path items, by path, by name (webhooks) or by expression (callbacks). The direction is `request`
 * where clients send the requests, and `response` for webhooks and callbacks.
 */
export function diffPaths(paths: Pair): void {
  const { before, after } = paths.comparison;
  const [old, now] = [operationsOf(before, paths.old, paths), operationsOf(after, paths.now, paths)];
  const alone = (operation: PlacedOperation) => paths.pair(operation, operation, operation.what);
  visitMembers([old, now], {
    kept: (operation, other) => {
      const pair = paths.pair(operation, other, other.what);
      if (operation.path !== other.path) reportRenamed(pair);
      diffOperation(pair);
      diffCallbacks(pair);
    },
    gone: (operation) => reportRemoved(alone(operation), now),
    come: (operation, key) => reportAdded(alone(operation), key, old),
  });
  paths.visitParts({ kept: (was, is) => paths.pair(was, is, new Subject(was.key)).compare(ITEM) }, shapeOf);
}

/** What path items contain besides operations. Their parameters and servers are compared with each operation. */
const ITEM: Rules = {
  ...all(text, "summary", "description"),
  ...all(elsewhere, ...METHODS),
  ...all((item, field) => item.examined(field), "parameters", "servers"),
};

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
function operationsOf(spec: Spec, { node, at }: Found, { direction }: Pair): Map<string, PlacedOperation> {
  const all = [...partsIn(spec, { node, at })].flatMap(([path, item]) =>
    METHODS.filter((method) => isNode(item.node[method])).map((method): [string, PlacedOperation] => {
      const name = method.toUpperCase();
      const what = new Subject(direction === "request" ? `${name} ${path}` : `the request ${name} of ${path}`);
      const operation = { node: item.node[method] as Node, at: pointerTo(item.at, method) };
      return [`${method} ${shapeOf(path)}`, { ...operation, what, path, item }];
    }),
  );
  return new Map(all);
}

/** Compares callbacks: the server calls an address that the client provided, so the direction is reversed. */
function diffCallbacks(operation: Pair): void {
  const callbacks = operation.in("callbacks");
  const reporter = (name: string) =>
    operation.with({ side: "response" }, operation.what.toPart(`the callback ${name}`));
  callbacks.visitParts({
    gone: ({ at }, name) =>
      reporter(name).breaking("callback-removed", at, "was removed; clients no longer receive it"),
    come: ({ place }, name) => reporter(name).compatible("callback-added", place, "was added"),
    kept: (was, is) => diffPaths(callbacks.pair(was, is).with({ direction: opposite(operation.direction) })),
  });
}
