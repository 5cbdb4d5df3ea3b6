import { isMethod, type OpenApiDocument, type PathItemObject, type ServerObject } from "./open-api-document.js";
import { pointerTo } from "./pointer.js";

type WithServers = { readonly servers?: readonly ServerObject[] };

/** An operation whose servers are not those of the document. */
interface Apart {
  readonly path: string;
  readonly method: string;
  /** Where its servers are in the document. */
  readonly pointer: string;
  readonly servers: readonly ServerObject[];
  /** How to get from the usual server to that of the operation; undefined if it has another origin. */
  readonly step: Step | undefined;
}

/** How many segments to remove from the end of a path, and what to append. */
interface Step {
  readonly up: number;
  readonly down: readonly string[];
}

/** The operations with servers of other origins than all of those of the document. */
export const otherOrigins = (document: object): Apart[] => apart(document).filter(({ step }) => step === undefined);

/**
 * Copies a document in which paths or operations have servers of their own, with the paths of these servers in its
 * paths, since a client has one base URL. With the server `https://a.example/v1` and one operation `/files` at
 * `https://a.example/v2`, the server is `https://a.example`, and there are `/v1/…` and `/v2/files`.
 */
export function withServerPaths(document: object): object {
  const own = apart(document);
  const api = document as OpenApiDocument;
  const usual = usualServers(api);
  const up = Math.max(0, ...own.map(({ step }) => step?.up ?? 0));
  const [first] = usual;
  const tail = first ? segmentsOf(first).slice(segmentsOf(first).length - up) : [];
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [path, item] of Object.entries(api.paths ?? {})) {
    const { servers: _, ...shared } = item as PathItemObject & WithServers;
    const others = Object.entries(shared).filter(([key]) => !isMethod(key));
    const operations = Object.entries(shared).filter(([key]) => isMethod(key));
    // An empty path item stays.
    if (operations.length === 0) paths[joined(tail, path)] = Object.fromEntries(others);
    for (const [method, operation] of operations) {
      const { servers: __, ...rest } = operation as WithServers;
      const step = own.find((one) => one.path === path && one.method === method)?.step;
      const at = joined(step ? [...tail.slice(0, up - step.up), ...step.down] : tail, path);
      paths[at] = { ...Object.fromEntries(others), ...paths[at], [method]: rest };
    }
  }
  const servers = usual.map((server) => ({ ...server, url: above(server.url, up) }));
  return own.length === 0 && !hasServers(api) ? document : { ...api, ...(usual.length > 0 && { servers }), paths };
}

const hasServers = ({ paths = {} }: OpenApiDocument): boolean =>
  Object.values(paths).some((item) =>
    Object.entries(item).some(([key, value]) => key === "servers" || (isMethod(key) && "servers" in Object(value))),
  );

function apart(document: object): Apart[] {
  const api = document as OpenApiDocument;
  const usual = usualServers(api);
  return Object.entries(api.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): Apart[] => {
      if (!isMethod(method)) return [];
      const { servers: all } = item as WithServers;
      const { servers: own } = operation as WithServers;
      const given = own ?? all;
      if (!given || given.length === 0) return [];
      // One that the document has, too, may leave out what its variables mean.
      const servers = given.map((server) =>
        server.variables ? server : (usual.find(({ url }) => url === server.url) ?? server),
      );
      const pointer = pointerTo("#/paths", path, ...(own ? [method] : []), "servers");
      return [{ path, method, pointer, servers, step: stepTo(usual, servers) }];
    }),
  );
}

/** The servers of the document, or else those of the first path or operation that has some. */
function usualServers(api: OpenApiDocument): readonly ServerObject[] {
  if (api.servers && api.servers.length > 0) return api.servers;
  for (const item of Object.values(api.paths ?? {}) as (PathItemObject & WithServers)[]) {
    const operations = Object.entries(item).flatMap(([key, value]) => (isMethod(key) ? [value as WithServers] : []));
    const found = [item, ...operations].find(({ servers = [] }) => servers.length > 0)?.servers;
    if (found) return found;
  }
  return [];
}

function stepTo(usual: readonly ServerObject[], servers: readonly ServerObject[]): Step | undefined {
  for (const server of servers)
    for (const base of usual) {
      const [from, to] = [urlOf(base), urlOf(server, urlOf(base))].map(({ origin, pathname }) => [
        origin,
        ...pathname.split("/").filter(Boolean),
      ]) as [string[], string[]];
      if (from[0] !== to[0]) continue;
      const differ = from.findIndex((segment, i) => segment !== to[i]);
      const common = differ < 0 ? from.length : differ;
      return { up: from.length - common, down: to.slice(common) };
    }
  return undefined;
}

const UNKNOWN = new URL("http://document.invalid");

/** The URL of a server, with the defaults of its variables. A relative one has the origin of the base. */
function urlOf({ url, variables = {} }: ServerObject, base = UNKNOWN): URL {
  const text = withDefaults({ url, variables });
  return URL.canParse(text, base) ? new URL(text, base) : UNKNOWN;
}

/** The URL of the first server, with the defaults of its variables; `/` where there is none. */
export const serverOf = ({ servers }: Pick<OpenApiDocument, "servers">): string =>
  withDefaults(servers?.[0] ?? { url: "/" });

/** The text of a URL with the defaults of its variables. */
export const withDefaults = ({ url, variables = {} }: ServerObject): string =>
  url.replace(/\{([^{}]*)\}/g, (all, name: string) => String(variables[name]?.default ?? all));

const segmentsOf = (server: ServerObject): string[] => urlOf(server).pathname.split("/").filter(Boolean);

/** Removes segments from the end of a URL, in which there may be variables. */
const above = (url: string, up: number): string =>
  up === 0 ? url : url.replace(/\/+$/, "").split("/").slice(0, -up).join("/") || "/";

const joined = (segments: readonly string[], path: string): string =>
  segments.length === 0 ? path : `/${segments.join("/")}${path}`;
