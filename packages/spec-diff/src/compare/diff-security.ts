import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import type { Found } from "./dereference.js";
import { entries, equal, isNode, list, type Node, type Spec } from "./node.js";
import { FieldPair } from "./pair.js";
import { type PlacedOperation, partsIn } from "./placed-operation.js";
import { Subject } from "./subject.js";

/** The fields of a security scheme that determine how credentials are sent. */
const WIRE = ["type", "in", "name", "scheme", "openIdConnectUrl"];
const FLOW_URLS = ["authorizationUrl", "tokenUrl", "refreshUrl"];

const schemesOf = (spec: Spec) => partsIn(spec, componentsOf(spec), "securitySchemes");
const componentsOf = (spec: Spec): Found => ({
  node: isNode(spec["components"]) ? spec["components"] : {},
  at: "/components",
});

/** How a field is sent: names of schemes and of headers ignore case (RFC 9110, sections 5.1 and 11.1). */
const onWire = (node: Node, field: string) =>
  field === "scheme" || (field === "name" && node["in"] === "header") ? String(node[field]).toLowerCase() : node[field];

/** The new names of the old schemes. A scheme that was only renamed is the same scheme. */
function namesAfter(before: Spec, after: Spec): Map<string, string> {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const twin = (was: Node) => [...now].find(([other, { node }]) => !old.has(other) && isSameOnWire(was, node))?.[0];
  return new Map([...old].map(([name, { node }]) => [name, now.has(name) ? name : (twin(node) ?? name)]));
}

const isSameOnWire = (was: Node, is: Node) =>
  equal(was["flows"], is["flows"]) && WIRE.every((field) => equal(onWire(was, field), onWire(is, field)));

/** Compares the security schemes of two documents. */
export function diffSchemes(changes: Changes, before: Spec, after: Spec): void {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const names = namesAfter(before, after);
  for (const [name, was] of old) {
    const newName = names.get(name) ?? name;
    const is = now.get(newName);
    const what = new Subject(`the security scheme ${name}`);
    // Operations that require it report what that means to them.
    if (!is) changes.documentation("security-scheme-removed", was.place, what.say("was removed"));
    else {
      if (newName !== name)
        changes.documentation("security-scheme-renamed", was.place, what.say(`is called ${newName} now`));
      diffScheme(new FieldPair(changes, "request", { ...was, at: is.place }, { ...is, at: is.place }, what));
    }
  }
  const kept = new Set(names.values());
  for (const [name, { place }] of now)
    if (!kept.has(name))
      changes.add("compatible", "request", "security-scheme-added", place, `the security scheme ${name} was added`);
    else if (!old.has(name)) changes.examined(place);
}

function diffScheme(pair: FieldPair): void {
  for (const field of WIRE) {
    const [old, now] = pair.both(field);
    if (!equal(onWire(pair.old.node, field), onWire(pair.now.node, field)))
      pair.breaking("security-scheme-changed", pair.at(field), `has ${field} ${now} instead of ${old}`);
    else if (old !== now)
      pair.documentation("same-meaning", pair.at(field), `: ${field} is written differently and means the same`);
  }
  const flows = pair.both("flows").map((node) => ({ node: isNode(node) ? node : {}, at: pair.at("flows") }));
  const [was, is] = flows as [Found, Found];
  diffFlows(pair.inner(was, is, pair.what.toPart("its flows")));
  pair.texts(["description", "bearerFormat"]);
  pair.unknown([...WIRE, "flows", "description", "bearerFormat"]);
}

function diffFlows(pair: FieldPair): void {
  pair.extensions();
  for (const name of new Set([...Object.keys(pair.old.node), ...Object.keys(pair.now.node)])) {
    if (name.startsWith("x-")) continue;
    const [old, now] = pair.both(name);
    const what = pair.what.toPart(`the ${name} flow`);
    const at = pair.at(name);
    if (now === undefined)
      pair.changes.add("breaking", "request", "security-flow-removed", at, what.say("was removed"));
    else if (old === undefined)
      pair.changes.add("compatible", "request", "security-flow-added", at, what.say("was added"));
    else diffFlow(pair.inner({ node: isNode(old) ? old : {}, at }, { node: isNode(now) ? now : {}, at }, what));
  }
}

function diffFlow(pair: FieldPair): void {
  for (const field of FLOW_URLS) {
    const [old, now] = pair.both(field);
    if (old !== now)
      pair.breaking(
        "security-flow-changed",
        pair.at(field),
        `has ${field} ${now ?? "none"} instead of ${old ?? "none"}`,
      );
  }
  const [old, now] = pair.both("scopes").map((scopes) => new Map(entries(scopes))) as [Scopes, Scopes];
  for (const scope of new Set([...old.keys(), ...now.keys()])) {
    const at = pair.at("scopes", scope);
    if (!now.has(scope)) pair.breaking("security-scope-removed", at, `: the scope ${scope} was removed`);
    else if (!old.has(scope)) pair.compatible("security-scope-added", at, `: the scope ${scope} was added`);
    else if (old.get(scope) !== now.get(scope))
      pair.documentation("description-changed", at, `: the description of the scope ${scope} changed`);
  }
  pair.unknown([...FLOW_URLS, "scopes"]);
}

type Scopes = Map<string, unknown>;

/** A requirement: the schemes that a request must satisfy together, each with its scopes. */
type Requirement = Map<string, Set<unknown>>;

/** Compares the alternatives that grant access. */
export function diffSecurity(changes: Changes, was: PlacedOperation, is: PlacedOperation): void {
  const place = pointerTo(is.at, "security");
  changes.examined(place);
  const names = namesAfter(was.spec, is.spec);
  const old = requirementsOf(was.spec, was.node, (name) => names.get(name) ?? name);
  const now = requirementsOf(is.spec, is.node, (name) => name);
  const add = (isBreaking: boolean, text: string, rule = "security-changed") =>
    changes.add(isBreaking ? "breaking" : "compatible", "request", rule, place, is.what.say(`: ${text}`));
  const isOpen = (all: Requirement[]) => all.some((one) => one.size === 0);
  if (isOpen(now)) {
    if (!isOpen(old)) add(false, "credentials are no longer required");
    return;
  }
  if (isOpen(old)) add(true, "a request without credentials is refused");
  // A client that satisfied an old alternative must satisfy a new one with the credentials that it has.
  for (const requirement of old.filter(({ size }) => size > 0))
    if (!now.some((other) => asksNoMore(other, requirement))) add(true, `${nameOf(requirement)} is no longer enough`);
  if (isOpen(old)) return;
  for (const requirement of now)
    if (!old.some((other) => isSame(other, requirement)))
      add(false, `${nameOf(requirement)} is now also enough`, "security-alternative-added");
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
