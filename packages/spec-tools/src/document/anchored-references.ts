import { isNumeric } from "../json/exact-number.js";
import { namesOf, nodeAt, pointerTo } from "./pointer.js";
import { isSchema, MAPS, mapList, mapValues, NAMED, type Schema } from "./schemas.js";

/** Values of users, in which nothing is a keyword. */
const DATA = ["const", "default", "enum", "example", "examples", "value"];
const NAMES_OF_AUTHOR = [...MAPS, ...NAMED, "schemas"];

/** The schemas of a file that have an identity. */
export interface Identities {
  readonly file: object;
  /** The absolute `$id` of schemas by their place, and the reverse. */
  readonly bases: Map<string, string>;
  readonly places: Map<string, string>;
  /** The places of anchors, by `$id` and name, and by name alone. */
  readonly anchors: Map<string, string>;
}

/**
 * Copies a file with a JSON pointer in place of each reference to an `$id`, `$anchor` or `$dynamicAnchor` of this file, because
 * most tools follow only pointers.
 */
export function withPointers(file: unknown): unknown {
  const identities = readIdentities(file);
  return identities ? mapNodes(file, "#", (node, at) => withPointer(node, at, identities)) : file;
}

function withPointer(node: Schema, at: string, identities: Identities): Schema {
  const $ref = textOf(node, "$ref");
  const pointer = $ref === undefined ? undefined : resolve(identities, $ref, at);
  return pointer === undefined ? node : { ...node, $ref: pointer };
}

/** Keywords that give a schema an identity. */
export const IDENTITIES = ["$id", "$anchor", "$dynamicAnchor"];

/** Whether anything in a file has one of these names. Most files have none, and then no pointers into them are needed. */
const mayHaveIdentities = (node: unknown): boolean =>
  typeof node === "object" &&
  node !== null &&
  (IDENTITIES.some((name) => name in node) || Object.values(node).some(mayHaveIdentities));

/** Finds the schemas of a file that have an identity. Undefined if there are none. */
export function readIdentities(file: unknown): Identities | undefined {
  if (!mayHaveIdentities(file)) return undefined;
  const identities: Identities = { file: Object(file), bases: new Map(), places: new Map(), anchors: new Map() };
  const { bases, places, anchors } = identities;
  visitNodes(file, "#", (node, at) => {
    const id = textOf(node, "$id");
    if (id !== undefined) {
      const base = absolute(id, baseOf(identities, at));
      bases.set(at, base);
      places.set(base, at);
    }
    for (const name of [textOf(node, "$anchor"), textOf(node, "$dynamicAnchor")])
      for (const key of name === undefined ? [] : [`${baseOf(identities, at)}#${name}`, `#${name}`])
        if (!anchors.has(key)) anchors.set(key, at);
  });
  return places.size > 0 || anchors.size > 0 ? identities : undefined;
}

/** Finds the schema that a reference at a place means. Undefined if it is none with an identity in this file. */
export function resolve(identities: Identities, reference: string, at: string): string | undefined {
  const base = baseOf(identities, at);
  const [, file = "", fragment = ""] = /^([^#]*)#?(.*)/s.exec(reference) ?? [];
  const uri = file === "" ? base : absolute(file, base);
  const place = identities.places.get(uri);
  if (fragment !== "" && !fragment.startsWith("/"))
    // Authors also refer to anchors of other schemas in the same file by name.
    return (
      identities.anchors.get(`${uri}#${fragment}`) ?? (file === "" ? identities.anchors.get(reference) : undefined)
    );
  if (place === undefined) return undefined;
  // Authors of OpenAPI often mean a place in the document, although `$id` makes the pointer one into this schema.
  const pointer = pointerTo(place, ...namesOf(fragment));
  return nodeAt(identities.file, pointer) === undefined ? undefined : pointer;
}

const baseOf = ({ bases }: Identities, at: string): string =>
  bases.get(
    placesAround(at)
      .filter((place) => bases.has(place))
      .at(-1) ?? "",
  ) ?? DOCUMENT;

/** The base of references in a file without `$id`. */
const DOCUMENT = "document:/";

const absolute = (reference: string, base: string): string => {
  const url = URL.canParse(reference, base) ? new URL(reference, base).href : reference;
  return url.replace(/#$/, "");
};

export const textOf = (node: Schema, keyword: string): string | undefined => {
  const value = node[keyword];
  return typeof value === "string" ? value : undefined;
};

/** The JSON pointers to everything that contains a place, and to the place itself, outermost first. */
export function placesAround(at: string): string[] {
  const parts = at.split("/");
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

/** Whether a field holds what the author chose, in which nothing is a keyword. */
export const isData = (name: string, isMap = false) => !isMap && (DATA.includes(name) || name.startsWith("x-"));

/** Whether the keys of a field are names that the author chose. */
export const isMapOf = (name: string, isMap = false) => !isMap && NAMES_OF_AUTHOR.includes(name);

/** Calls back for each object that is no map of names, outermost first. */
export function visitNodes(node: unknown, at: string, call: (node: Schema, at: string) => void, isMap = false): void {
  if (typeof node !== "object" || node === null) return;
  if (isSchema(node) && !isMap) call(node, at);
  for (const [name, child] of Object.entries(node))
    if (!isData(name, isMap)) visitNodes(child, pointerTo(at, name), call, isMapOf(name, isMap));
}

/**
 * Replaces each object that is no map of names, outermost first, and copies what contains replaced ones.
 *
 * @param at the place of the node; undefined if `change` needs no places
 */
export function mapNodes(
  node: unknown,
  at: string | undefined,
  change: (node: Schema, at: string) => Schema,
  isMap = false,
): unknown {
  const placeOf = (name: string | number) => (at === undefined ? undefined : pointerTo(at, name));
  if (Array.isArray(node)) return mapList(node, (one, i) => mapNodes(one, placeOf(i), change));
  if (!isSchema(node) || isNumeric(node)) return node;
  return mapValues(isMap ? node : change(node, at ?? ""), (child, name) =>
    isData(name, isMap) ? child : mapNodes(child, placeOf(name), change, isMapOf(name, isMap)),
  );
}
