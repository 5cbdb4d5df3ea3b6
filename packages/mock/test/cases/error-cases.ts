import { describe, expect, it } from "vitest";
import type { Subject } from "./subject.js";

/** Tests which requests are rejected, and with which messages (decision 0008). */
export function errorCases(subject: () => Subject): void {
  describe("a request with an invalid key", () => {
    it.each<[string, Record<string, string>]>([
      ["none", {}],
      ["an empty one", { apiKey: "" }],
      ["an unknown one", { apiKey: "demo-kex" }],
      ["another header", { Authorization: "Bearer demo-key" }],
      ["two at once", { apiKey: "demo-key, demo-key" }],
    ])("is rejected with 401: %s", async (_name, headers) => {
      const { status, body } = await subject().call("/api/v1/reports", { headers });
      expect(status).toBe(401);
      expect(body).toEqual({
        errorCode: "Generic",
        message: "Session cannot be retrieved: the token is expired or invalid",
      });
    });
  });

  describe("routes", () => {
    it.each(["//", "/api/v1/report", "/api/v1/reports/", "//api/v1/reports", "/api/v2/metadata", "/files/x"])(
      "%s: 404 with the error body",
      async (path) => {
        const { status, body } = await subject().call(path);
        expect(status).toBe(404);
        expect(body).toEqual({ errorCode: "Generic", message: "There is no such path" });
      },
    );

    it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY"])(
      "%s on a path that supports only GET: 405 with Allow",
      async (method) => {
        const { status, headers, body } = await subject().call("/api/v1/reports", { method });
        expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
        expect(body).toEqual({
          errorCode: "Generic",
          message: "The path does not support this method; it allows GET, HEAD",
        });
      },
    );
  });

  describe("bad requests", () => {
    it.each([
      ["limit=101", "limit must be at most 100"],
      ["limit=", "limit must not be empty"],
      ["limit=1&limit=1", "limit must be given once, not 2 times"],
      ["page=2", '"page" is not a known query parameter; the known ones are limit, offset'],
    ])("?%s: %s", async (query, message) => {
      const { status, body } = await subject().call(`/api/v1/purchase-orders?${query}`);
      expect(status).toBe(400);
      expect(body).toEqual({ errorCode: "Generic", message });
    });

    it("get an error that names the place in the body", async () => {
      const { status, body } = await subject().create({
        uid: "u",
        items: [
          { key: "k", type: "string", value: "v" },
          { key: "k", type: "number", value: "1" },
        ],
      });
      expect([status, body["message"]]).toEqual([400, "items[1].value must be a number"]);
    });
  });
}
