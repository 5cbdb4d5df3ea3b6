import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOfKey } from "../src/keys/api-key.js";
import { createKeyRing, KEY_MEMORY } from "../src/keys/key-ring.js";
import type { StoredKey } from "../src/storage/key-store.js";
import { type ServiceUnderTest, startOn } from "./support/start.js";
import { TARGETS } from "./support/targets.js";

const stored = (id: string, more: Partial<StoredKey> = {}): StoredKey => ({
  id,
  label: id,
  createdDate: "2026-01-01T00:00:00.000000+00:00",
  expiresDate: null,
  revokedDate: null,
  ...more,
});

describe("a key ring", () => {
  const keys: Record<string, StoredKey> = {
    good: stored("good"),
    later: stored("later", { expiresDate: "2026-06-01T00:00:00.000000+00:00" }),
    expired: stored("expired", { expiresDate: "2026-02-01T00:00:00.000000+00:00" }),
    revoked: stored("revoked", { revokedDate: "2026-02-01T00:00:00.000000+00:00" }),
  };
  const ringAt = (time: { now: number }, steady = time) => {
    const asked: string[] = [];
    const store = {
      async findByHash(hash: Uint8Array) {
        const name = Object.keys(keys).find((key) => hashOfKey(key).equals(hash));
        asked.push(name ?? "unknown");
        return name === undefined ? undefined : keys[name];
      },
    };
    return { ring: createKeyRing(store, { now: () => time.now, steady: () => steady.now }), asked };
  };

  it("takes the same way for every key that opens nothing, and remembers it for the same time", async () => {
    const time = { now: Date.parse("2026-03-01T00:00:00Z") };
    const { ring, asked } = ringAt(time);
    for (const key of ["expired", "revoked", "nobody", "later"]) {
      const before = asked.length;
      const known = key === "later" ? "later" : undefined;
      expect(await ring.identify(key)).toBe(known);
      expect(await ring.identify(key)).toBe(known);
      expect(asked.length - before, key).toBe(1);
      time.now += KEY_MEMORY;
      expect(await ring.identify(key)).toBe(known);
      expect(asked.length - before, key).toBe(2);
    }
  });

  it("lets a key expire to the millisecond, remembered or not", async () => {
    const time = { now: Date.parse("2026-06-01T00:00:00Z") - 1 };
    const { ring } = ringAt(time);
    expect(await ring.identify("later")).toBe("later");
    time.now += 1;
    expect(await ring.identify("later")).toBeUndefined();
  });

  it("remembers for two seconds also when the clock of the system is set back", async () => {
    const time = { now: Date.parse("2026-03-01T12:00:00Z") };
    const steady = { now: 0 };
    const { ring, asked } = ringAt(time, steady);
    await ring.identify("good");
    time.now -= 3_600_000;
    steady.now += KEY_MEMORY;
    await ring.identify("good");
    expect(asked).toEqual(["good", "good"]);
  });

  it("does not remember a failure", async () => {
    let fails = true;
    const findByHash = async () => {
      if (fails) throw new Error("no database");
      return stored("good");
    };
    const ring = createKeyRing({ findByHash }, { now: () => 0, steady: () => 0 });
    await expect(ring.identify("good")).rejects.toThrow("no database");
    fails = false;
    expect(await ring.identify("good")).toBe("good");
  });
});

describe.each(TARGETS)("keys on $name", (target) => {
  let under: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(target);
  });
  afterAll(() => under.end());
  const statusOf = async (apiKey: string) =>
    (await fetch(`${under.service.url}/api/v1/reports`, { headers: { apiKey } })).status;

  it("open the service until they are revoked, at once in this process", async () => {
    const { administration } = under.service;
    const made = await administration.createKey("for a test", null);
    expect(made.key).toMatch(/^ms_[\w-]{43}$/);
    expect(await statusOf(made.key)).toBe(200);
    expect(await administration.revokeKey(made.id)).toBe(true);
    expect(await statusOf(made.key)).toBe(401);
    expect(await administration.revokeKey(made.id)).toBe(true);
    expect(await administration.revokeKey("key_nobody")).toBe(false);
  });

  it("that have expired open nothing", async () => {
    const { key } = await under.service.administration.createKey("old", "2020-01-01T00:00:00Z");
    expect(await statusOf(key)).toBe(401);
  });

  it.each(["2027-01-01", "2027-02-30T00:00:00Z", "2027-01-01T00:00:00+99:00", "2027-01-01T00:00:00", "soon"])(
    "cannot be made to expire at %s",
    async (expires) => {
      await expect(under.service.administration.createKey("wrong", expires)).rejects.toThrow("The expiry must be");
    },
  );

  it("are kept as hashes only", async () => {
    const { administration } = under.service;
    const { key, id } = await administration.createKey("secret", "2999-12-31T23:59:59+00:00");
    const list = await administration.listKeys();
    expect(list.find((one) => one.id === id)).toMatchObject({
      label: "secret",
      expiresDate: "2999-12-31T23:59:59.000000+00:00",
    });
    expect(JSON.stringify(list)).not.toContain(key.slice(3));
  });

  it.each([
    ["", null],
    ["a\nb", null],
    ["x".repeat(201), null],
    ["ok", "tomorrow"],
    ["ok", "2026-13-01T00:00:00Z"],
  ])("refuse the label %j with the expiry %j", async (label, expires) => {
    await expect(under.service.administration.createKey(label, expires)).rejects.toThrow(
      /label must have|expiry must be/,
    );
  });
});
