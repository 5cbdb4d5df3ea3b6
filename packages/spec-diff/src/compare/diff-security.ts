import { objectAt, partsIn } from "./dereference.js";
import { entries, equal, list, type Node, type Spec } from "./node.js";
import { type Pair, type Rule, type Rules, visitMembers } from "./pair.js";
import { all, text } from "./rules.js";
import { Subject } from "./subject.js";

/** The fields of a security scheme that determine how credentials are sent. */
const WIRE = ["type", "in", "name", "scheme", "openIdConnectUrl"];

const schemesOf = (spec: Spec) =>
  partsIn(spec, objectAt(Object(spec["components"]).securitySchemes, "/components/securitySchemes"));

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
export function diffSchemes(document: Pair): void {
  const { changes, comparison } = document;
  const [old, now] = [schemesOf(comparison.before), schemesOf(comparison.after)];
  const names = namesAfter(comparison.before, comparison.after);
  for (const [name, was] of old) {
    const newName = names.get(name) ?? name;
    const is = now.get(newName);
    const { place: at } = is ?? was;
    const what = new Subject(`the security scheme ${name}`);
    const pair = document.pair({ ...was, at }, { ...(is ?? was), at }, what).with({ side: "request" });
    // Operations that require it report what that means to them.
    if (!is) pair.documentation("security-scheme-removed", was.place, "was removed");
    else if (newName !== name) pair.documentation("security-scheme-renamed", was.place, `is called ${newName} now`);
    pair.compare(SCHEME);
  }
  const kept = new Set(names.values());
  for (const [name, { place }] of now)
    if (!kept.has(name))
      changes.add("compatible", "request", "security-scheme-added", place, `the security scheme ${name} was added`);
    else if (!old.has(name)) changes.examined(place);
}

const flowUrl: Rule = (pair, field) => {
  const [old, now] = pair.both(field);
  const how = `has ${field} ${now ?? "none"} instead of ${old ?? "none"}`;
  if (old !== now) pair.breaking("security-flow-changed", pair.at(field), how);
};

const FLOW: Rules = {
  ...all(flowUrl, "authorizationUrl", "tokenUrl", "refreshUrl"),
  scopes: (pair, field) => {
    const at = (scope: string) => pair.at(field, scope);
    visitMembers(pair.maps(field), {
      gone: (_, scope) => pair.breaking("security-scope-removed", at(scope), `: the scope ${scope} was removed`),
      come: (_, scope) => pair.compatible("security-scope-added", at(scope), `: the scope ${scope} was added`),
      kept: (was, is, scope) => {
        const how = `: the description of the scope ${scope} changed`;
        if (was !== is) pair.documentation("description-changed", at(scope), how);
      },
    });
  },
};

const flows: Rule = (scheme, field) => {
  const all = scheme.in(field, scheme.what.toPart("its flows")).withoutExtensions();
  for (const name of Object.keys({ ...all.old.node, ...all.now.node })) {
    const [old, now] = all.both(name);
    const pair = all.in(name, all.what.toPart(`the ${name} flow`));
    if (now === undefined) pair.breaking("security-flow-removed", pair.now.at, "was removed");
    else if (old === undefined) pair.compatible("security-flow-added", pair.now.at, "was added");
    else pair.compare(FLOW);
  }
};

const SCHEME: Rules = {
  ...all(
    (pair, field) => {
      const [old, now] = pair.both(field);
      if (!equal(onWire(pair.old.node, field), onWire(pair.now.node, field)))
        pair.breaking("security-scheme-changed", pair.at(field), `has ${field} ${now} instead of ${old}`);
      else if (old !== now) pair.sameMeaning([field]);
    },
    ...WIRE,
  ),
  flows,
  ...all(text, "description", "bearerFormat"),
};

/** A requirement: the schemes that a request must satisfy together, each with its scopes. */
type Requirement = Map<string, Set<unknown>>;

/** Compares the alternatives that grant access. */
export function diffSecurity(operation: Pair, field: string): void {
  const { before, after } = operation.comparison;
  const pair = operation.inMessage("request", operation.old, operation.now, operation.what);
  pair.examined(field);
  const names = namesAfter(before, after);
  const old = requirementsOf(before, pair.old.node, (name) => names.get(name) ?? name);
  const now = requirementsOf(after, pair.now.node, (name) => name);
  const add = (isBreaking: boolean, how: string, rule = "security-changed") =>
    pair.either(isBreaking, rule, pair.at(field), `: ${how}`);
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
