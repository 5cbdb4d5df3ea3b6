/** Thrown for a body that is too large, or not as the operation documents. */
export class UnexpectedBody extends Error {}

type Bytes = Uint8Array<ArrayBuffer>;

/** A body in memory: the text if the runtime has no streams; null if the response has no body. */
export type Body = Bytes | string | null;

/**
 * Reads the body of a response as a stream, so that an endless body, or one that decompresses to gigabytes, is
 * cancelled at the limit before it fills the memory.
 *
 * @param chunks gets the parts of the body as they arrive, so that they are not lost if the rest never does
 * @throws UnexpectedBody if there are more than `maxBytes`
 */
export async function readBody(response: Response, maxBytes: number, chunks: Bytes[]): Promise<Body> {
  if (response.body === null) return null;
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  let left = maxBytes;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const { value } = read;
    chunks.push(value.byteLength > left ? value.subarray(0, left) : value);
    left -= value.byteLength;
    if (!(left >= 0)) {
      // Ignore a failed cancellation.
      reader.cancel().catch(() => {});
      throw new UnexpectedBody(`the body has more than ${maxBytes} bytes`);
    }
  }
  return join(chunks);
}

/** Joins the parts of a body. */
export function join(chunks: Bytes[]): Bytes {
  if (chunks.length === 1) return chunks[0] as Bytes;
  const bytes = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
