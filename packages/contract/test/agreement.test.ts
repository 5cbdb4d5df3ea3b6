/**
 * Mock and service must refuse the same requests in the same words: one table of hostile requests, sent byte for byte to
 * both, the responses compared.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_REQUESTS } from "../../server-rules/test/hostile/hostile-requests.js";
import { type RawReply, rawRequest, sendRaw } from "../../server-rules/test/hostile/raw-http.js";
import { type Agreement, startBoth } from "./targets/both-servers.js";

/** Headers that may differ, each with its reason. */
const MAY_DIFFER: Readonly<Record<string, string>> = {
  date: "the time of the response",
  "x-request-id": "is another one for each request",
  "x-mock": "says why the mock answers as it does",
  "keep-alive": "how long a connection may rest is a setting of each",
  vary: "the mock answers pages of any origin",
  "access-control-allow-origin": "the mock answers pages of any origin",
  "access-control-allow-credentials": "the mock answers pages of any origin",
  "access-control-expose-headers": "the mock answers pages of any origin",
};

/** Requests that mock and service answer differently on purpose, each with the reason; none so far. */
const DIFFERENCES: Readonly<Record<string, string>> = {};

let both: Agreement;
beforeAll(async () => {
  both = await startBoth();
});
afterAll(() => both?.close());

/** What distinguishes two servers for a client. The moment of a create request and the port in a link are each server's own. */
function comparable({ status, headers, body }: RawReply, port: number | undefined) {
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !(name in MAY_DIFFER)).sort()),
    body: parsed(
      body
        .replaceAll(`:${port}/`, ":PORT/")
        .replaceAll(/"(createdDate|updatedDate)":"[^"]{32}"/g, status === 201 ? '"$1":"NOW"' : "$&"),
    ),
  };
}

function parsed(body: string): unknown {
  return body === "" ? undefined : JSON.parse(body);
}

/** The replies of mock and service to the same bytes. */
async function sendBoth(bytes: Uint8Array) {
  const [mock, service] = await Promise.all(
    both.ports.map(async (port) => {
      const reply = await sendRaw(port, bytes);
      return { ...comparable(reply, port), raw: reply.body };
    }),
  );
  if (!mock || !service) throw new Error("There are two servers");
  return { mock, service };
}

describe("mock and service", () => {
  it("are sent at least 150 requests, all with different names", () => {
    expect(HOSTILE_REQUESTS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(HOSTILE_REQUESTS.map(({ name }) => name)).size).toBe(HOSTILE_REQUESTS.length);
    const names = new Set(HOSTILE_REQUESTS.map(({ name }) => name));
    expect(Object.keys(DIFFERENCES).filter((name) => !names.has(name))).toEqual([]);
  });

  const compared = HOSTILE_REQUESTS.filter(({ name, control }) => !control && !(name in DIFFERENCES));
  it.each(compared)("$name: $status from both, with the same headers and body", async ({ bytes, status }) => {
    const { mock, service } = await sendBoth(bytes);
    expect({ ...mock, raw: "" }).toEqual({ ...service, raw: "" });
    expect(service.status).toBe(status);
  });

  it.each(["listReports", "listPurchaseOrdersV3"])(
    "%s: the same records in windows finer than a microsecond",
    async (id) => {
      const [path, date] =
        id === "listReports" ? ["/api/v1/reports", "updatedDate"] : ["/api/v3/purchase-orders", "updated_at"];
      const first = await sendBoth(rawRequest({ target: `${path}?limit=1&offset=500` }));
      const body = JSON.parse(first.service.raw) as { data: Record<string, string>[] } | Record<string, string>[];
      const [record] = Array.isArray(body) ? body : body.data;
      const moment = record?.[date] ?? "";
      expect(moment).toMatch(/\.\d{6}\+00:00$/);
      const totals: number[] = [];
      for (const fraction of ["", "0", "0000001", "9"])
        for (const bound of ["updated_from", "updated_to"]) {
          const text = encodeURIComponent(moment.replace(/(?=\+)/, fraction));
          const { mock, service } = await sendBoth(rawRequest({ target: `${path}?limit=50&${bound}=${text}` }));
          expect([bound, fraction, mock.body]).toEqual([bound, fraction, service.body]);
          totals.push(service.raw.length);
        }
      // One record is at the moment itself: a bound just after it is on its other side.
      expect(totals.slice(0, 4)).not.toEqual(totals.slice(4));
    },
  );
});
