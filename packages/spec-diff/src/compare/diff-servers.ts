import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Found, objectAt, type PlacedOperation } from "./dereference.js";
import { equal, list, type Node } from "./node.js";
import { type Pair, type Rule, type Rules, visitMembers } from "./pair.js";
import { elsewhere } from "./rules.js";
import { Subject } from "./subject.js";

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
function serversOf(levels: Found[]): Servers {
  const level = levels.find(({ node }) => list(node["servers"]).length > 0);
  return level
    ? { servers: level.node["servers"], at: pointerTo(level.at, "servers") }
    : { servers: DEFAULT, at: "/servers" };
}

export const diffServersOfDocument: Rule = (document) =>
  diffServers(document.with({}, new Subject("every operation")), serversOf([document.old]), serversOf([document.now]));

/** Compares the servers of an operation, unless they are those of the document in both versions. */
export const diffOwnServers: Rule<Pair<PlacedOperation>> = (operation) => {
  const { before, after } = operation.comparison;
  const levels = (spec: Node, { node, at, item }: PlacedOperation) => [{ node, at }, item, { node: spec, at: "" }];
  const [was, is] = [serversOf(levels(before, operation.old)), serversOf(levels(after, operation.now))];
  if (was.at !== "/servers" || is.at !== "/servers") diffServers(operation, was, is);
};

/** Compares the addresses at which an operation can be called. */
function diffServers(outer: Pair, was: Servers, is: Servers): void {
  for (const { at } of [was, is]) outer.changes.examined(at);
  if (equal(was.servers, is.servers)) return;
  const { at } = is;
  const pair = outer.with({ side: "request" });
  const [old, now] = [byAddress(was.servers), byAddress(is.servers)];
  visitMembers([old, now], {
    gone: (_, url) => pair.breaking("server-removed", at, `: ${url} is no longer a server; clients that call it fail`),
    come: (_, url) => pair.compatible("server-added", at, `: ${url} is a new server`),
    kept: (node, other, url) => {
      if (!equal(node, other))
        pair.pair(objectAt(node, at), objectAt(other, at), pair.what.toPart(`the server ${url}`)).compare(SERVER);
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

const description: Rule = (pair, field) => {
  if (pair.differs(field)) pair.documentation("description-changed", pair.now.at, `: ${field} changed`);
};

const SERVER: Rules = {
  url: elsewhere,
  description,
  name: description,
  variables: (server, field) => {
    const [was, is] = server.maps(field);
    const { at } = server.now;
    for (const name of new Set([...was.keys(), ...is.keys()])) {
      const what = server.what.toPart(`the variable ${name} of ${server.what.part}`);
      server.pair<Found>(objectAt(was.get(name), at), objectAt(is.get(name), at), what).compare(VARIABLE);
    }
  },
};

const VARIABLE: Rules = {
  default: (pair, field) => {
    const [old, now] = pair.both(field);
    if (old !== now) pair.breaking("server-variable-changed", pair.now.at, `has the default ${now} instead of ${old}`);
  },
  enum: (pair, field) => {
    const [old, now] = pair.both(field);
    const missing = (from: unknown, others: unknown) => {
      if (others === undefined) return [];
      return from === undefined ? ["any other value"] : list(from).filter((value) => !list(others).includes(value));
    };
    const [gone, come] = [missing(old, now), missing(now, old)];
    const [rule, { at }] = ["server-variable-changed", pair.now];
    if (gone.length > 0) pair.breaking(rule, at, `can no longer be ${gone.join(" or ")}`);
    if (come.length > 0) pair.compatible(rule, at, `can also be ${come.join(" or ")}`);
  },
  description,
};
