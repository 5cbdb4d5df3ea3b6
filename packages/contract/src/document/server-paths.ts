interface Server {
  url?: unknown;
  variables?: Record<string, { default?: unknown }>;
}

/** The origin of a URL, and the segments of its path. */
type Address = readonly string[];

/**
 * Returns a function that says what the path of an operation begins with. A run has one base URL. If operations have servers
 * besides that of the document, this is the URL that all of them are below: with the server `https://a.example/v1` and one
 * operation at `https://a.example/v2`, it is `https://a.example`.
 */
export function serverPrefixes(document: { readonly paths: object }): (item: object, operation?: object) => string {
  const items = Object.values(document.paths).map((item) => ({ item, operations: Object.values(Object(item)) }));
  const usual = serversOf(document, ...items.flatMap(({ item, operations }) => [item, ...operations]));
  const all = items.flatMap(({ item, operations }) => operations.map((operation) => serversOf(operation, item)));
  const up = Math.max(0, ...all.map((servers) => stepTo(usual, servers).up));
  const [home = []] = usual.map((server) => addressOf(server));
  const tail = home.slice(home.length - up);
  return (item, operation) => {
    const step = stepTo(usual, serversOf(operation, item));
    return [...tail.slice(0, up - step.up), ...step.down].map((segment) => `/${segment}`).join("");
  };
}

/** Returns the servers of the first of these that has some. */
function serversOf(...nodes: unknown[]): Server[] {
  for (const node of nodes) {
    const { servers } = Object(node) as { servers?: unknown };
    const valid = Array.isArray(servers) ? servers.filter((server) => typeof Object(server).url === "string") : [];
    if (valid.length > 0) return valid;
  }
  return [];
}

const UNKNOWN = "http://document.invalid";

/** Reads the URL of a server, with the defaults of its variables. */
function addressOf({ url, variables = {} }: Server, base: Address = [UNKNOWN]): Address {
  const text = String(url).replace(/\{([^{}]*)\}/g, (all, name: string) => String(variables[name]?.default ?? all));
  const { origin, pathname } = new URL(URL.canParse(text, base[0]) ? text : "", base.join("/"));
  // `unix:` and `file:` have no origin, and nothing is below them.
  return origin === "null" ? [UNKNOWN] : [origin, ...pathname.split("/").filter(Boolean)];
}

/** Returns how many segments to go up from a usual server, and which ones to go down, to one of others with the same origin. */
function stepTo(usual: readonly Server[], servers: readonly Server[]): { up: number; down: Address } {
  for (const server of servers)
    for (const base of usual.map((each) => addressOf(each))) {
      const at = addressOf(server, base);
      if (base[0] !== at[0]) continue;
      const differ = base.findIndex((segment, i) => segment !== at[i]);
      const shared = differ < 0 ? base.length : differ;
      return { up: base.length - shared, down: at.slice(shared) };
    }
  return { up: 0, down: [] };
}
