import { dictionary } from "@metadata-service/spec-tools";
import { byPrecedence, pathTemplate } from "./path-template.js";
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
 * part of the path.
 */
export function matchRoute<Target>(routes: readonly Route<Target>[]) {
  const compiled = [...routes]
    .sort((left, right) => byPrecedence(left.path, right.path))
    .map((route) => ({ route, template: pathTemplate(route.path) }));

  return (method: string, pathname: string): RouteMatch<Target> => {
    for (const { route, template } of compiled) {
      const texts = template.match(pathname);
      if (texts === undefined) continue;
      const { path, methods } = route;
      // A server that supports GET supports HEAD (RFC 9110, section 9.1).
      const target = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
      if (target === undefined) return { found: "path", path, allow: allowed([...methods.keys()]) };
      return { found: "operation", target, pathTexts: decoded(texts) };
    }
    return { found: "nothing" };
  };
}

/** The value of `Allow`: GET includes HEAD. */
const allowed = (methods: readonly string[]) =>
  [...new Set(methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : method)))].join(", ");

function decoded(texts: Readonly<Record<string, string>>): Record<string, string> {
  return dictionary(Object.entries(texts).map(([name, text]) => [name, decodeComponent(text, name)]));
}
