import { IDENTITIES, type Identities, placesAround, readIdentities, resolve, textOf } from "./anchored-references.js";
import { nameOf, namesOf, nodeAt, pointerTo } from "./pointer.js";
import { childrenOf, isSchema, mapChildren, mapSchemas, type Schema, schemasOf } from "./schemas.js";

/** What each `$dynamicAnchor` means where references led: a pointer to a schema by name. */
type Scope = ReadonlyMap<string, string>;

interface Writing {
  readonly document: object;
  readonly identities: Identities;
  /** The dynamic anchors in each schema that is not part of another one, or has an `$id`. */
  readonly resources: ReadonlyMap<string, Scope>;
  /** The names of the dynamic anchors on which the meaning of a schema depends. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of components, and the schemas that were added to them, by use and by name. */
  readonly names: Set<string>;
  readonly nameOfCopy: Map<string, string>;
  readonly copies: Map<string, unknown>;
  /** The places to which references lead in the result. */
  readonly referred: Set<string>;
}

/** How many copies of schemas are made, because each may be used with several others in place of its anchors. */
const MOST_COPIES = 1000;

/**
 * Copies a document with `$ref` in place of each `$dynamicRef`, which few tools support: a schema that leaves a part of itself
 * open, such as a page of any records, becomes one component for each use (OpenAPI 3.1, section 4.8.24.5). Schemas lose
 * their `$id` and anchors, to which nothing refers then.
 *
 * A `$dynamicRef` that leads nowhere stays as it is, and so does a document with too many uses.
 *
 * @param document an OpenAPI document in which every `$ref` is a JSON pointer
 */
export function withoutDynamicReferences(document: object): object {
  const identities = readIdentities(document);
  if (!identities) return document;
  const { components = {} } = document as { components?: { schemas?: object } };
  const resources = readResources(document);
  const writing: Writing = {
    document,
    identities,
    resources,
    used: usedAnchors(document, identities, resources),
    names: new Set(Object.keys(components.schemas ?? {})),
    nameOfCopy: new Map(),
    copies: new Map(),
    referred: new Set(),
  };
  const written = mapSchemas(document, (schema, at) => write(writing, schema, at, scopeAt(writing, at), false));
  const { copies } = writing;
  if (copies.size > MOST_COPIES) return document;
  const result = mapSchemas(written, (schema, at) => withoutUnused(writing, schema, at)) as typeof document;
  if (copies.size === 0) return result;
  const { components: others = {} } = result as { components?: { schemas?: object } };
  return { ...result, components: { ...others, schemas: { ...others.schemas, ...Object.fromEntries(copies) } } };
}

/** Finds the dynamic anchors by the schema that they are in. */
function readResources(document: object): Map<string, Scope> {
  const resources = new Map<string, Map<string, string>>();
  const visit = (schema: unknown, at: string, outer: Map<string, string>): void => {
    if (!isSchema(schema)) return;
    const own = "$id" in schema ? new Map<string, string>() : outer;
    if (own !== outer) resources.set(at, own);
    const name = textOf(schema, "$dynamicAnchor");
    if (name !== undefined && !own.has(name)) own.set(name, withoutAlias(document, at));
    for (const [child, place] of childrenOf(schema, at)) visit(child, place, own);
  };
  for (const [at, schema] of schemasOf(document)) {
    const outermost = new Map<string, string>();
    resources.set(at, outermost);
    visit(schema, at, outermost);
  }
  return resources;
}

/** Returns where a reference that says nothing else leads, so that the schema keeps the name of its component. */
function withoutAlias(document: object, at: string): string {
  let place = at;
  for (const seen = new Set<string>(); !seen.has(place); ) {
    seen.add(place);
    const node = Object(nodeAt(document, place)) as Schema;
    const isAlias = Object.keys(node).every((keyword) => keyword === "$ref" || IDENTITIES.includes(keyword));
    place = (isAlias ? targetOf(node) : undefined) ?? place;
  }
  return place;
}

/** The place that `$ref` leads to, in the notation of all places. */
function targetOf(schema: Schema): string | undefined {
  const $ref = textOf(schema, "$ref");
  return $ref?.startsWith("#/") ? pointerTo("#", ...namesOf($ref)) : undefined;
}

/** The place that `$dynamicRef` leads to without a scope, and the anchor in whose place another schema may be used. */
function dynamicTarget(
  { document, identities }: Pick<Writing, "document" | "identities">,
  schema: Schema,
  at: string,
): { readonly place: string; readonly anchor: string } | undefined {
  const reference = textOf(schema, "$dynamicRef");
  const place = reference === undefined ? undefined : resolve(identities, reference, at);
  if (place === undefined) return undefined;
  const anchor = textOf(Object(nodeAt(document, place)), "$dynamicAnchor") ?? "";
  return { place: withoutAlias(document, place), anchor: reference?.endsWith(`#${anchor}`) ? anchor : "" };
}

/** Finds the dynamic anchors on which the meaning of each schema depends that a reference leads to. */
function usedAnchors(
  document: object,
  identities: Identities,
  resources: Writing["resources"],
): Map<string, ReadonlySet<string>> {
  const meanings = [...resources.values()].flatMap((scope) => [...scope]);
  const users = new Map<string, string[]>();
  const open: [at: string, anchor: string][] = [];
  const visit = (schema: unknown, at: string): void => {
    if (!isSchema(schema)) return;
    const target = targetOf(schema);
    const dynamic = dynamicTarget({ document, identities }, schema, at);
    const places = dynamic ? meanings.filter(([name]) => name === dynamic.anchor).map(([, place]) => place) : [];
    for (const place of [
      target === undefined ? [] : withoutAlias(document, target),
      dynamic?.place ?? [],
      places,
    ].flat())
      users.set(place, [...(users.get(place) ?? []), at]);
    if (dynamic) open.push([at, dynamic.anchor]);
    for (const [child, place] of childrenOf(schema, at)) visit(child, place);
  };
  for (const [at, schema] of schemasOf(document)) visit(schema, at);

  const used = new Map([...users.keys()].map((place) => [place, new Set<string>()]));
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, anchor] = next;
    for (const place of placesAround(at)) {
      const known = used.get(place);
      if (known === undefined || known.has(anchor)) continue;
      known.add(anchor);
      for (const user of users.get(place) ?? []) open.push([user, anchor]);
    }
  }
  return used;
}

const resourcesAround = ({ resources }: Writing, at: string) =>
  placesAround(at).filter((place) => resources.has(place));

/** What a schema met first decides (JSON Schema 2020-12, section 8.2.3.2). */
const enter = ({ resources }: Writing, scope: Scope, resource = ""): Scope =>
  new Map([...(resources.get(resource) ?? []), ...scope]);

/** What the anchors mean in a schema that is used where it is written. */
const scopeAt = (writing: Writing, at: string): Scope =>
  resourcesAround(writing, at).reduce<Scope>((scope, resource) => enter(writing, scope, resource), new Map());

/** Copies a schema as it is in a scope. */
function write(writing: Writing, schema: unknown, at: string, scope: Scope, isCopy: boolean): unknown {
  if (!isSchema(schema)) return schema;
  const dynamic = dynamicTarget(writing, schema, at);
  // No pointer leads to the schemas inside a copy.
  const gone = [...IDENTITIES, ...(dynamic ? ["$dynamicRef"] : []), ...(isCopy ? ["$defs"] : [])];
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !gone.includes(keyword)));
  const node = mapChildren(kept, (child, ...names) => {
    const place = pointerTo(at, ...names);
    return write(writing, child, place, writing.resources.has(place) ? enter(writing, scope, place) : scope, isCopy);
  });
  const targets = [targetOf(schema), dynamic && (scope.get(dynamic.anchor) ?? dynamic.place)];
  const [$ref, other] = targets.flatMap((target) => (target === undefined ? [] : refer(writing, target, scope)));
  if ($ref === undefined || other === undefined) return $ref === undefined ? node : { ...node, $ref };
  const { allOf } = node;
  return { ...node, $ref, allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref: other }] };
}

/** Returns a pointer to a schema as it is in a scope. */
function refer(writing: Writing, place: string, scope: Scope): string {
  const target = withoutAlias(writing.document, place);
  const entered = enter(writing, scope, resourcesAround(writing, target).at(-1));
  const own = scopeAt(writing, target);
  const bound = [...(writing.used.get(target) ?? [])].filter((anchor) => entered.get(anchor) !== own.get(anchor));
  if (bound.length > 0 && writing.copies.size <= MOST_COPIES) return copyOf(writing, target, entered, bound);
  writing.referred.add(target);
  return target;
}

function copyOf(writing: Writing, target: string, scope: Scope, bound: readonly string[]): string {
  const { document, nameOfCopy, copies } = writing;
  const places = bound.map((anchor) => scope.get(anchor) ?? "");
  const key = [target, ...bound, ...places].join(" ");
  const known = nameOfCopy.get(key);
  if (known !== undefined) return pointerTo("#/components/schemas", known);
  const name = newName(writing, nameOf(target), places.map(nameOf));
  nameOfCopy.set(key, name);
  // Before it is written, because it may contain itself.
  copies.set(name, true);
  copies.set(name, write(writing, nodeAt(document, target), target, scope, true));
  return pointerTo("#/components/schemas", name);
}

function newName({ names }: Writing, of: string, bound: readonly string[]): string {
  const capitalized = bound.map((one) => one.charAt(0).toUpperCase() + one.slice(1));
  const base = `${of}Of${capitalized.join("And")}`.replace(/[^\w.-]/g, "_");
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base}${number}`;
  names.add(name);
  return name;
}

/** Leaves out the schemas in `$defs` in whose place others are used everywhere. */
function withoutUnused(writing: Writing, schema: unknown, at: string): unknown {
  if (!isSchema(schema)) return schema;
  const node = mapChildren(schema, (child, ...names) => withoutUnused(writing, child, pointerTo(at, ...names)));
  if (!isSchema(node["$defs"])) return node;
  const { $defs, ...rest } = node;
  const isUsed = (place: string) =>
    writing.referred.has(place) || textOf(Object(nodeAt(writing.document, place)), "$dynamicAnchor") === undefined;
  const left = Object.entries($defs as Schema).filter(([name]) => isUsed(pointerTo(at, "$defs", name)));
  return left.length > 0 ? { ...rest, $defs: Object.fromEntries(left) } : rest;
}
