import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOfKey, NO_LIMITS } from "../src/keys/api-key.js";
import { createKeyRing, KEY_CACHE_MS, MAX_CACHED_KEYS, nameOf } from "../src/keys/key-ring.js";
import { createKeySeal } from "../src/keys/key-seal.js";
import { createKeyUses } from "../src/keys/key-uses.js";
import { serveKeys } from "../src/keys/service-keys.js";
import type { KeyStore, StoredKey } from "../src/keys/stored-key.js";
import { createLogger } from "../src/logger.js";
import { type ServiceUnderTest, startOn } from "./support/start.js";

const stored = (id: string, more: Partial<StoredKey> = {}): StoredKey => ({
  id,
  label: id,
  createdDate: "2026-01-01T00:00:00.000000+00:00",
  expiresDate: null,
  revokedDate: null,
  lastUsedDate: null,
  wellKnown: false,
  ...NO_LIMITS,
  ...more,
});

it("a service logs which keys were created and revoked, whoever did it", async () => {
  const revoked = { revokedDate: "2026-02-01T00:00:00.000000+00:00" };
  let inDatabase = [stored("kept"), stored("ended"), stored("old", revoked)];
  const keys = { list: async () => inDatabase, recordUses: async () => {} } as unknown as KeyStore;
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(line) });
  const { stop } = serveKeys({ keys, seal: createKeySeal(Buffer.alloc(32, 7)) }, undefined, logger);
  await new Promise((resolve) => setImmediate(resolve));
  inDatabase = [
    stored("kept"),
    stored("ended", revoked),
    stored("old", revoked),
    stored("new"),
    stored("brief", revoked),
  ];
  await stop();
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ caller, label, msg }) => [caller, label, msg])).toEqual([
    ["ended", "ended", "a key was revoked"],
    ["new", "new", "a key was created"],
    ["brief", "brief", "a key was created"],
    ["brief", "brief", "a key was revoked"],
  ]);
  expect(logged[1]).toMatchObject({ createdDate: stored("new").createdDate, permissions: "read,write" });
});

describe("a key ring", () => {
  const seal = createKeySeal(Buffer.alloc(32, 7));
  const texts = { good: seal.newKey(), later: seal.newKey(), expired: seal.newKey(), revoked: seal.newKey() };
  const keys: Record<keyof typeof texts, StoredKey> = {
    good: stored("good"),
    later: stored("later", { expiresDate: "2026-06-01T00:00:00.000000+00:00" }),
    expired: stored("expired", { expiresDate: "2026-02-01T00:00:00.000000+00:00" }),
    revoked: stored("revoked", { revokedDate: "2026-02-01T00:00:00.000000+00:00" }),
  };
  const ringAt = (time: { now: number }, steady = time) => {
    const asked: string[] = [];
    const store = {
      async findByHash(hash: Uint8Array) {
        const found = Object.entries(texts).find(([, key]) => hashOfKey(key).equals(hash));
        asked.push(found?.[0] ?? "unknown");
        return found && keys[found[0] as keyof typeof texts];
      },
      async unsealed() {
        asked.push("unsealed");
        return new Map([[nameOf(hashOfKey("ms_old")), stored("old")]]);
      },
    };
    const ring = createKeyRing({ store, seal, now: () => time.now, steady: () => steady.now, given: "demo" });
    const identify = async (key: string) => (await ring.identify(key))?.id;
    return { ring, identify, asked };
  };

  it("looks up every sealed key once per caching period, whether it is valid, expired, revoked or unknown", async () => {
    const time = { now: Date.parse("2026-03-01T00:00:00Z") };
    const { identify, asked } = ringAt(time);
    for (const name of ["expired", "revoked", "nobody", "later"] as const) {
      const key = name === "nobody" ? seal.newKey() : texts[name];
      const before = asked.length;
      const known = name === "later" ? "later" : undefined;
      expect(await identify(key)).toBe(known);
      expect(await identify(key)).toBe(known);
      expect(asked.length - before, name).toBe(1);
      time.now += KEY_CACHE_MS;
      expect(await identify(key)).toBe(known);
      expect(asked.length - before, name).toBe(2);
    }
  });

  it("does not look up made-up keys in the database, whatever they look like", async () => {
    const { identify, asked } = ringAt({ now: 0 });
    const other = createKeySeal(Buffer.alloc(32, 8));
    const makeUp = [
      () => other.newKey(),
      () => `${texts.good.slice(0, -1)}${texts.good.endsWith("A") ? "E" : "A"}`,
      () => `ms_${Math.random()}`,
      () => "x".repeat(10_000),
    ];
    for (let n = 0; n < 1_000; n++) expect(await identify(String(makeUp[n % makeUp.length]?.()))).toBeUndefined();
    // The keys of earlier versions are read in one query.
    expect(asked).toEqual(["unsealed"]);
  });

  it("knows keys of earlier versions, and reads them again after two seconds", async () => {
    const time = { now: 0 };
    const { identify, asked } = ringAt(time);
    expect(await identify("ms_old")).toBe("old");
    expect(await identify("ms_old")).toBe("old");
    time.now += KEY_CACHE_MS;
    expect(await identify("ms_old")).toBe("old");
    expect(asked).toEqual(["unsealed", "unsealed"]);
  });

  it("does not let unknown keys displace known ones from the cache", async () => {
    const { identify, asked } = ringAt({ now: 0 });
    await identify(texts.good);
    for (let n = 0; n < MAX_CACHED_KEYS + 10; n++) await identify(seal.newKey());
    await identify(texts.good);
    expect(asked.filter((name) => name === "good")).toHaveLength(1);
  });

  it("uses one lookup for concurrent requests, and discards lookups from before a change", async () => {
    const { ring, identify, asked } = ringAt({ now: 0 });
    const both = Promise.all([identify(texts.good), identify(texts.good)]);
    ring.forget();
    expect(await both).toEqual(["good", "good"]);
    expect(asked).toEqual(["good"]);
    await identify(texts.good);
    expect(asked).toEqual(["good", "good"]);
  });

  it("accepts the key that was given at startup without a lookup", async () => {
    const { identify, asked } = ringAt({ now: 0 });
    expect(await identify("demo")).toBe("key_given");
    expect(asked).toEqual([]);
  });

  it("rejects a key within two seconds after it was revoked in another process", async () => {
    const time = { now: 0 };
    let key = stored("good");
    const store = { findByHash: async () => key, unsealed: async () => new Map() };
    const ring = createKeyRing({ store, seal, now: () => time.now, steady: () => time.now });
    expect((await ring.identify(texts.good))?.id).toBe("good");
    key = stored("good", { revokedDate: "1970-01-01T00:00:00.000000+00:00" });
    time.now += KEY_CACHE_MS - 1;
    expect((await ring.identify(texts.good))?.id).toBe("good");
    time.now += 1;
    expect(await ring.identify(texts.good)).toBeUndefined();
  });

  it("rejects a key from the millisecond at which it expires, even if it is cached", async () => {
    const time = { now: Date.parse("2026-06-01T00:00:00Z") - 1 };
    const { identify } = ringAt(time);
    expect(await identify(texts.later)).toBe("later");
    time.now += 1;
    expect(await identify(texts.later)).toBeUndefined();
  });

  it("caches for two seconds even if the system clock is set back", async () => {
    const time = { now: Date.parse("2026-03-01T12:00:00Z") };
    const steady = { now: 0 };
    const { identify, asked } = ringAt(time, steady);
    await identify(texts.good);
    time.now -= 3_600_000;
    steady.now += KEY_CACHE_MS;
    await identify(texts.good);
    expect(asked).toEqual(["good", "good"]);
  });

  it.each(["findByHash", "unsealed"] as const)("does not cache a failure of %s", async (method) => {
    let fails = true;
    const store = {
      async findByHash() {
        if (fails) throw new Error("no database");
        return stored("good");
      },
      async unsealed() {
        if (fails) throw new Error("no database");
        return new Map([[nameOf(hashOfKey("old")), stored("good")]]);
      },
    };
    const ring = createKeyRing({ store, seal, now: () => 0, steady: () => 0 });
    const key = method === "unsealed" ? "old" : texts.good;
    await expect(ring.identify(key)).rejects.toThrow("no database");
    fails = false;
    expect((await ring.identify(key))?.id).toBe("good");
  });
});

describe("the last uses of keys", () => {
  it("are stored in one batch, however many requests there were, and kept for the next batch after a failure", async () => {
    const written: [string, number][][] = [];
    let fails = true;
    const uses = createKeyUses({
      async recordUses(batch) {
        if (fails) throw new Error("no database");
        written.push([...batch]);
      },
    });
    for (let n = 0; n < 1_000; n++) uses.used(n % 2 ? "odd" : "even", n);
    await expect(uses.flush()).rejects.toThrow("no database");
    uses.used("even", 2_000);
    fails = false;
    await uses.flush();
    await uses.flush();
    expect(written.map((batch) => Object.fromEntries(batch))).toEqual([{ even: 2_000, odd: 999 }]);
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

  it("are valid until they are revoked, which takes effect at once in this process", async () => {
    const { administration } = under.service;
    const made = await administration.createKey("for a test", null);
    expect(made.key).toMatch(/^ms_[\w-]{43}_[\w-]{11}$/);
    expect(await statusOf(made.key)).toBe(200);
    expect(await administration.revokeKey(made.id)).toBe(true);
    expect(await statusOf(made.key)).toBe(401);
    expect(await administration.revokeKey(made.id)).toBe(true);
    expect(await administration.revokeKey("key_nobody")).toBe(false);
  });

  it("are listed with the time of their last use and their permissions", async () => {
    const { administration } = under.service;
    const limits = { namespace: "analytics", mayRead: false, mayWrite: true };
    const made = await administration.createKey("used", null, limits);
    const found = async () => (await administration.listKeys()).find(({ id }) => id === made.id);
    expect(await found()).toMatchObject({ ...limits, lastUsedDate: null });
    const before = Date.now();
    expect(await statusOf(made.key)).toBe(401);
    const { lastUsedDate } = (await found()) ?? {};
    expect(Date.parse(lastUsedDate ?? "")).toBeGreaterThanOrEqual(before);
  });

  it("rotate without downtime: both are valid until the old one is revoked", async () => {
    const { administration } = under.service;
    const limits = { namespace: null, mayRead: true, mayWrite: false };
    const old = await administration.createKey("rotated", null, limits);
    let current = old.key;
    const seen: number[] = [];
    let going = true;
    const caller = (async () => {
      while (going) seen.push(await statusOf(current));
    })();
    const next = await administration.rotateKey(old.id, "2999-12-31T00:00:00Z");
    expect(next).toMatchObject({ label: "rotated", ...limits });
    if (!next) return;
    expect([await statusOf(old.key), await statusOf(next.key)]).toEqual([200, 200]);
    current = next.key;
    // A request that started with the old key must have ended before that key is revoked.
    const before = seen.length;
    await expect.poll(() => seen.length).toBeGreaterThan(before + 1);
    await administration.revokeKey(old.id);
    await expect.poll(() => seen.length).toBeGreaterThan(before + 5);
    going = false;
    await caller;
    expect(new Set(seen)).toEqual(new Set([200]));
    expect(await statusOf(old.key)).toBe(401);
    expect(await administration.rotateKey("key_nobody", null)).toBeUndefined();
    await expect(administration.rotateKey(old.id, null)).rejects.toThrow("is already revoked");
  });

  it("keep their expiry when they are rotated, unless they get another one", async () => {
    const { administration } = under.service;
    const expiryOf = async (id: string | undefined) =>
      (await administration.listKeys()).find((key) => key.id === id)?.expiresDate;
    const { id } = await administration.createKey("expires", "2999-01-31");
    expect(await expiryOf((await administration.rotateKey(id, null))?.id)).toBe("2999-01-31T00:00:00.000000+00:00");
    const later = await administration.rotateKey(id, "2999-02-28");
    expect(await expiryOf(later?.id)).toBe("2999-02-28T00:00:00.000000+00:00");
    const forever = await administration.createKey("forever", null);
    expect(await expiryOf((await administration.rotateKey(forever.id, null))?.id)).toBeNull();
  });

  it.each(["2020-01-01T00:00:00Z", "2020-01-01"])(
    "cannot be created with the expiry %s, which is in the past",
    async (expires) => {
      const { administration } = under.service;
      const past = `The expiry ${expires} is in the past; it must be in the future`;
      await expect(administration.createKey("old", expires)).rejects.toThrow(past);
      const { id } = await administration.createKey("rotates", null);
      await expect(administration.rotateKey(id, expires)).rejects.toThrow(past);
    },
  );

  it("may have an expiry date without a time, which means the start of that day in UTC", async () => {
    const { administration } = under.service;
    const { id } = await administration.createKey("plain", "2999-01-31");
    const made = (await administration.listKeys()).find((key) => key.id === id);
    expect(made?.expiresDate).toBe("2999-01-31T00:00:00.000000+00:00");
  });

  it.each([
    "2027-02-30",
    "2027-1-1",
    "2027-02-30T00:00:00Z",
    "2027-01-01T00:00:00+99:00",
    "2027-01-01T00:00:00",
    "soon",
  ])("cannot be created with the expiry %s", async (expires) => {
    await expect(under.service.administration.createKey("wrong", expires)).rejects.toThrow("The expiry must be");
  });

  it("are not listed in plain text", async () => {
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
  ])("cannot be created with the label %j and the expiry %j", async (label, expires) => {
    await expect(under.service.administration.createKey(label, expires)).rejects.toThrow(
      /label must have|expiry must be/,
    );
  });
});
