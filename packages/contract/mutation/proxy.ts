import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fault, Response, Send } from "./kit/exchange.js";

/** A faulty server on a port of its own, as a client reaches it. */
export interface FaultyServer {
  readonly url: string;
  /** The fault from now on. */
  use(fault: Fault): void;
  close(): Promise<void>;
}

/** A server without a fault. */
export const FAULTLESS: Fault = (request, right) => right(request);

/** Headers that concern one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "expect"]);

export async function startProxy(right: Send): Promise<FaultyServer> {
  let fault = FAULTLESS;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => outgoing.destroy());
    incoming.on("end", () => {
      const named = Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      const headers = Object.fromEntries(named.map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
      const { method = "GET", url: target = "/" } = incoming;
      fault({ method, target, headers, body: Buffer.concat(chunks) }, right).then(
        (response) => write(response, method, outgoing),
        () => outgoing.destroy(),
      );
    });
  });
  server.maxConnections = 1024;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(next) {
      fault = next;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function write({ status, headers, body, broken }: Response, method: string, outgoing: ServerResponse): void {
  if (broken === "before") return void outgoing.destroy();
  const own = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && name !== "content-length");
  const length = method === "HEAD" ? headers["content-length"] : String(body.length);
  const withLength =
    status === 204 || status === 304 || length === undefined ? [] : [["content-length", length] as const];
  outgoing.writeHead(status, Object.fromEntries([...own, ...withLength]));
  if (broken === "within")
    return void outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.destroy());
  outgoing.end(method === "HEAD" ? undefined : body);
}
