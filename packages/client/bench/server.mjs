/**
 * The server of the benchmarks, which runs in a separate process. It caches the first 1,000 pages, and sends each
 * response after the given delay in milliseconds.
 */
import { createServer } from "node:http";

const [delay, total] = process.argv.slice(2).map(Number);
const moment = "2026-11-20T08:30:00.000000+00:00";
const bodies = new Map();

function page(offset, limit) {
  const length = Math.max(0, Math.min(limit, total - offset));
  const data = Array.from({ length }, (_, i) => ({
    uid: `po-${String(offset + i).padStart(9, "0")}`,
    poNumber: `PO-2026-${offset + i}`,
    poStatus: "confirmed",
    clientId: "client-017",
    createdDate: moment,
    updatedDate: moment,
  }));
  return JSON.stringify({ data, limit, offset, total });
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url, "http://localhost");
  const [offset, limit] = [Number(searchParams.get("offset")), Number(searchParams.get("limit") ?? 10)];
  const key = `${offset} ${limit}`;
  // Generates a million records on demand. The memory of this process is not measured.
  const body = bodies.get(key) ?? page(offset, limit);
  if (bodies.size < 1000) bodies.set(key, body);
  const send = () => response.writeHead(200, { "content-type": "application/json" }).end(body);
  if (delay) setTimeout(send, delay);
  else send();
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
