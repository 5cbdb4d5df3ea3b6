import { basename, dirname, extname } from "node:path";
import type { BaseResolver, Document, LocationObject } from "@redocly/openapi-core";
import { namesOf, pointerTo } from "../document/pointer.js";
import { markedName, withoutMarks } from "./inherited-names.js";

/** A node of a source file. */
interface Place {
  readonly document: Document;
  readonly names: readonly string[];
  readonly node: unknown;
}

/** Finds the place in the hand-written files that a JSON pointer into the bundle refers to. */
export class SourcePlaces {
  constructor(
    private readonly root: Document,
    private readonly resolver: BaseResolver,
    private readonly files: ReadonlySet<string>,
  ) {}

  /** Returns the place, or the nearest one around it that can be found. */
  async locate(pointer: string): Promise<LocationObject> {
    const names = namesOf(pointer);
    let place: Place = { document: this.root, names: [], node: this.root.parsed };
    for (const [i, name] of names.entries()) {
      const next = await this.child(place, name);
      // Each component of the bundle is a separate file in the sources.
      const [, kind = "", component = ""] = names;
      const found = next ?? (i === 2 && names[0] === "components" ? await this.component(kind, component) : undefined);
      if (!found) {
        if (names[0] === "components" && i === 1) continue;
        break;
      }
      place = found;
    }
    return { source: place.document.source, pointer: pointerTo("#", ...place.names), reportOnKey: false };
  }

  private async child(place: Place, name: string): Promise<Place | undefined> {
    const own = enter(place, [name]);
    if (own) return own;
    const target = await this.follow(place);
    return target && this.child(target, name);
  }

  private async follow({ document, node }: Place): Promise<Place | undefined> {
    const ref = typeof node === "object" && node !== null && "$ref" in node ? node.$ref : undefined;
    if (typeof ref !== "string") return undefined;
    const [file = "", fragment = ""] = ref.split("#");
    const path =
      file === "" ? document.source.absoluteRef : this.resolver.resolveExternalRef(document.source.absoluteRef, file);
    const target = await this.open(path);
    return target && enter(target, namesOf(withoutMarks(fragment)));
  }

  private async component(kind: string, name: string): Promise<Place | undefined> {
    const path = [...this.files].find((file) => basename(file, extname(file)) === name && dirname(file).includes(kind));
    return path === undefined ? undefined : this.open(path);
  }

  private async open(path: string): Promise<Place | undefined> {
    const document = await this.resolver.resolveDocument(null, path, true);
    return document instanceof Error ? undefined : { document, names: [], node: document.parsed };
  }
}

function enter(place: Place, names: readonly string[]): Place | undefined {
  let { node } = place;
  for (const name of names) {
    const marked = markedName(name);
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, marked)) return undefined;
    node = Reflect.get(node, marked);
  }
  return { ...place, names: [...place.names, ...names], node };
}
