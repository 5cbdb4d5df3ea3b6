import type { Call } from "./operation.js";

export interface ReceivedResponse {
  status: number;
  statusText: string;
  /** Milliseconds until the body was received. */
  elapsed: number;
  headers: [name: string, value: string][];
  text: string;
  /** The body, if it is JSON. */
  json?: unknown;
  /** The body, if it is not text. */
  file?: Blob;
}

const SHOWN = ["content-type", "retry-after", "allow", "x-request-id"];

/** Sends the request. A browser hides why a request failed, so the error explains what to check. */
export async function send(call: Call): Promise<ReceivedResponse | { problem: string }> {
  const started = performance.now();
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: call.headers,
      ...(call.body !== undefined && { body: call.body }),
    });
    const blob = await response.blob();
    const isText = /^(text\/|application\/(.*\+)?(json|xml|yaml|x-ndjson))|^$/.test(blob.type);
    const text = isText ? await blob.text() : "";
    return {
      status: response.status,
      statusText: response.statusText,
      elapsed: Math.round(performance.now() - started),
      headers: [...response.headers].filter(([name]) => SHOWN.includes(name)),
      text,
      ...(isText ? parsed(text) : { file: blob }),
    };
  } catch (error) {
    return { problem: await explain(call, error) };
  }
}

function parsed(text: string): { json?: unknown } {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return {};
  }
}

/** Determines why a request failed, because browsers do not report the reason. */
async function explain(call: Call, error: unknown): Promise<string> {
  if (!URL.canParse(call.url)) return `“${call.url}” is not a URL. Start it with http:// or https://.`;
  const { origin } = new URL(call.url);
  if (!isAllowed(origin))
    return `This page may not send requests to ${origin}. Build the docs with its address: npm run build -w packages/docs -- --api ${origin}`;
  if (await responds(call.url))
    return `${origin} is running, but does not allow requests from this page (CORS). Allow the origin ${location.origin} there. For the service: metadata-service start --cors-origin ${location.origin}`;
  return `No response from ${origin}. Is the server running? npm start starts the mock and the service. (${error instanceof Error ? error.message : error})`;
}

/** Whether the page's policy allows requests to an origin; the browser blocks all others. */
function isAllowed(origin: string): boolean {
  const policy = document.querySelector<HTMLMetaElement>("meta[http-equiv=Content-Security-Policy]")?.content ?? "";
  const sources = /connect-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
  const anyPort = `${origin.replace(/:\d+$/, "")}:*`;
  return origin === location.origin || sources.includes(origin) || sources.includes(anyPort);
}

/** Whether a server responds at all. A `no-cors` request, whose response the page cannot read, needs no permission. */
async function responds(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: "no-cors" });
    return true;
  } catch {
    return false;
  }
}
