/** Thrown for a body that exceeds the size limit. */
export class BodyTooLarge extends Error {}

/**
 * Reads the body of a response as a stream, so that an endless body, or one that decompresses to gigabytes, is
 * cancelled at the limit before it fills the memory.
 *
 * @returns the bytes; the text if the runtime has no streams; null if the response has no body
 * @throws BodyTooLarge if there are more than `maxBytes`
 */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | string | null> {
  if (response.body === null) return null;
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      // Ignore a failed cancellation.
      reader.cancel().catch(() => {});
      throw new BodyTooLarge(`the body has more than ${maxBytes} bytes`);
    }
    chunks.push(read.value);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array<ArrayBuffer>) : join(chunks, size);
}

function join(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
