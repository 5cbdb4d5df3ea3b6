import type { Transport } from "../core/scenarios/scenario.js";

/** The number of chunks of a slow body. */
const SLOW_PIECES = 20;

/** Returns a stream that is slow or is cut off if the fault requires it, otherwise the bytes. */
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
