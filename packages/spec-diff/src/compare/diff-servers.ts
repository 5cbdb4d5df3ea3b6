import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { dereference, type Found } from "./dereference.js";
import { entries, equal, isNode, list, type Node } from "./node.js";
import { FieldPair } from "./pair.js";
import type { Subject } from "./subject.js";

/**
 * Servers and where they are written. An operation inherits those of its path item, which inherits those
 * of the document.
 */
export interface Servers {
  servers: unknown;
  at: string;
}

/** Without servers, requests go to the root of the host that serves the document (OpenAPI 3.1, section 4.8.1). */
const DEFAULT = [{ url: "/" }];

/** The nearest servers: those of the operation, its path item, or the document. */
export function serversOf(levels: [node: unknown, at: string][]): Servers {
  for (const [node, at] of levels)
    if (isNode(node) && list(node["servers"]).length > 0)
      return { servers: node["servers"], at: pointerTo(at, "servers") };
  return { servers: DEFAULT, at: "/servers" };
}

/** Compares the addresses at which an operation can be called. */
export function diffServers(changes: Changes, was: Servers, is: Servers, what: Subject): void {
  changes.examined(was.at);
  changes.examined(is.at);
  if (equal(was.servers, is.servers)) return;
  const add = (verdict: "breaking" | "compatible", rule: string, text: string) =>
    changes.add(verdict, "request", rule, is.at, what.say(`: ${text}`));
  const [old, now] = [byAddress(was.servers), byAddress(is.servers)];
  const removed = [...old.keys()].filter((url) => !now.has(url));
  for (const url of removed)
    add("breaking", "server-removed", `${url} is no longer a server; clients that call it fail`);
  for (const url of now.keys()) if (!old.has(url)) add("compatible", "server-added", `${url} is a new server`);
  for (const [url, server] of old) {
    const other = now.get(url);
    if (other && !equal(server, other)) {
      const found = (node: Node) => ({ node, at: is.at });
      const part = what.toPart(`the server ${url}`);
      diffServer(new FieldPair(changes, "request", found(server), found(other), part));
    }
  }
  if ([...old.keys()].join() !== [...now.keys()].join() && removed.length === 0 && old.size === now.size)
    add("breaking", "default-server-changed", "another server comes first; generators use it by default");
}

const byAddress = (servers: unknown) =>
  new Map(
    list(servers).map((server) => [String((server as Node | null)?.["url"]).replace(/\/$/, "") || "/", server as Node]),
  );

function diffServer(pair: FieldPair): void {
  const at = pair.now.at;
  for (const field of ["description", "name"])
    if (pair.differs(field)) pair.documentation("description-changed", at, `: ${field} changed`);
  const variables = pair.both("variables").map((all) => new Map(entries(all)));
  for (const name of new Set(variables.flatMap((all) => [...all.keys()]))) {
    const [was, is] = variables.map((all) => ({ node: dereference({}, all.get(name), at).node, at })) as [Found, Found];
    const variable = pair.inner(was, is, pair.what.toPart(`the variable ${name} of ${pair.what.part}`));
    const [old, now] = variable.both("default");
    if (old !== now) variable.breaking("server-variable-changed", at, `has the default ${now} instead of ${old}`);
    diffChoices(variable);
    if (variable.differs("description")) variable.documentation("description-changed", at, ": description changed");
    variable.unknown(["default", "enum", "description"]);
  }
  pair.unknown(["url", "description", "name", "variables"]);
}

function diffChoices(pair: FieldPair): void {
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
