import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { describeListenError } from "@metadata-service/spec-tools";
import { type SiteFile, siteFile, siteFiles } from "./site-files.js";

/** Options of {@link serveDocs}. */
export interface ServeDocsOptions {
  /**
   * The port to listen on; 0 picks a free one.
   *
   * @default 4011
   */
  port?: number;
  /**
   * The path that the site is served under.
   *
   * @default "/"
   * @example "/docs/"
   */
  base?: string;
  /**
   * The address to listen on.
   *
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * The server URL that is preselected in the console, for example a mock on another port. It must be on this machine,
   * or the site must have been built with it.
   *
   * @default the one that the site was built with
   */
  api?: string;
}

/** A running docs server. */
export interface DocsServer {
  /** The URL of the start page, with a trailing slash. */
  url: string;
  /** Stops the server and closes its connections. */
  stop(): Promise<void>;
}

/** The default values of the options. */
export const DEFAULTS = { port: 4011, base: "/", host: "127.0.0.1" };

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Browsers revalidate every file and get a 304 if nothing changed, so they never mix files of two builds.
  "Cache-Control": "no-cache",
};

/**
 * Serves the built site.
 *
 * @throws Error if the site is not built or the port is in use; the message explains what to do
 * @example
 * const docs = await serveDocs({ port: 4011 });
 * console.log(docs.url);
 * await docs.stop();
 */
export async function serveDocs(options: ServeDocsOptions = {}): Promise<DocsServer> {
  const { port, host } = { ...DEFAULTS, ...options };
  const base = `/${options.base ?? DEFAULTS.base}/`.replace(/\/+/g, "/");
  const files = await siteFiles(fileURLToPath(new URL("../../dist/site/", import.meta.url))).catch(() => undefined);
  if (!files?.has("index.html")) throw new Error("The docs are not built yet: run `npm run build` first.");

  if (options.api !== undefined) offer(files, options.api);
  const server = createServer((request, response) => answer(files, base, request, response));
  await listen(server, port, host);
  const address = server.address();
  const bound = typeof address === "object" && address ? address.port : port;
  return {
    url: `http://${host === "127.0.0.1" ? "localhost" : host}:${bound}${base}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Fills a URL into the forms of the console. */
function offer(files: Map<string, SiteFile>, api: string): void {
  for (const [name, { body }] of files) {
    if (!/^try(\/.*)?\.html$/.test(name)) continue;
    const offered = body
      .toString("utf8")
      .replace(/(<input id="try-base" value=")[^"]*"/, (_, start) => `${start}${api.replaceAll('"', "&quot;")}"`);
    files.set(name, siteFile(name, Buffer.from(offered)));
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(describeListenError(error, { host, port })));
    server.listen(port, host, resolve);
  });
}

function answer(files: Map<string, SiteFile>, base: string, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  if (`${path}/` === base) {
    response.writeHead(308, { Location: base }).end();
    return;
  }
  const name = path.startsWith(base) ? path.slice(base.length) : undefined;
  const file =
    name === undefined ? undefined : files.get(name === "" || name.endsWith("/") ? `${name}index.html` : name);
  if (file) send(200, file, request, response);
  else notFound(files.get("404.html"), base, request, response);
}

/** Sends the page for unknown URLs. It may appear at any depth, so its links start at the base path. */
function notFound(page: SiteFile | undefined, base: string, request: IncomingMessage, response: ServerResponse): void {
  if (page) {
    const { gzip: _, ...plain } = page;
    const html = page.body.toString("utf8").replaceAll(/ (href|src|data-root)="(?!#|data:)/g, ` $1="${base}`);
    send(404, { ...plain, body: Buffer.from(html) }, request, response);
  } else response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("Page not found.\n");
}

function send(status: number, file: SiteFile, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("ETag", file.etag);
  response.setHeader("Vary", "Accept-Encoding");
  // The page's own policy, plus the directive that a page cannot set itself.
  const policy = file.policy ?? "default-src 'none'";
  response.setHeader("Content-Security-Policy", `${policy}; frame-ancestors 'none'`);
  if (status === 200 && request.headers["if-none-match"]?.split(/,\s*/).includes(file.etag)) {
    response.writeHead(304).end();
    return;
  }
  const zipped = file.gzip && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const body = zipped && file.gzip ? file.gzip : file.body;
  if (zipped) response.setHeader("Content-Encoding", "gzip");
  response.writeHead(status, { "Content-Type": file.type, "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}
