import type { Transport } from "../core/scenarios/scenario.js";

/** In how many pieces a slow body is sent. */
const SLOW_PIECES = 20;

/** A body as a stream that is slow or breaks off, where that is wanted; the bytes themselves otherwise. */
export function faultyBody(bytes: Uint8Array, { cut, bodyTime }: Transport): BodyInit {
  if (cut !== undefined) {
    return new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.subarray(0, Math.floor(bytes.length * cut)));
      },
      pull(controller) {
        controller.error(new TypeError("terminated"));
      },
    });
  }
  if (!bodyTime) return bytes as Uint8Array<ArrayBuffer>;
  const size = Math.max(1, Math.ceil(bytes.length / SLOW_PIECES));
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at >= bytes.length) return controller.close();
      await new Promise((wake) => setTimeout(wake, (bodyTime * size) / bytes.length));
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
}
