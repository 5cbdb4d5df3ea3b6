import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { PGLITE, TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startService } from "../../src/index.js";
import { MAX_RECORD_BYTES } from "../../src/lists/import-records.js";
import { json, type ServiceUnderTest, startOn } from "../support/start.js";
import { getBytes, openWire } from "../support/wire.js";

// The attacker: somebody with a key who wants more access than it gives.

const record = (uid: string) => JSON.stringify({ uid, items: [{ key: "k", type: "string", value: "v" }] });

describe.each(TARGETS)("the holder of a key, on $name", (target) => {
  let under: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(target);
  });
  afterAll(() => under.end());
  const create = (apiKey: string, namespace: string, uid: string, url = under.service.url) =>
    fetch(`${url}/api/v2/metadata/${namespace}`, {
      method: "POST",
      headers: { apiKey, "content-type": "application/json" },
      body: record(uid),
    });
  const read = (apiKey: string, path: string, url = under.service.url) => fetch(url + path, { headers: { apiKey } });
  const LISTS = ["/api/v1/purchase-orders", "/api/v3/purchase-orders", "/api/v1/reports"];
  const exported = async (namespace: string) => {
    const uids: string[] = [];
    for await (const line of under.service.administration.exportMetadata(namespace)) uids.push(JSON.parse(line).uid);
    return uids;
  };

  it("cannot write with a key that can only read", async () => {
    const limits = { namespace: null, mayRead: true, mayWrite: false };
    const { key } = await under.service.administration.createKey("reader", null, limits);
    for (const path of LISTS) expect((await read(key, path)).status).toBe(200);
    for (const namespace of ["inspection", "analytics"]) {
      const refused = await json(create(key, namespace, "by a reader"), 401);
      expect(refused).toMatchObject({ message: "This key can only read; use another one" });
      expect(await exported(namespace)).not.toContain("by a reader");
    }
  });

  it("cannot read with a key that can only write", async () => {
    const limits = { namespace: null, mayRead: false, mayWrite: true };
    const { key } = await under.service.administration.createKey("writer", null, limits);
    expect((await create(key, "inspection", "by a writer")).status).toBe(201);
    for (const path of LISTS)
      expect(await json(read(key, path), 401)).toMatchObject({ message: "This key can only write; use another one" });
  });

  it("has no access outside the namespace of the key, however the path is written", async () => {
    const limits = { namespace: "inspection", mayRead: true, mayWrite: true };
    const { key } = await under.service.administration.createKey("inspectors", null, limits);
    expect((await create(key, "inspection", "inside")).status).toBe(201);
    expect((await create(key, "%69nspection", "inside, escaped")).status).toBe(201);
    for (const namespace of [
      "analytics",
      "%61nalytics",
      "inspection%2F..%2Fanalytics",
      "analytics?namespace=inspection",
    ])
      expect((await create(key, namespace, "outside")).status, namespace).not.toBe(201);
    for (const path of LISTS)
      expect(await json(read(key, path), 401)).toMatchObject({
        message: "This key is limited to the namespace inspection; use another one",
      });
    expect(await exported("analytics")).toEqual([]);
  });

  it("is never issued a key without permissions or for an unknown namespace", async () => {
    const make = (limits: Parameters<typeof under.service.administration.createKey>[2]) =>
      under.service.administration.createKey("useless", null, limits);
    await expect(make({ namespace: "inspection", mayRead: true, mayWrite: false })).rejects.toThrow(
      "could not call any operation",
    );
    await expect(make({ namespace: null, mayRead: false, mayWrite: false })).rejects.toThrow(
      "could not call any operation",
    );
    await expect(make({ namespace: "inspections", mayRead: true, mayWrite: true })).rejects.toThrow(
      "Unknown namespace inspections",
    );
  });

  it("cannot reach the administration, the metrics or the readiness check on the public port", async () => {
    const { key } = await under.service.administration.createKey("curious", null);
    for (const path of ["/keys", "/limited", "/rotations/key_given", "/exports/inspection", "/metrics", "/readyz"])
      expect((await read(key, path)).status).toBe(404);
  });

  const alone = target.name === "PGlite" ? " (skipped: only one process at a time can use a data folder)" : "";
  it.skipIf(alone)(`is rejected by every process after the key is revoked in one${alone}`, async () => {
    const other = await startService(under.database.options);
    onTestFinished(() => other.stop());
    const { key, id } = await under.service.administration.createKey("leaked", null);
    expect((await read(key, "/api/v1/reports")).status).toBe(200);
    expect((await read(key, "/api/v1/reports", other.url)).status).toBe(200);
    await under.service.administration.revokeKey(id);
    expect((await read(key, "/api/v1/reports")).status).toBe(401);
    // The other service notices within two seconds by its clock, as the tests of the key ring show.
    await expect.poll(async () => (await read(key, "/api/v1/reports", other.url)).status).toBe(401);
  });
});

/** A request whose response has 12.5 MB. */
const LARGEST_PAGE = "/api/v3/purchase-orders?limit=200";
/** The number of such responses that do not fit into the buffers at both ends of a connection. */
const MANY = 6;

describe.each(TARGETS)("a client that requests large pages, on $name", (target) => {
  let under: ServiceUnderTest;
  let key = "";
  beforeAll(async () => {
    under = await startOn(target, { inFlight: 3 });
    key = (await under.service.administration.createKey("slow", null)).key;
    const large = (n: number) => {
      const order = {
        uid: `${n}`.padStart(3, "0"),
        po_number: "",
        created_at: moment(n),
        updated_at: moment(n),
        note: "",
      };
      return { ...order, note: "x".repeat(MAX_RECORD_BYTES - JSON.stringify(order).length) };
    };
    const orders = Array.from({ length: 200 }, (_, n) => large(n));
    const { created } = await under.service.administration.importRecords("purchase-orders", linesOf(orders), {
      onReject: () => {},
    });
    expect(created).toBe(200);
  });
  afterAll(() => under.end());

  const get = async () => (await fetch(`${under.service.url}/api/v1/reports`, { headers: { apiKey: key } })).status;
  /** Requests more than the buffers can hold, and reads nothing. */
  const readNothing = async () => {
    const wires = await Promise.all(Array.from({ length: 3 }, () => openWire(under.service.url)));
    for (const { socket } of wires) {
      socket.pause();
      socket.write(getBytes(LARGEST_PAGE, { apiKey: key }).repeat(MANY));
    }
    return wires;
  };

  it("occupies slots until it has read the responses or has disconnected", async () => {
    const wires = await readNothing();
    await expect.poll(get).toBe(429);
    const [reader, ...others] = wires;
    for (const { socket } of others) socket.destroy();
    await expect.poll(get).toBe(200);
    reader?.socket.resume();
    await expect.poll(() => reader?.socket.bytesRead).toBeGreaterThan(MANY * 199 * MAX_RECORD_BYTES);
    await expect.poll(() => Promise.all([get(), get(), get()])).toEqual([200, 200, 200]);
    reader?.socket.destroy();
  });

  it("gets the complete largest page if it reads", async () => {
    const wire = await openWire(under.service.url);
    wire.socket.write(getBytes(LARGEST_PAGE, { apiKey: key, Connection: "close" }));
    await wire.closed;
    const [, body = ""] = wire.received().split("\r\n\r\n");
    expect(JSON.parse(body)).toHaveLength(200);
    expect(body.length).toBeGreaterThan(199 * MAX_RECORD_BYTES);
  });

  it("is disconnected if it reads nothing", async () => {
    await under.service.stop();
    const { database } = under;
    // A short time limit, which only affects connections that nobody reads: the service and its callers are one process
    // here.
    const hasty = { inFlight: 3, sendTimeout: 200, opsPort: 0 };
    under = await startOn({ ...target, create: async () => database }, hasty);
    const wires = await readNothing();
    const metrics = async () => (await fetch(`${under.service.opsUrl}/metrics`)).text();
    await expect.poll(metrics).toContain('connections_closed_total{reason="reads nothing"} 3\n');
    expect(await Promise.all([get(), get(), get()])).toEqual([200, 200, 200]);
    for (const { socket } of wires) socket.resume();
    await Promise.all(wires.map(({ closed }) => closed));
    for (const { socket } of wires) expect(socket.bytesRead).toBeLessThan(MANY * 200 * MAX_RECORD_BYTES);
  });
});

describe("the holder of a key who only keeps connections open", () => {
  const LIST = "/api/v1/reports";
  const openWith = async (url: string, apiKey: string) => {
    const wire = await openWire(url);
    wire.socket.write(getBytes(LIST, { apiKey }));
    await Promise.race([wire.closed, expect.poll(() => wire.statuses().length).toBe(1)]);
    return wire;
  };
  const openCount = (wires: readonly { readonly socket: { readonly closed: boolean } }[]) =>
    wires.filter(({ socket }) => !socket.closed).length;

  it("loses the longest idle ones above the limit of a key, and cannot lock out others of its address", async () => {
    const under = await startOn(PGLITE, { maxConnections: 40, maxConnectionsPerAddress: 20 });
    onTestFinished(() => under.end());
    const { url, administration } = under.service;
    const limits = { namespace: null, mayRead: false, mayWrite: true };
    // Its requests get a 401, because the key cannot read.
    const weak = (await administration.createKey("weak", null, limits)).key;
    const other = (await administration.createKey("other", null, limits)).key;
    const good = (await administration.createKey("good", null)).key;
    const first = await openWith(url, good);
    const wires: Awaited<ReturnType<typeof openWith>>[] = [];
    for (let n = 0; n < 30; n++) wires.push(await openWith(url, weak));
    await expect.poll(() => openCount(wires)).toBe(10);
    expect(wires.slice(0, 20).every(({ socket }) => socket.closed)).toBe(true);
    // A second key fills the address; the one with the most connections then gives way.
    for (let n = 0; n < 20; n++) wires.push(await openWith(url, other));
    for (let n = 0; n < 5; n++) {
      const wire = await openWith(url, good);
      expect(wire.statuses()).toEqual([200]);
      wire.socket.destroy();
    }
    first.socket.write(getBytes(LIST, { apiKey: good }));
    await expect.poll(() => first.statuses()).toEqual([200, 200]);
    for (const { socket } of [first, ...wires]) socket.destroy();
  });

  it("loses all of them when the key is revoked", async () => {
    let now = 0;
    const under = await startOn(PGLITE, { keylessTimeout: 5_000 }, () => now);
    onTestFinished(() => under.end());
    const { url, administration } = under.service;
    const { id, key } = await administration.createKey("revoked", null);
    const kept = await openWith(url, (await administration.createKey("kept", null)).key);
    const wire = await openWith(url, key);
    await administration.revokeKey(id);
    const isOver = { yet: false };
    const advance = async () => {
      while (!isOver.yet) {
        now += 5_000;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const advancing = advance();
    await wire.closed;
    isOver.yet = true;
    await advancing;
    expect(kept.socket.closed).toBe(false);
    kept.socket.destroy();
  });
});
