import { dictionary } from "@metadata-service/spec-tools";
import { byPrecedence, type PathTemplate, pathTemplate } from "./path-template.js";
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
 * without parameters takes precedence over one with parameters, and a parameter beside text over one that fills a whole
 * part of the path. Paths that differ only in the names of their parameters are one path.
 */
export function matchRoute<Target>(routes: readonly Route<Target>[]) {
  const paths = new Map<string, Compiled<Target>[]>();
  for (const route of [...routes].sort((left, right) => byPrecedence(left.path, right.path))) {
    const unnamed = route.path.replaceAll(/\{[^{}]*\}/g, "{}");
    paths.set(unnamed, [...(paths.get(unnamed) ?? []), { ...route, match: pathTemplate(route.path).match }]);
  }
  const compiled = [...paths.values()];

  return (method: string, pathname: string): RouteMatch<Target> => {
    const path = compiled.find(([one]) => one?.match(pathname) !== undefined) ?? [];
    for (const { methods, match } of path) {
      // A server that supports GET supports HEAD (RFC 9110, section 9.1).
      const target = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
      if (target !== undefined) return { found: "operation", target, pathTexts: decoded(match(pathname) ?? {}) };
    }
    const [first] = path;
    return first ? { found: "path", path: first.path, allow: allowed(path) } : { found: "nothing" };
  };
}

type Compiled<Target> = Route<Target> & PathTemplate;

/** The value of `Allow`: GET includes HEAD. */
const allowed = (path: readonly Route<unknown>[]) => {
  const methods = path.flatMap((route) => [...route.methods.keys()]);
  return [...new Set(methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : method)))].join(", ");
};

function decoded(texts: Readonly<Record<string, string>>): Record<string, string> {
  return dictionary(Object.entries(texts).map(([name, text]) => [name, decodeComponent(text, name)]));
}
