import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { dereference, type PlacedOperation } from "./dereference.js";
import { equal, list, type Node } from "./node.js";
import { Pair, visitMembers } from "./pair.js";

/**
 * Servers and where they are written. An operation inherits those of its path item, which inherits those
 * of the document.
 */
interface Servers {
  servers: unknown;
  at: string;
}

/** Without servers, requests go to the root of the host that serves the document (OpenAPI 3.1, section 4.8.1). */
const DEFAULT = [{ url: "/" }];

/** The nearest servers: those of the operation, its path item, or the document. */
function serversOf(levels: { node: Node; at: string }[]): Servers {
  const level = levels.find(({ node }) => list(node["servers"]).length > 0);
  return level
    ? { servers: level.node["servers"], at: pointerTo(level.at, "servers") }
    : { servers: DEFAULT, at: "/servers" };
}

/** Compares the servers of the document. */
export const diffServersOfDocument = (document: Pair): void =>
  diffServers(document, serversOf([document.old]), serversOf([document.now]));

/** Compares the servers of an operation, unless they are those of the document in both versions. */
export function diffOwnServers(operation: Pair<PlacedOperation>): void {
  const { before, after } = operation.comparison;
  const levels = (spec: Node, { node, at, item }: PlacedOperation) => [{ node, at }, item, { node: spec, at: "" }];
  const [was, is] = [serversOf(levels(before, operation.old)), serversOf(levels(after, operation.now))];
  if (was.at !== "/servers" || is.at !== "/servers") diffServers(operation, was, is);
}

/** Compares the addresses at which an operation can be called. */
function diffServers({ comparison, changes, what }: Pair, was: Servers, is: Servers): void {
  changes.examined(was.at);
  changes.examined(is.at);
  if (equal(was.servers, is.servers)) return;
  const { at } = is;
  const pairOf = (node: Node, other: Node, part = what) =>
    new Pair({ ...comparison, side: "request" }, { node, at }, { node: other, at }, part);
  const pair = pairOf({}, {});
  const [old, now] = [byAddress(was.servers), byAddress(is.servers)];
  visitMembers([old, now], {
    gone: (_, url) => pair.breaking("server-removed", at, `: ${url} is no longer a server; clients that call it fail`),
    come: (_, url) => pair.compatible("server-added", at, `: ${url} is a new server`),
    kept: (server, other, url) => {
      if (!equal(server, other)) diffServer(pairOf(server, other, what.toPart(`the server ${url}`)));
    },
  });
  const [first, second] = [[...old.keys()], [...now.keys()]];
  if (!equal(first, second) && equal([...first].sort(), [...second].sort()))
    pair.breaking("default-server-changed", at, ": another server comes first; generators use it by default");
}

const byAddress = (servers: unknown) =>
  new Map(
    list(servers).map((server) => [String((server as Node | null)?.["url"]).replace(/\/$/, "") || "/", server as Node]),
  );

function describe(pair: Pair, fields: readonly string[]): void {
  for (const field of fields)
    if (pair.differs(field)) pair.documentation("description-changed", pair.now.at, `: ${field} changed`);
}

function diffServer(pair: Pair): void {
  const { at } = pair.now;
  describe(pair, ["description", "name"]);
  const [was, is] = pair.maps("variables");
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const what = pair.what.toPart(`the variable ${name} of ${pair.what.part}`);
    const found = (value: unknown) => ({ node: dereference({}, value, at).node, at });
    const variable = pair.pair(found(was.get(name)), found(is.get(name)), what);
    const [old, now] = variable.both("default");
    if (old !== now) variable.breaking("server-variable-changed", at, `has the default ${now} instead of ${old}`);
    diffChoices(variable);
    describe(variable, ["description"]);
    variable.unknown(["default", "enum", "description"]);
  }
  pair.unknown(["url", "description", "name", "variables"]);
}

function diffChoices(pair: Pair): void {
  const [old, now] = pair.both("enum");
  const missing = (from: unknown, others: unknown) => {
    if (others === undefined) return [];
    return from === undefined ? ["any other value"] : list(from).filter((value) => !list(others).includes(value));
  };
  const [gone, come] = [missing(old, now), missing(now, old)];
  const [rule, at] = ["server-variable-changed", pair.now.at];
  if (gone.length > 0) pair.breaking(rule, at, `can no longer be ${gone.join(" or ")}`);
  if (come.length > 0) pair.compatible(rule, at, `can also be ${come.join(" or ")}`);
}
