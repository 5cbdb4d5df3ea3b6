import { decodeComponent } from "./request/decode-component.js";

/** A path of the document and the target of each of its methods. */
export interface Route<Target> {
  /** The path as in the document, for example `/api/v2/metadata/{namespace}`. */
  readonly path: string;
  /** By upper-case method. */
  readonly methods: ReadonlyMap<string, Target>;
}

export type RouteMatch<Target> =
  | { readonly found: "operation"; readonly target: Target; readonly pathTexts: Readonly<Record<string, string>> }
  /** The path exists, but does not support this method; `allow` is the value of the `Allow` header. */
  | { readonly found: "path"; readonly path: string; readonly allow: string }
  | { readonly found: "nothing" };

/**
 * Creates a function that finds the route of a request. Methods are case-sensitive (RFC 9110, section 9.1). A path
 * without parameters takes precedence over one with parameters.
 */
export function matchRoute<Target>(routes: readonly Route<Target>[]) {
  const compiled = routes
    .map((route) => ({
      route,
      segments: route.path.split("/").map(segmentOf),
      variables: route.path.split("{").length - 1,
    }))
    .sort((left, right) => left.variables - right.variables);

  return (method: string, pathname: string): RouteMatch<Target> => {
    const parts = pathname.split("/");
    const match = compiled.find(({ segments }) => matches(segments, parts));
    if (!match) return { found: "nothing" };
    const { path, methods } = match.route;
    const target = methods.get(method);
    if (target === undefined) return { found: "path", path, allow: [...methods.keys()].join(", ") };
    return { found: "operation", target, pathTexts: readPath(match.segments, parts) };
  };
}

interface Segment {
  readonly text: string;
  /** The name of its parameter, if it is one. */
  readonly name: string | undefined;
}

function segmentOf(text: string): Segment {
  return { text, name: text.startsWith("{") && text.endsWith("}") ? text.slice(1, -1) : undefined };
}

function matches(segments: readonly Segment[], parts: readonly string[]): boolean {
  return (
    segments.length === parts.length &&
    segments.every(({ text, name }, i) => (name === undefined ? text === parts[i] : parts[i] !== ""))
  );
}

function readPath(segments: readonly Segment[], parts: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  segments.forEach(({ name }, i) => {
    if (name !== undefined) texts[name] = decodeComponent(parts[i] ?? "", name);
  });
  return texts;
}
