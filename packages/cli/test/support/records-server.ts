import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { jsonText } from "../../src/output/json-text.js";

export type Json = Record<string, unknown>;

/** A fake service whose records a test can change, and whose responses a test can delay. */
export interface RecordsServer {
  readonly url: string;
  readonly apiKey: string;
  /** By uid, in the order of the lists. */
  readonly reports: Map<string, Json>;
  /** The created records, by uid. */
  readonly created: Map<string, Json>;
  /** The bodies of the create requests, as they were sent. */
  readonly bodies: string[];
  /** The requests received so far, as `GET /path`. */
  readonly requests: string[];
  /** Called before each response; the response is sent when the returned promise resolves. */
  onRequest: (count: number) => void | Promise<void>;
  /**
   * Returns a timestamp just before the end of the last requested window. The next sync must find a record updated at
   * that time.
   */
  lastMoment(): string;
  stop(): Promise<void>;
}

const KEY = "secret-key-of-the-tests";
const PAGE = 50;
/** In the future, so the command never takes a record created by a test for one that already existed. */
const CREATED = "2999-01-01T00:00:00.000000+00:00";

export const report = (n: number, more: Json = {}): Json => ({
  uid: `report-${String(n).padStart(6, "0")}`,
  caseNumber: `CN-${n}`,
  country: "VN",
  createdDate: "2026-11-01T00:00:00.000000+00:00",
  updatedDate: "2026-11-01T00:00:00.123456+00:00",
  ...more,
});

/** Starts the server with some reports. */
export async function startRecordsServer(size: number): Promise<RecordsServer> {
  const reports = new Map(Array.from({ length: size }, (_, n) => report(n)).map((one) => [String(one["uid"]), one]));
  const created = new Map<string, Json>();
  const requests: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(request, response).catch(() => response.destroy());
  });
  const self: RecordsServer = {
    url: "",
    apiKey: KEY,
    reports,
    created,
    bodies,
    requests,
    onRequest: () => {},
    lastMoment() {
      const asked = requests.flatMap((request) => /updated_to=([^&]+)/.exec(request)?.[1] ?? []).at(-1);
      return new Date(Date.parse(decodeURIComponent(asked ?? "2026-11-01T00:00:00Z")) - 1).toISOString();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    await self.onRequest(requests.length);
    const send = (status: number, value: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(jsonText(value));
    };
    if (request.headers["apikey"] !== KEY) return send(401, { errorCode: "Generic", message: "The key is unknown." });
    if (request.method === "POST") {
      bodies.push(body);
      return create(JSON.parse(body), created, send);
    }
    const query = new URL(request.url ?? "/", "http://localhost").searchParams;
    const from = Date.parse(query.get("updated_from") ?? "1970-01-01T00:00:00Z");
    const to = Date.parse(query.get("updated_to") ?? "9999-01-01T00:00:00Z");
    const found = [...reports.values()].filter(({ updatedDate }) => {
      const time = Date.parse(String(updatedDate));
      return !(time < from || time >= to);
    });
    const offset = Number(query.get("offset") ?? 0);
    const limit = Math.min(Number(query.get("limit") ?? 10), PAGE);
    const page = found.slice(offset, offset + limit);
    const link = (to: number) => `${self.url}/api/v1/reports?limit=${limit}&offset=${to}`;
    send(200, {
      count: found.length,
      next: offset + page.length < found.length ? link(offset + limit) : null,
      previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
      data: page,
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(self, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function create(record: Json, created: Map<string, Json>, send: (status: number, value: object) => unknown) {
  const { uid, items } = record as { uid?: string; items?: unknown[] };
  if (!uid || !items?.length) return send(400, { errorCode: "Generic", message: "items must have at least 1 item" });
  const before = created.get(uid);
  if (before && JSON.stringify(before["items"]) !== JSON.stringify(items))
    return send(400, { errorCode: "Generic", message: `uid ${uid} exists already with other items` });
  const data = before ?? { uid, items, createdDate: CREATED, updatedDate: CREATED };
  created.set(uid, data);
  send(201, { data });
}
