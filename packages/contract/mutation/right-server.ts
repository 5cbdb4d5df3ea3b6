import { Agent, request as send } from "node:http";
import { type Mock, startMock } from "@metadata-service/mock";
import type { Request, Response } from "./kit/exchange.js";

/** The right server: the mock, which follows the document. */
export interface RightServer {
  readonly key: string;
  send(request: Request): Promise<Response>;
  /** Discards all records that were created. */
  reset(): void;
  close(): Promise<void>;
}

/** More than the largest limit of most lists, so that there are several pages. */
const RECORDS = 250;

export async function startRightServer(document: object): Promise<RightServer> {
  const mock: Mock = await startMock({ document, size: RECORDS });
  const { hostname, port } = new URL(mock.url);
  const agent = new Agent({ keepAlive: true });
  return {
    key: mock.apiKey,
    send: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const length =
          body.length > 0 || headers["content-length"] !== undefined ? { "content-length": String(body.length) } : {};
        const outgoing = send(
          { agent, hostname, port, method, path: target, headers: { ...headers, ...length } },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
            incoming.on("error", reject);
            incoming.on("end", () => {
              const received = Object.entries(incoming.headers).flatMap(([name, value]) =>
                value === undefined ? [] : [[name, value] as const],
              );
              resolve({
                status: incoming.statusCode ?? 0,
                headers: Object.fromEntries(received),
                body: Buffer.concat(chunks),
              });
            });
          },
        );
        outgoing.on("error", reject);
        outgoing.end(body);
      }),
    reset: () => mock.reset(),
    async close() {
      agent.destroy();
      await mock.stop();
    },
  };
}
