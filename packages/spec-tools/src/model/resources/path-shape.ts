/** The parts of a path that matter for resources. */
export interface PathShape {
  /** The path without a prefix such as `/api/v2`, and without parameter names: `owners/{}/pets`. */
  readonly key: string;
  /** The key of the parent path; undefined for the root. */
  readonly parent: string | undefined;
  /** The name of the parameter at the end of the path. */
  readonly last: string | undefined;
  /** The names of its path parameters after the prefix, in order. */
  readonly parameters: readonly string[];
  /** For each of them, the key before its segment; undefined if it is only a part of a segment, as in `v{version}`. */
  readonly owners: readonly (string | undefined)[];
  /** The verb of a last segment such as `{petId}:archive`. */
  readonly verb: string | undefined;
}

/** Matches a segment of the prefix of a path, such as `api`, `v2` or `v{version}`. */
const PREFIX = /^(api|rest|v(\d+(\.\d+)*((alpha|beta)\d*)?|\{[^}]*\}))$/i;

/** A parameter, possibly with a file extension: `{petId}.json`. */
const PARAMETER = /^\{([^}]+)\}(\.\w+)?$/;

/** Reads the shape of a path template. A trailing slash is ignored. */
export function pathShape(path: string): PathShape {
  const [, body = path, verb] = /^(.*\}):(\w+)$/.exec(path) ?? [];
  const all = body.split("/").filter(Boolean);
  const start = all.findIndex((segment) => !PREFIX.test(segment));
  const segments = start < 0 ? all : all.slice(start);
  const words = segments.map((segment) => (PARAMETER.test(segment) ? "{}" : segment.replace(/\{[^}]*\}/g, "{}")));
  return {
    key: words.join("/"),
    parent: words.length === 0 ? undefined : words.slice(0, -1).join("/"),
    last: PARAMETER.exec(segments.at(-1) ?? "")?.[1],
    parameters: segments.flatMap(namesIn),
    owners: segments.flatMap((segment, i) =>
      namesIn(segment).map(() => (words[i] === "{}" ? words.slice(0, i).join("/") : undefined)),
    ),
    verb,
  };
}

const namesIn = (segment: string): string[] => [...segment.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "");

/** The name of a resource: the words of its key, without parameters. */
export const resourceName = (key: string): string =>
  key
    .split("/")
    .filter((word) => word !== "{}")
    .join("/") || key;

/** The last word of a key. */
export const lastWord = (key: string): string => resourceName(key).split("/").at(-1) ?? key;
