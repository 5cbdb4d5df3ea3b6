import type { Call } from "./operation.js";

/** An answer as it came. */
export interface Answer {
  status: number;
  statusText: string;
  /** Milliseconds until the body was there. */
  elapsed: number;
  headers: [name: string, value: string][];
  text: string;
  /** The body, where it is JSON. */
  json?: unknown;
  /** The body, where it is not a text. */
  file?: Blob;
}

const SHOWN = ["content-type", "retry-after", "allow", "x-request-id"];

/** Sends the request; what a browser hides of a failure is said as what can be done about it. */
export async function send(call: Call): Promise<Answer | { problem: string }> {
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
    return { problem: explain(call, error) };
  }
}

function parsed(text: string): { json?: unknown } {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return {};
  }
}

function explain(call: Call, error: unknown): string {
  const origin = URL.canParse(call.url) ? new URL(call.url).origin : call.url;
  if (!URL.canParse(call.url)) return `“${origin}” is not an address: an address starts with http:// or https://.`;
  return `No response from ${origin}. Is the mock running? \`npm start\` starts it. Another server must allow requests from this page (CORS), and the docs must have been built with its address. (${error instanceof Error ? error.message : error})`;
}
