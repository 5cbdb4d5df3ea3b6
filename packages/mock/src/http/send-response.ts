import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { RESPONSE_HEADERS } from "@metadata-service/server-rules";
import type { MockResponse } from "../core/exchange.js";

/** The number of chunks of a slow body. */
const SLOW_PIECES = 20;

/**
 * Sends a response and applies its transport fault.
 *
 * @param signal cancels delays when the mock stops
 */
export async function sendResponse(
  response: ServerResponse,
  answer: MockResponse,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const { delay, bodyTime, cut, reset } = answer.transport ?? {};
  if (delay) await wait(delay, undefined, { signal }).catch(() => {});
  const socket = response.socket;
  if (reset) {
    socket?.resetAndDestroy();
    return;
  }
  const text = payloadOf(answer);
  if (text === undefined) {
    const { "Content-Type": _none, ...rest } = { ...RESPONSE_HEADERS, ...answer.headers, ...headers };
    // A 204 must not have a `Content-Length`, and in a 304 it would be the length of the 200 response (RFC 9110,
    // section 8.6).
    const length = answer.status === 204 || answer.status === 304 ? {} : { "Content-Length": 0 };
    response.writeHead(answer.status, { ...rest, ...length }).end();
    return;
  }
  response.writeHead(answer.status, {
    ...RESPONSE_HEADERS,
    "Content-Length": Buffer.byteLength(text),
    ...answer.headers,
    ...headers,
  });
  if (cut === undefined && !bodyTime) {
    // Node sends a string in one write with the headers; a buffer takes two.
    response.end(text);
    return;
  }
  const bytes = Buffer.from(text);
  if (cut !== undefined) {
    response.flushHeaders();
    const kept = bytes.subarray(0, Math.floor(bytes.length * cut));
    // Close the socket only after the bytes were sent, so that the client sees a truncated body, not a reset.
    if (kept.length === 0) socket?.destroySoon();
    else response.write(kept, () => socket?.destroy());
    return;
  }
  await sendSlowly(response, bytes, bodyTime ?? 0, signal);
  response.end();
}

/** Returns the body to send; undefined for a response without content. */
function payloadOf({ raw, body }: MockResponse): Uint8Array | string | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body));
}

async function sendSlowly(response: ServerResponse, bytes: Buffer, time: number, signal: AbortSignal): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / SLOW_PIECES));
  const pieces = Math.ceil(bytes.length / size);
  response.flushHeaders();
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    await wait(time / pieces, undefined, { signal }).catch(() => {});
    response.write(bytes.subarray(at, at + size));
  }
}
