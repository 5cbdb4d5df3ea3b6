import { objectAt, partsIn } from "./dereference.js";
import { entries, equal, list, type Node, type Spec } from "./node.js";
import { Pair, visitMembers } from "./pair.js";
import { Subject } from "./subject.js";

/** The fields of a security scheme that determine how credentials are sent. */
const WIRE = ["type", "in", "name", "scheme", "openIdConnectUrl"];
const FLOW_URLS = ["authorizationUrl", "tokenUrl", "refreshUrl"];

const schemesOf = (spec: Spec) => partsIn(spec, objectAt(spec["components"], "/components"), "securitySchemes");

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
export function diffSchemes({ comparison, changes }: Pair): void {
  const { before, after } = comparison;
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const names = namesAfter(before, after);
  for (const [name, was] of old) {
    const newName = names.get(name) ?? name;
    const is = now.get(newName);
    const { place: at } = is ?? was;
    const what = new Subject(`the security scheme ${name}`);
    const pair = new Pair({ ...comparison, side: "request" }, { ...was, at }, { ...(is ?? was), at }, what);
    // Operations that require it report what that means to them.
    if (!is) pair.documentation("security-scheme-removed", was.place, "was removed");
    else {
      if (newName !== name) pair.documentation("security-scheme-renamed", was.place, `is called ${newName} now`);
      diffScheme(pair);
    }
  }
  const kept = new Set(names.values());
  for (const [name, { place }] of now)
    if (!kept.has(name))
      changes.add("compatible", "request", "security-scheme-added", place, `the security scheme ${name} was added`);
    else if (!old.has(name)) changes.examined(place);
}

function diffScheme(pair: Pair): void {
  for (const field of WIRE) {
    const [old, now] = pair.both(field);
    if (!equal(onWire(pair.old.node, field), onWire(pair.now.node, field)))
      pair.breaking("security-scheme-changed", pair.at(field), `has ${field} ${now} instead of ${old}`);
    else if (old !== now) pair.sameMeaning([field]);
  }
  const at = pair.at("flows");
  const [was, is] = pair.both("flows");
  diffFlows(pair.pair(objectAt(was, at), objectAt(is, at), pair.what.toPart("its flows")));
  pair.texts(["description", "bearerFormat"]);
  pair.unknown([...WIRE, "flows", "description", "bearerFormat"]);
}

function diffFlows(flows: Pair): void {
  flows.extensions();
  for (const name of new Set([...Object.keys(flows.old.node), ...Object.keys(flows.now.node)])) {
    if (name.startsWith("x-")) continue;
    const [old, now] = flows.both(name);
    const at = flows.at(name);
    const pair = flows.pair(objectAt(old, at), objectAt(now, at), flows.what.toPart(`the ${name} flow`));
    if (now === undefined) pair.breaking("security-flow-removed", at, "was removed");
    else if (old === undefined) pair.compatible("security-flow-added", at, "was added");
    else diffFlow(pair);
  }
}

function diffFlow(pair: Pair): void {
  for (const field of FLOW_URLS) {
    const [old, now] = pair.both(field);
    const how = `has ${field} ${now ?? "none"} instead of ${old ?? "none"}`;
    if (old !== now) pair.breaking("security-flow-changed", pair.at(field), how);
  }
  const at = (scope: string) => pair.at("scopes", scope);
  visitMembers(pair.maps("scopes"), {
    gone: (_, scope) => pair.breaking("security-scope-removed", at(scope), `: the scope ${scope} was removed`),
    come: (_, scope) => pair.compatible("security-scope-added", at(scope), `: the scope ${scope} was added`),
    kept: (was, is, scope) => {
      const how = `: the description of the scope ${scope} changed`;
      if (was !== is) pair.documentation("description-changed", at(scope), how);
    },
  });
  pair.unknown([...FLOW_URLS, "scopes"]);
}

/** A requirement: the schemes that a request must satisfy together, each with its scopes. */
type Requirement = Map<string, Set<unknown>>;

/** Compares the alternatives that grant access. */
export function diffSecurity(operation: Pair): void {
  const { before, after } = operation.comparison;
  const pair = operation.inMessage("request", operation.old, operation.now, operation.what);
  pair.examined("security");
  const names = namesAfter(before, after);
  const old = requirementsOf(before, pair.old.node, (name) => names.get(name) ?? name);
  const now = requirementsOf(after, pair.now.node, (name) => name);
  const add = (isBreaking: boolean, text: string, rule = "security-changed") =>
    pair.either(isBreaking, rule, pair.at("security"), `: ${text}`);
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
