import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CommandError, UsageError } from "@metadata-service/cli/parts";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from "@modelcontextprotocol/server";

const HOST = "127.0.0.1";
const PATH = "/mcp";

/**
 * Serves the protocol over HTTP on this machine, until the signal. Requests need the token, and name this machine in
 * `Host`, and in `Origin` if they have one: a page whose name was pointed to this machine does not.
 *
 * @param tell prints a line for the user
 */
export async function serveHttp(
  factory: McpServerFactory,
  {
    port,
    token,
    signal,
    tell,
  }: { port: number; token: string | undefined; signal: AbortSignal; tell(line: string): void },
): Promise<void> {
  if (token !== undefined && token.length < SHORTEST_TOKEN)
    throw new UsageError(`METADATA_MCP_TOKEN must have at least ${SHORTEST_TOKEN} characters, not ${token.length}`);
  const secret = token ?? randomBytes(32).toString("base64url");
  const handler = createMcpHandler(factory, { legacy: "reject" });
  const sessions = createSessions(factory);
  const serve = toNodeHandler({
    fetch: async (request) => ((await isLegacyRequest(request)) ? sessions.serve(request) : handler.fetch(request)),
  });
  const [isHere, isFromHere] = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (!isHere(request, response) || !isFromHere(request, response)) return;
    const refuse = (status: number, headers: Record<string, string>, error: string) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify({ error }));
    if (!isToken(request.headers.authorization, secret))
      refuse(
        401,
        { "www-authenticate": "Bearer" },
        "Send the token: Authorization: Bearer TOKEN. metadata-mcp printed it when it started.",
      );
    else if (request.url?.split("?")[0] !== PATH) refuse(404, {}, `The address is ${PATH}`);
    else void serve(request, response as Parameters<typeof serve>[1]);
  });
  server.listen(port, HOST);
  await once(server, "listening").catch((error: Error) => {
    throw new CommandError(`Cannot listen on port ${port}: ${error.message}. Choose another one with --port.`);
  });
  tell(`Serving the Model Context Protocol on http://${HOST}:${(server.address() as AddressInfo).port}${PATH}`);
  if (token === undefined) tell(`Authorization: Bearer ${secret}`);
  if (!signal.aborted) await once(signal, "abort");
  await Promise.all([handler.close(), sessions.close()]);
  server.closeAllConnections();
  server.close();
}

const SHORTEST_TOKEN = 16;
const MOST_SESSIONS = 100;

/** Serves clients of revisions with sessions. Without them, a client could not cancel a call: it does so in another request. */
function createSessions(factory: McpServerFactory) {
  const open = new Map<string, SessionTransport>();
  const close = async (id: string) => {
    const transport = open.get(id);
    open.delete(id);
    await transport?.close();
  };
  return {
    async serve(request: Request): Promise<Response> {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? undefined : open.get(id);
      if (known) return known.handleRequest(request);
      if (id !== null)
        return Response.json({ error: "There is no such session. Initialize a new one." }, { status: 404 });
      const transport = new SessionTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (created) => {
          open.set(created, transport);
          const [oldest] = open.keys();
          if (open.size > MOST_SESSIONS && oldest !== undefined) void close(oldest);
        },
        onsessionclosed: (closed) => void open.delete(closed),
      });
      await (await factory({ era: "legacy" })).connect(transport);
      return transport.handleRequest(request);
    },
    close: () => Promise.all([...open.keys()].map(close)),
  };
}

function isToken(header: string | undefined, token: string): boolean {
  const [given, expected] = [header?.replace(/^bearer +/i, "") ?? "", token].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected);
}
