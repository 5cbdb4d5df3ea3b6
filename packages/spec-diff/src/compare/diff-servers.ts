import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { dereference } from "./dereference.js";
import { diffUnknown } from "./diff-fields.js";
import { entries, equal, isNode, list, type Node } from "./node.js";

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
export function diffServers(changes: Changes, was: Servers, is: Servers, what: string): void {
  changes.examined(was.at);
  changes.examined(is.at);
  if (equal(was.servers, is.servers)) return;
  const [old, now] = [byAddress(was.servers), byAddress(is.servers)];
  const changed = [...old].filter(([url]) => !now.has(url));
  for (const [url] of changed)
    changes.breaking(
      "request",
      "server-removed",
      is.at,
      `${what}: ${url} is no longer a server; clients that call it fail`,
    );
  for (const [url] of now)
    if (!old.has(url)) changes.compatible("request", "server-added", is.at, `${what}: ${url} is a new server`);
  for (const [url, server] of old) {
    const other = now.get(url);
    if (other && !equal(server, other)) diffServer(changes, server, other, is.at, `${what}: the server ${url}`);
  }
  if ([...old.keys()].join() !== [...now.keys()].join() && changed.length === 0 && old.size === now.size)
    changes.breaking(
      "request",
      "default-server-changed",
      is.at,
      `${what}: another server comes first; generators use it by default`,
    );
}

const byAddress = (servers: unknown) =>
  new Map(
    list(servers).map((server) => [String((server as Node | null)?.["url"]).replace(/\/$/, "") || "/", server as Node]),
  );

function diffServer(changes: Changes, was: Node, is: Node, at: string, what: string): void {
  for (const field of ["description", "name"])
    if (was[field] !== is[field]) changes.documentation("description-changed", at, `${what}: ${field} changed`);
  const [old, now] = [new Map(entries(was["variables"])), new Map(entries(is["variables"]))];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(name), now.get(name)].map((value) => dereference({}, value, at).node) as [
      Node,
      Node,
    ];
    if (equal(before, after)) continue;
    const variable = `${what}: its variable ${name}`;
    if (before["default"] !== after["default"])
      changes.breaking(
        "request",
        "server-variable-changed",
        at,
        `${variable} has the default ${after["default"]} instead of ${before["default"]}`,
      );
    diffChoices(changes, before, after, at, variable);
    if (before["description"] !== after["description"])
      changes.documentation("description-changed", at, `${variable}: description changed`);
    diffUnknown(
      changes,
      "request",
      { node: before, at },
      { node: after, at },
      ["default", "enum", "description"],
      variable,
    );
  }
  diffUnknown(
    changes,
    "request",
    { node: was, at },
    { node: is, at },
    ["url", "description", "name", "variables"],
    what,
  );
}

function diffChoices(changes: Changes, was: Node, is: Node, at: string, what: string): void {
  const [old, now] = [was["enum"], is["enum"]];
  const gone =
    now === undefined
      ? []
      : old === undefined
        ? ["any other value"]
        : list(old).filter((value) => !list(now).includes(value));
  const come =
    old === undefined
      ? []
      : now === undefined
        ? ["any other value"]
        : list(now).filter((value) => !list(old).includes(value));
  if (gone.length > 0)
    changes.breaking("request", "server-variable-changed", at, `${what} can no longer be ${gone.join(" or ")}`);
  if (come.length > 0)
    changes.compatible("request", "server-variable-changed", at, `${what} can also be ${come.join(" or ")}`);
}
