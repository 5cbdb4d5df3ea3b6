import { nodeAt, pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { dereference } from "./dereference.js";
import { diffExtensions, diffTexts, diffUnknown } from "./diff-fields.js";
import { entries, equal, isNode, list, type Node, type Spec } from "./node.js";

/** The fields of a security scheme that determine how credentials are sent. */
const WIRE = ["type", "in", "name", "scheme", "openIdConnectUrl"];
const FLOW_URLS = ["authorizationUrl", "tokenUrl", "refreshUrl"];

const schemesOf = (spec: Spec) =>
  new Map(
    entries(nodeAt(spec, "/components/securitySchemes")).map(([name, value]) => [
      name,
      dereference(spec, value, pointerTo("/components/securitySchemes", name)).node,
    ]),
  );

/** The new names of the old schemes. A scheme that was only renamed is the same scheme. */
function namesAfter(before: Spec, after: Spec): Map<string, string> {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const twin = (was: Node) => [...now].find(([other, is]) => !old.has(other) && isSameOnWire(was, is))?.[0];
  return new Map([...old].map(([name, was]) => [name, now.has(name) ? name : (twin(was) ?? name)]));
}

const isSameOnWire = (was: Node, is: Node) => [...WIRE, "flows"].every((field) => equal(was[field], is[field]));

/** Compares the security schemes of two documents. */
export function diffSchemes(changes: Changes, before: Spec, after: Spec): void {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const names = namesAfter(before, after);
  for (const [name, was] of old) {
    const at = pointerTo("/components/securitySchemes", name);
    const newName = names.get(name) ?? name;
    const is = now.get(newName);
    const what = `the security scheme ${name}`;
    if (!is) {
      // Operations that require it report what that means to them.
      changes.documentation("security-scheme-removed", at, `${what} was removed`);
      continue;
    }
    if (newName !== name) changes.documentation("security-scheme-renamed", at, `${what} is called ${newName} now`);
    diffScheme(changes, was, is, pointerTo("/components/securitySchemes", newName), what);
  }
  const kept = new Set(names.values());
  for (const name of now.keys()) {
    const at = pointerTo("/components/securitySchemes", name);
    if (!kept.has(name))
      changes.compatible("request", "security-scheme-added", at, `the security scheme ${name} was added`);
    else if (!old.has(name)) changes.examined(at);
  }
}

function diffScheme(changes: Changes, was: Node, is: Node, at: string, what: string): void {
  for (const field of WIRE)
    if (!equal(was[field], is[field]))
      changes.breaking(
        "request",
        "security-scheme-changed",
        pointerTo(at, field),
        `${what} has ${field} ${is[field]} instead of ${was[field]}`,
      );
  diffFlows(changes, was["flows"], is["flows"], pointerTo(at, "flows"), what);
  diffTexts(changes, { node: was, at }, { node: is, at }, ["description", "bearerFormat"], what);
  diffUnknown(
    changes,
    "request",
    { node: was, at },
    { node: is, at },
    [...WIRE, "flows", "description", "bearerFormat"],
    what,
  );
}

function diffFlows(changes: Changes, was: unknown, is: unknown, at: string, what: string): void {
  const [old, now] = [new Map(entries(was)), new Map(entries(is))];
  const field = (value: unknown) => ({ node: isNode(value) ? value : {}, at });
  diffExtensions(changes, "request", field(was), field(is), `${what}: its flows`);
  for (const [name, flow] of old) {
    const place = pointerTo(at, name);
    if (name.startsWith("x-")) continue;
    if (now.has(name)) diffFlow(changes, flow, now.get(name), place, `${what}: the ${name} flow`);
    else changes.breaking("request", "security-flow-removed", place, `${what}: the ${name} flow was removed`);
  }
  for (const name of now.keys())
    if (!old.has(name) && !name.startsWith("x-"))
      changes.compatible("request", "security-flow-added", pointerTo(at, name), `${what}: the ${name} flow was added`);
}

function diffFlow(changes: Changes, was: unknown, is: unknown, at: string, what: string): void {
  const [old, now] = [isNode(was) ? was : {}, isNode(is) ? is : {}];
  for (const field of FLOW_URLS)
    if (old[field] !== now[field])
      changes.breaking(
        "request",
        "security-flow-changed",
        pointerTo(at, field),
        `${what} has ${field} ${now[field] ?? "none"} instead of ${old[field] ?? "none"}`,
      );
  const [before, after] = [new Map(entries(old["scopes"])), new Map(entries(now["scopes"]))];
  for (const [scope, text] of before) {
    const place = pointerTo(at, "scopes", scope);
    if (!after.has(scope))
      changes.breaking("request", "security-scope-removed", place, `${what}: the scope ${scope} was removed`);
    else if (after.get(scope) !== text)
      changes.documentation("description-changed", place, `${what}: the description of the scope ${scope} changed`);
  }
  for (const scope of after.keys())
    if (!before.has(scope))
      changes.compatible(
        "request",
        "security-scope-added",
        pointerTo(at, "scopes", scope),
        `${what}: the scope ${scope} was added`,
      );
  diffUnknown(changes, "request", { node: old, at }, { node: now, at }, [...FLOW_URLS, "scopes"], what);
}

/** A requirement: the schemes that a request must satisfy together, each with its scopes. */
type Requirement = Map<string, Set<unknown>>;

/** Compares the alternatives that grant access. */
export function diffSecurity(changes: Changes, was: [Spec, Node], is: [Spec, Node], at: string, what: string): void {
  const place = pointerTo(at, "security");
  changes.examined(place);
  const names = namesAfter(was[0], is[0]);
  const old = requirementsOf(...was, (name) => names.get(name) ?? name);
  const now = requirementsOf(...is, (name) => name);
  const add = (isBreaking: boolean, rule: string, text: string) =>
    changes[isBreaking ? "breaking" : "compatible"]("request", rule, place, `${what}: ${text}`);
  const isOpen = (all: Requirement[]) => all.some((one) => one.size === 0);
  if (isOpen(now)) {
    if (!isOpen(old)) add(false, "security-changed", "credentials are no longer required");
    return;
  }
  if (isOpen(old)) add(true, "security-changed", "a request without credentials is refused");
  // A client that satisfied an old alternative must satisfy a new one with the credentials that it has.
  for (const requirement of old.filter(({ size }) => size > 0))
    if (!now.some((other) => asksNoMore(other, requirement)))
      add(true, "security-changed", `${nameOf(requirement)} is no longer enough`);
  if (isOpen(old)) return;
  for (const requirement of now)
    if (!old.some((other) => isSame(other, requirement)))
      add(false, "security-alternative-added", `${nameOf(requirement)} is now also enough`);
}

function requirementsOf(spec: Spec, operation: Node, newName: (name: string) => string): Requirement[] {
  const all = list(operation["security"] ?? spec["security"]).map(
    (requirement) => new Map(entries(requirement).map(([name, scopes]) => [newName(name), new Set(list(scopes))])),
  );
  // No requirement and an empty requirement both allow anonymous access.
  return all.length === 0 ? [new Map()] : all;
}

const asksNoMore = (one: Requirement, than: Requirement) =>
  [...one].every(([scheme, scopes]) => than.has(scheme) && [...scopes].every((scope) => than.get(scheme)?.has(scope)));

const isSame = (one: Requirement, other: Requirement) => asksNoMore(one, other) && asksNoMore(other, one);

const nameOf = (requirement: Requirement) =>
  [...requirement]
    .map(([scheme, scopes]) => (scopes.size > 0 ? `${scheme} (${[...scopes].join(", ")})` : scheme))
    .join(" with ");
