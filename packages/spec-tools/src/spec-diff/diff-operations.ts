import { isDeepStrictEqual } from "node:util";
import { pointerTo } from "../document/pointer.js";
import type { Changes } from "./change.js";
import { diffSchemas } from "./diff-schemas.js";
import { dereference, entries, type Found, isNode, list, type Node, type Spec } from "./spec.js";

/** An operation in one of the two versions. */
export interface Placed {
  spec: Spec;
  node: Node;
  at: string;
  label: string;
  path: string;
  /** The parameters of its path item. */
  shared: unknown;
}

/** The differences between two versions of one operation. */
export function diffOperations(changes: Changes, was: Placed, is: Placed): void {
  const { label, at } = is;
  if (was.node["operationId"] !== is.node["operationId"])
    changes.add(
      true,
      "both",
      "operation-id-renamed",
      pointerTo(at, "operationId"),
      `${label}: the operationId is ${is.node["operationId"]} in place of ${was.node["operationId"]}; the client's method is named after it`,
    );
  diffSecurity(changes, was, is);
  diffParameters(changes, was, is);
  diffBody(changes, was, is);
  diffResponses(changes, was, is);
  diffPagination(changes, was, is);
  if (was.node["deprecated"] !== is.node["deprecated"])
    changes.add(
      false,
      "documentation",
      "deprecated",
      at,
      `${label} ${is.node["deprecated"] ? "is deprecated" : "is no longer deprecated"}`,
    );
  for (const member of ["summary", "description", "tags"])
    if (!isDeepStrictEqual(was.node[member], is.node[member]))
      changes.add(
        false,
        "documentation",
        `${member}-changed`,
        pointerTo(at, member),
        `${label}: ${member} reads differently`,
      );
}

function diffSecurity(changes: Changes, was: Placed, is: Placed): void {
  const of = ({ node, spec }: Placed) => {
    const all = list(node["security"] ?? spec["security"]).map((requirement) => JSON.stringify(requirement));
    // No requirement, and a requirement of nothing, both let everybody in.
    return new Set(all.length === 0 ? ["{}"] : all);
  };
  const [old, now] = [of(was), of(is)];
  const add = (breaking: boolean, rule: string, text: string) =>
    changes.add(breaking, "request", rule, pointerTo(is.at, "security"), `${is.label}: ${text}`);
  if (now.has("{}")) {
    if (!old.has("{}")) add(false, "security-changed", "no key is needed any more");
    return;
  }
  if (old.has("{}")) add(true, "security-changed", "a request without a key is refused");
  for (const requirement of old)
    if (!now.has(requirement) && requirement !== "{}")
      add(true, "security-changed", `${requirement} is not enough any more`);
  for (const requirement of now)
    if (!old.has(requirement) && !old.has("{}"))
      add(false, "security-alternative-added", `${requirement} is enough too`);
}

/** Parameters by place and name; those of the path by their position, which is what counts on the wire. */
function parametersOf({ node, spec, shared, at, path }: Placed): Map<string, Found> {
  const positions = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const all = [
    ...list(shared).map((value) => dereference(spec, value, at)),
    ...list(node["parameters"]).map((value, i) => dereference(spec, value, pointerTo(at, "parameters", i))),
  ];
  return new Map(
    all.map((found) => {
      const { in: place, name } = found.node;
      const key =
        place === "path"
          ? `path ${positions.indexOf(String(name))}`
          : `${place} ${place === "header" ? String(name).toLowerCase() : name}`;
      return [key, found];
    }),
  );
}

function diffParameters(changes: Changes, was: Placed, is: Placed): void {
  const [old, now] = [parametersOf(was), parametersOf(is)];
  for (const [key, { node, at }] of old) {
    const other = now.get(key);
    const what = `${is.label}: the ${node["in"]} parameter ${node["name"]}`;
    if (!other)
      changes.add(true, "request", "parameter-removed", at, `${what} is gone; a request that has it is refused`);
    else {
      diffUse(changes, node, other, what);
      diffSchemas(
        { changes, before: was.spec, after: is.spec, direction: "request", seen: new Set() },
        { value: node["schema"], at: pointerTo(at, "schema") },
        { value: other.node["schema"], at: pointerTo(other.at, "schema") },
        what,
      );
      diffDescription(changes, node, other, what);
    }
  }
  for (const [key, { node, at }] of now)
    if (!old.has(key)) {
      const what = `${is.label}: the ${node["in"]} parameter ${node["name"]} is new`;
      if (node["required"]) changes.add(true, "request", "required-parameter-added", at, `${what} and required`);
      else changes.add(false, "request", "parameter-added", at, what);
    }
}

/** Whether a parameter must be sent, and how it is written. */
function diffUse(changes: Changes, was: Node, is: Found, what: string): void {
  if (!was["required"] && is.node["required"])
    changes.add(true, "request", "parameter-became-required", is.at, `${what} is required now`);
  if (was["required"] && !is.node["required"])
    changes.add(false, "request", "parameter-became-optional", is.at, `${what} is optional now`);
  for (const member of ["style", "explode", "allowReserved"])
    if (!isDeepStrictEqual(was[member], is.node[member]))
      changes.add(
        true,
        "request",
        "parameter-serialization-changed",
        pointerTo(is.at, member),
        `${what} is written differently (${member})`,
      );
}

function diffDescription(changes: Changes, was: Node, is: Found, what: string): void {
  if (isDeepStrictEqual(was["description"], is.node["description"])) return;
  const text = `${what}: the description reads differently`;
  changes.add(false, "documentation", "description-changed", pointerTo(is.at, "description"), text);
}

function diffBody(changes: Changes, was: Placed, is: Placed): void {
  const at = pointerTo(is.at, "requestBody");
  const [old, now] = [was, is].map(({ spec, node, at: place }) =>
    node["requestBody"] === undefined
      ? undefined
      : dereference(spec, node["requestBody"], pointerTo(place, "requestBody")),
  );
  const what = `${is.label}: the request body`;
  if (!old && !now) return;
  if (!now) {
    changes.add(true, "request", "body-removed", pointerTo(was.at, "requestBody"), `${what} is gone`);
    return;
  }
  if (!old) {
    const required = Boolean(now.node["required"]);
    changes.add(required, "request", "body-added", at, `${what} is new${required ? " and required" : ""}`);
    return;
  }
  if (!old.node["required"] && now.node["required"])
    changes.add(true, "request", "body-became-required", now.at, `${what} is required now`);
  if (old.node["required"] && !now.node["required"])
    changes.add(false, "request", "body-became-optional", now.at, `${what} is optional now`);
  diffContent(changes, "request", was, is, old, now, what);
}

function diffResponses(changes: Changes, was: Placed, is: Placed): void {
  const of = ({ node, spec, at }: Placed) =>
    new Map(
      entries(node["responses"]).map(([status, value]) => [
        status,
        dereference(spec, value, pointerTo(at, "responses", status)),
      ]),
    );
  const [old, now] = [of(was), of(is)];
  for (const [status, response] of old) {
    const other = now.get(status);
    const what = `${is.label}: the answer ${status}`;
    if (!other) {
      const rule = status.startsWith("2") ? "success-status-removed" : "error-status-removed";
      changes.add(true, "response", rule, pointerTo(was.at, "responses", status), `${what} is gone`);
      continue;
    }
    diffContent(changes, "response", was, is, response, other, what);
    diffHeaders(changes, was, is, response, other, what);
    diffDescription(changes, response.node, other, what);
  }
  for (const status of now.keys())
    if (!old.has(status))
      changes.add(
        false,
        "response",
        "status-added",
        pointerTo(is.at, "responses", status),
        `${is.label}: the answer ${status} is new`,
      );
}

function diffContent(
  changes: Changes,
  direction: "request" | "response",
  was: Placed,
  is: Placed,
  old: Found,
  now: Found,
  what: string,
): void {
  const types = new Map(entries(now.node["content"]));
  for (const [type, value] of entries(old.node["content"])) {
    const other = types.get(type);
    if (other === undefined) {
      changes.add(
        true,
        direction,
        "media-type-removed",
        pointerTo(old.at, "content", type),
        `${what} is not ${type} any more`,
      );
      continue;
    }
    diffSchemas(
      { changes, before: was.spec, after: is.spec, direction, seen: new Set() },
      { value: (value as Node)["schema"], at: pointerTo(old.at, "content", type, "schema") },
      { value: (other as Node)["schema"], at: pointerTo(now.at, "content", type, "schema") },
      what,
    );
    if (
      !isDeepStrictEqual(
        [(value as Node)["examples"], (value as Node)["example"]],
        [(other as Node)["examples"], (other as Node)["example"]],
      )
    )
      changes.add(
        false,
        "documentation",
        "examples-changed",
        pointerTo(now.at, "content", type, "examples"),
        `${what} has other examples`,
      );
  }
  const before = new Set(entries(old.node["content"]).map(([type]) => type));
  for (const type of types.keys())
    if (!before.has(type))
      changes.add(
        false,
        direction,
        "media-type-added",
        pointerTo(now.at, "content", type),
        `${what} may be ${type} too`,
      );
}

function diffHeaders(changes: Changes, was: Placed, is: Placed, old: Found, now: Found, what: string): void {
  const of = ({ spec }: Placed, { node, at }: Found) =>
    new Map(
      entries(node["headers"]).map(([name, value]) => [
        name.toLowerCase(),
        { name, ...dereference(spec, value, pointerTo(at, "headers", name)) },
      ]),
    );
  const [before, after] = [of(was, old), of(is, now)];
  for (const [key, header] of before) {
    const other = after.get(key);
    const name = `${what}: the header ${header.name}`;
    if (!other) {
      changes.add(true, "response", "header-removed", header.at, `${name} is gone`);
      continue;
    }
    if (header.node["required"] && !other.node["required"])
      changes.add(true, "response", "header-became-optional", other.at, `${name} may be missing now`);
    if (!header.node["required"] && other.node["required"])
      changes.add(false, "response", "header-became-required", other.at, `${name} is always there now`);
    diffSchemas(
      { changes, before: was.spec, after: is.spec, direction: "response", seen: new Set() },
      { value: header.node["schema"], at: pointerTo(header.at, "schema") },
      { value: other.node["schema"], at: pointerTo(other.at, "schema") },
      name,
    );
  }
  for (const [key, { name, at }] of after)
    if (!before.has(key)) changes.add(false, "response", "header-added", at, `${what}: the header ${name} is new`);
}

/** `x-pagination` is what the generators read: a client of before pages by what it said then. */
function diffPagination(changes: Changes, was: Placed, is: Placed): void {
  const [old, now] = [was.node["x-pagination"], is.node["x-pagination"]];
  const at = pointerTo(is.at, "x-pagination");
  if (isNode(old) && !isNode(now))
    changes.add(true, "response", "pagination-changed", at, `${is.label} is no list any more`);
  if (!isNode(old) && isNode(now))
    changes.add(
      true,
      "response",
      "pagination-changed",
      at,
      `${is.label} is a list now; the client's method returns another type`,
    );
  if (!isNode(old) || !isNode(now)) return;
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)]))
    if (old[name] !== now[name])
      changes.add(
        name in old,
        "response",
        "pagination-changed",
        pointerTo(at, name),
        name in old
          ? `${is.label}: ${name} of x-pagination is ${now[name] ?? "gone"} in place of ${old[name]}`
          : `${is.label}: x-pagination has ${name}`,
      );
}
