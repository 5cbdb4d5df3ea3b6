import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type Deadlines, deadlines } from "./deadlines.js";
import type { Target, WireRequest, WireResponse } from "./target.js";

/** Where and how a server is reached. */
export interface HttpTargetOptions {
  /** Scheme, host and port, and a path prefix where there is one; a slash at the end does not matter. */
  baseUrl: string;
  apiKey: string;
  /** What the report calls it. @default the base URL */
  name?: string;
  /** In milliseconds, for one exchange as a whole; time in which this process had no turn does not count. @default 30000 */
  timeout?: number;
  /**
   * A header that makes the server answer with a status of choice, `{status}` standing for it, as in
   * `Prefer: code={status}`. Without it, 429 and 500 are reported as not provoked.
   */
  provokeHeader?: string;
}

/** What Node says of a connection that the other end has closed. */
const CLOSED: readonly unknown[] = ["ECONNRESET", "EPIPE"];

/**
 * A server by its URL. It goes over `node:http` rather than `fetch`, which refuses some of what has to be sent: the
 * method TRACE, a body on a GET. Requests that `node:http` rejects, such as one with a control character in a header, are not tried.
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
        // A server may close a kept connection while we write to it; the request is then sent once more, on a new one:
        // where one of the kept ones has rested for too long, the others have, too.
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
