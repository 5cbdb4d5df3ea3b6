import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { checkHost, Violation } from "@metadata-service/server-rules";
import { hostLines, isOwnHost } from "@metadata-service/server-rules/node";
import { createConnectionGate } from "../connections/connection-gate.js";
import { oneAtATime } from "../connections/one-at-a-time.js";
import { paced } from "../connections/paced.js";
import type { Metrics } from "./metrics.js";
import { OPS_PAGE_HEADERS, opsPage } from "./ops-page.js";
import type { OpsStatus } from "./ops-status.js";
import type { Readiness } from "./readiness.js";

/** The dependencies of the private port. */
export interface OpsParts {
  readonly metrics: Metrics;
  /** Host names that a request may use, in addition to loopback and the address at which it arrives. */
  readonly allowedHosts: readonly string[];
  /** Returns whether the service can process requests. */
  ready(): Promise<Readiness>;
  /** Returns the content of the page at `/`. */
  status(): Promise<OpsStatus>;
}

/** More than probes and Prometheus need. */
const MOST_CONNECTIONS = 64;
/** The paths that orchestrators and load balancers ask for, and wait a second for. */
const PROBES = new Set(["/healthz", "/readyz"]);
/** The time after which an idle connection is closed, in ms. */
const REST = 30_000;

/**
 * Creates the private side, for probes and Prometheus: `/healthz` (the process is alive), `/readyz` (it can process
 * requests), `/metrics`, and an HTML page at `/`. It listens on a separate port, so that nothing becomes public by
 * accident.
 */
export function createOpsServer({ metrics, allowedHosts, ready, status }: OpsParts): Server {
  const pages: Record<string, (request: IncomingMessage) => Promise<Page>> = {
    "/": async ({ headers }) => startPage(await status(), headers.accept),
    "/healthz": async () => plain(200, "alive\n"),
    "/readyz": async () => {
      const { reason } = await ready();
      return reason === undefined ? plain(200, "ready\n") : plain(503, `not ready: ${reason}\n`);
    },
    "/metrics": async () => ({ status: 200, type: metrics.contentType, text: await metrics.text() }),
  };
  const answer = async (request: IncomingMessage): Promise<Page> => {
    checkOpsHost(request, allowedHosts);
    if (isFromOtherPage(request))
      return plain(403, "This port does not respond to pages of other origins; open its address directly\n");
    const page = pages[pathOf(request)];
    if (!page) return plain(404, "");
    return request.method === "GET" || request.method === "HEAD" ? page(request) : plain(405, "");
  };
  const gate = createConnectionGate({
    limits: { total: MOST_CONNECTIONS, perAddress: MOST_CONNECTIONS, perKey: MOST_CONNECTIONS },
    keylessTimeout: REST,
    addressOf: () => undefined,
  });
  const respond: RequestListener = (request, response) => {
    answer(request)
      .catch((error: Error) => plain(error instanceof Violation ? 400 : 500, `${error.message}\n`))
      .then(({ status, type, text, headers }) =>
        response.writeHead(status, { ...headers, "content-type": type }).end(text),
      );
  };
  // Two lines, because probes must not wait for metrics, whose text takes more than a millisecond.
  const [probes, others] = [paced(respond), paced(respond)];
  const server = createServer(
    { requireHostHeader: false },
    oneAtATime((request, response) => {
      const line = PROBES.has(pathOf(request)) ? probes : others;
      line(request, response);
    }, gate.working),
  );
  gate.watch(server);
  return server;
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function startPage(status: OpsStatus, accept = ""): Page {
  return accept.includes("text/html")
    ? { status: 200, type: "text/html; charset=utf-8", text: opsPage(status), headers: OPS_PAGE_HEADERS }
    : { status: 200, type: "application/json", text: JSON.stringify(status), headers: OPS_PAGE_HEADERS };
}

function plain(status: number, text: string): Page {
  return { status, type: "text/plain", text };
}

/**
 * Rejects unknown hosts: a web page could point its own host name to this port (DNS rebinding) and read the responses.
 */
function checkOpsHost(request: IncomingMessage, allowedHosts: readonly string[]): void {
  checkHost(hostLines(request), request.httpVersion);
  if (!isOwnHost(request, allowedHosts))
    throw new Violation(`Host ${request.headers.host} is not allowed on this port; to allow it, use --allowed-host`);
}

/**
 * Whether a page of another origin caused a request. It could not read the response, but each probe of the database is a
 * write. A link that the user follows is allowed. Browsers send `Sec-Fetch-Site` only to loopback and over TLS;
 * otherwise, `Origin` or `Referer` names the page.
 */
function isFromOtherPage({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site === "same-origin" || site === "none") return false;
  if (site !== undefined) return headers["sec-fetch-user"] !== "?1" || headers["sec-fetch-dest"] !== "document";
  const page = headers.origin ?? headers.referer;
  return page !== undefined && hostOf(page) !== headers.host;
}

function hostOf(page: string): string | undefined {
  return URL.canParse(page) ? new URL(page).host : undefined;
}
