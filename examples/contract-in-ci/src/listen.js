import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "./app.js";

/** Starts the server on this machine; port 0 selects a free port. */
export async function listen({ port, apiKey }) {
  const app = createApp({ apiKey });
  const server = createAdaptorServer({ fetch: app.fetch });
  // The URL class would convert `\\` to `/` and resolve `.` and `..`, so undocumented paths would work.
  server.prependListener("request", (request) => {
    request.url = request.url
      .replaceAll("\\", "%5C")
      .replace(/(?<=\/)(\.|%2e){1,2}(?=[/?]|$)/gi, (dots) => encodeURIComponent(dots.replaceAll(".", "%2E")));
  });
  server.on("clientError", (error, socket) => answer(app, error, socket));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/**
 * Responds to requests that Node's parser rejects before the framework gets them. If only the method is unknown to
 * Node, the routes decide about the response.
 */
async function answer(app, error, socket) {
  if (!socket.writable) return socket.destroy();
  const first =
    error.code === "HPE_INVALID_METHOD" ? /^([A-Z-]+) (\/\S*) HTTP/.exec(error.rawPacket.toString("latin1")) : null;
  const [, method = "GET", path = "/"] = first ?? [];
  const response = first
    ? await app.fetch(new Request(`http://localhost${path}`, { method }))
    : Response.json({ errorCode: "Generic", message: "the request is not valid HTTP" }, { status: 400 });
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers, ["content-length", body.length], ["connection", "close"]];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${response.status} \r\n${lines}\r\n`);
  socket.end(body);
}
