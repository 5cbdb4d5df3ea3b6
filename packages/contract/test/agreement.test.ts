/**
 * Mock and service must reject the same requests with the same messages: the test sends one table of hostile requests
 * to both, byte for byte, and compares the responses.
 */

import { HOSTILE_REQUESTS } from "@metadata-service/test-kit/hostile/hostile-requests";
import { type RawReply, rawRequest, sendRaw } from "@metadata-service/test-kit/hostile/raw-http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agreement, startBoth } from "./targets/both-servers.js";

/** Headers that may differ, each with its reason. */
const MAY_DIFFER: Readonly<Record<string, string>> = {
  date: "the time of the response",
  "x-request-id": "differs for each request",
  "x-mock": "explains the response of the mock",
  "keep-alive": "the idle time of connections is a setting of each",
  vary: "the mock allows all origins",
  "access-control-allow-origin": "the mock allows all origins",
  "access-control-allow-credentials": "the mock allows all origins",
  "access-control-expose-headers": "the mock allows all origins",
};

/** Requests to which mock and service respond differently on purpose, with the reasons; none so far. */
const DIFFERENCES: Readonly<Record<string, string>> = {};

let both: Agreement;
beforeAll(async () => {
  both = await startBoth();
});
afterAll(() => both?.close());

/** The parts of a response that must be equal. The time of a create request and the port in a link may differ. */
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

/** Sends the same bytes to mock and service, and returns both responses. */
async function sendBoth(bytes: Uint8Array) {
  const [mock, service] = await Promise.all(
    both.ports.map(async (port) => {
      const reply = await sendRaw(port, bytes);
      return { ...comparable(reply, port), raw: reply.body };
    }),
  );
  if (!mock || !service) throw new Error("Expected two servers");
  return { mock, service };
}

describe("mock and service", () => {
  it("get at least 150 requests, all with different names", () => {
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
    "%s: return the same records for windows whose bounds are finer than a microsecond",
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
      // One record has exactly this time, and a limit just after it excludes or includes the record.
      expect(totals.slice(0, 4)).not.toEqual(totals.slice(4));
    },
  );
});
