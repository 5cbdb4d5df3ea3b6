/** Appends names to a JSON pointer in a URI fragment (RFC 6901, section 6), escaped. */
export function pointerTo(base: string, ...names: readonly (string | number)[]): string {
  let pointer = base;
  for (const name of names) pointer += `/${escaped(String(name))}`;
  return pointer;
}

// Most names have nothing to escape, and a large document has millions of pointers.
const escaped = (name: string): string =>
  /[~/%]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("%", "%25") : name;

/** Splits a JSON pointer in a URI fragment into unescaped names: `#/paths/~1reports` -> `paths`, `/reports`. */
export function namesOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => (/[%~]/.test(name) ? decoded(name).replaceAll("~1", "/").replaceAll("~0", "~") : name));
}

/** Decodes percent-encoding; a text with a percent sign that encodes nothing is returned as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The last name of a JSON pointer; for a reference to a component, the component's name. */
export const nameOf = (pointer: string): string => namesOf(pointer).at(-1) ?? "";

/** Returns the node at a JSON pointer, with or without a leading `#`; undefined if there is none. */
export function nodeAt(document: object, pointer: string): unknown {
  let node: unknown = document;
  for (const name of namesOf(pointer))
    node = node && typeof node === "object" && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
  return node;
}
