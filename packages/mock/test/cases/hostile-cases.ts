import { HOSTILE_REQUESTS } from "@metadata-service/test-kit/hostile/hostile-requests";
import { rawRequest, sendRaw } from "@metadata-service/test-kit/hostile/raw-http";
import { expect, it } from "vitest";
import type { Subject } from "./subject.js";

/**
 * The hostile requests with the statuses that a server on this machine must return. It rejects a foreign `Host`; one that
 * others reach may have names that it does not know.
 */
export const LOCAL_REQUESTS = HOSTILE_REQUESTS.map((request) =>
  request.name === "the Host evil.example:99" ? { ...request, status: 400 } : request,
);

/**
 * Requests that try to break a server, each answered within the contract (decision 0008).
 *
 * @param controls whether it has the controls of the mock; to all others, `Prefer` means nothing
 */
export function hostileCases(subject: () => Subject, { controls }: { controls: boolean }): void {
  const port = () => Number(new URL(subject().url).port);

  it("number at least 60, with different names", () => {
    expect(HOSTILE_REQUESTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(HOSTILE_REQUESTS.map(({ name }) => name)).size).toBe(HOSTILE_REQUESTS.length);
  });

  const requests = controls
    ? LOCAL_REQUESTS
    : LOCAL_REQUESTS.map(({ control, ...request }) => (control ? { ...request, status: 200 } : request));
  it.each(requests)("$name: $status, within the contract", async ({ name, bytes, status }) => {
    const reply = await sendRaw(port(), bytes);
    expect(reply.status).toBe(status);
    expect(reply.headers.get("content-type")).toBe("application/json");
    if (status < 300 || name === "the method HEAD") return;
    const body = JSON.parse(reply.body) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(["errorCode", "message"]);
    // One sentence, short enough to read.
    expect(body["message"]).toMatch(/^.{10,400}$/);
    if (status === 405) expect(reply.headers.get("allow")).toBe(name.endsWith("on metadata") ? "POST" : "GET, HEAD");
  });

  it("do not change the lists", async () => {
    const reply = await sendRaw(port(), rawRequest({ target: "/api/v1/reports?limit=1" }));
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject({ count: 1000 });
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });
}
