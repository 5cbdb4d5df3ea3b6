import { connect, type Socket } from "node:net";

export interface LoadResult {
  readonly perSecond: number;
  /** In ms. */
  readonly p50: number;
  readonly p99: number;
  /** The number of responses with each status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Sends requests over keep-alive connections, each as soon as the previous response is complete. It implements just
 * enough HTTP to find the end of a response, so that it uses little CPU time on a machine with few cores.
 *
 * @param url the base URL
 * @param request returns the bytes of the n-th request
 */
export async function runLoad(
  url: string,
  connections: number,
  total: number,
  request: (n: number) => string,
): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      const answers = readAnswers(socket);
      while (sent < total) {
        const at = performance.now();
        socket.write(request(sent++));
        const { value: status } = await answers.next();
        times.push(performance.now() - at);
        statuses[status ?? "none"] = (statuses[status ?? "none"] ?? 0) + 1;
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((left, right) => left - right);
  const percentile = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { perSecond: total / seconds, p50: percentile(0.5), p99: percentile(0.99), statuses };
}

/** Yields the statuses of the responses on a connection, each when its body is complete. */
async function* readAnswers(socket: Socket): AsyncGenerator<string> {
  let buffered: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : chunk;
    for (;;) {
      const end = buffered.indexOf("\r\n\r\n");
      if (end < 0) break;
      const head = buffered.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (buffered.length < end + 4 + length) break;
      buffered = buffered.subarray(end + 4 + length);
      yield head.slice(9, 12);
    }
  }
}

/** Returns the bytes of a request. */
export function requestText(method: string, path: string, key: string, body = ""): string {
  const type = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : "";
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\napikey: ${key}\r\n${type}\r\n${body}`;
}
