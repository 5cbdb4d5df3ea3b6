import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type Deadlines, deadlines } from "./deadlines.js";
import type { Target, WireRequest, WireResponse } from "./target.js";

/** The address and the settings of a server. */
export interface HttpTargetOptions {
  /** Scheme, host, port, and a path prefix if there is one; a trailing slash is ignored. */
  baseUrl: string;
  apiKey: string;
  /** The name in the report. @default the base URL */
  name?: string;
  /** Milliseconds for a whole exchange; time in which this process got no CPU does not count. @default 30000 */
  timeout?: number;
  /**
   * A header that makes the server return a given status, written as `{status}`, for example `Prefer: code={status}`.
   * Without it, 429 and 500 are reported as not provoked.
   */
  provokeHeader?: string;
}

/** Node's error codes for a connection that the server has closed. */
const CLOSED: readonly unknown[] = ["ECONNRESET", "EPIPE"];

/**
 * Creates a target for a server. It uses `node:http`, because `fetch` rejects some of the requests: the method TRACE, a
 * body on a GET. Requests that `node:http` rejects, such as one with a control character in a header, are not tried.
 */
export function httpTarget({ baseUrl, apiKey, name, timeout = 30_000, provokeHeader }: HttpTargetOptions): Target {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const secure = base.protocol === "https:";
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const waiting = deadlines(timeout);
  const [headerName, headerValue] = provokeHeader?.split(/:\s*/, 2) ?? [];
  return {
    name: name ?? baseUrl,
    apiKey,
    baseUrl,
    speaks: "http",
    provoke: (status) =>
      headerName && headerValue ? { [headerName]: headerValue.replaceAll("{status}", String(status)) } : undefined,
    async send(request) {
      try {
        return await exchange(request, agent);
      } catch (error) {
        // A server may close an idle connection while we write to it. The request is then sent again on a new
        // connection, because the other idle connections have probably expired too.
        if (CLOSED.includes((error as NodeJS.ErrnoException).code)) return await exchange(request, false);
        throw error;
      }
    },
    responds: (url) => responds(url, waiting),
    async close() {
      agent.destroy();
    },
  };

  function exchange({ method, path, headers, body }: WireRequest, through: HttpAgent | false): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = (secure ? httpsRequest : httpRequest)(
        {
          protocol: base.protocol,
          hostname: base.hostname.replace(/^\[|\]$/g, ""),
          port: base.port,
          method,
          path: prefix + path,
          agent: through,
          headers: { ...headers, ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }) },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("error", fail);
          incoming.on("end", () =>
            done({
              status: incoming.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(incoming.headers).map(([key, value]) => [key, [value].flat().join(", ")]),
              ),
              body: Buffer.concat(chunks).toString("utf8"),
            }),
          );
        },
      );
      const ended = waiting.begin(() =>
        outgoing.destroy(new DOMException(`no response within ${timeout / 1000} s`, "TimeoutError")),
      );
      function done(response: WireResponse): void {
        ended();
        resolve(response);
      }
      function fail(error: Error): void {
        ended();
        reject(error);
      }
      outgoing.on("error", fail);
      outgoing.end(body);
    });
  }
}

/** Whether an HTTP server responds, with any status. */
async function responds(url: URL, waiting: Deadlines): Promise<boolean> {
  const abort = new AbortController();
  const ended = waiting.begin(() => abort.abort());
  try {
    const response = await fetch(url, { redirect: "manual", signal: abort.signal });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  } finally {
    ended();
  }
}
