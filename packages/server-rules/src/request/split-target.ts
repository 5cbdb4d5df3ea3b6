/** The parts of a request target, still percent-encoded. */
export interface RequestTarget {
  /** The path alone, still percent-encoded. */
  readonly path: string;
  /** The query, without the `?`; empty if there is none. */
  readonly search: string;
}

/**
 * Returns the path and query of a request target. A target in absolute form, as clients send it to a proxy, also has a
 * scheme and a host (RFC 9112, section 3.2.2), which are removed.
 */
export function originForm(target: string): string {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return relative === "" || relative.startsWith("?") ? `/${relative}` : relative;
}

/**
 * Splits a request target in any form. `URL` cannot be used: it treats `//evil/x` as a host and resolves `..` segments.
 */
export function splitTarget(target: string): RequestTarget {
  const relative = originForm(target);
  const mark = relative.indexOf("?");
  return mark < 0
    ? { path: relative, search: "" }
    : { path: relative.slice(0, mark), search: relative.slice(mark + 1) };
}
