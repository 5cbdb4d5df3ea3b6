import { POSTGRESQL } from "@metadata-service/test-kit/service/targets";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";

const record = (uid: string) => ({ uid, items: [{ key: "k", type: "string", value: uid }] });
const TOO_MANY = { errorCode: "Generic", message: "Too many requests" };

/** A service with two connections, and another client of its database that can lock a table. */
describe("a service whose database is too busy", () => {
  let under: ServiceUnderTest;
  let other: pg.Client;
  /** A separate connection for observation, because a transaction would always see the same snapshot. */
  let onlooker: pg.Client;
  beforeAll(async () => {
    under = await startOn(POSTGRESQL, { databaseConnections: 2, opsPort: 0 }, undefined, { beginWait: 1_000 });
    const connection = { connectionString: under.database.options.databaseUrl };
    [other, onlooker] = [new pg.Client(connection), new pg.Client(connection)];
    await Promise.all([other.connect(), onlooker.connect()]);
  });
  afterAll(async () => {
    await Promise.all([other.end(), onlooker.end()]);
    await under.end();
  });
  /** Waits until both connections of the pool are open, so that the test does not depend on how fast they open. */
  const bothOpen = () =>
    expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 4 }, () => under.get("/api/v1/reports?limit=1")));
        const { rows } = await onlooker.query(
          "select from pg_stat_activity where datname = current_database() and application_name = 'metadata-service'",
        );
        return rows.length;
      })
      .toBe(2);
  const hold = async (table: string) => {
    await other.query("begin");
    await other.query(`lock table ${table} in exclusive mode`);
    onTestFinished(async () => void (await other.query("rollback")));
  };
  const waitingForALock = async () => {
    const { rows } = await onlooker.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.map(({ pid }) => pid);
  };
  const ops = async (path: string) => {
    const answer = await fetch(`${under.service.opsUrl}${path}`);
    return [answer.status, await answer.text()] as const;
  };
  const refused = async (answer: Response) => {
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await json(answer, 429)).toEqual(TOO_MANY);
  };

  it("returns 429 if there is no free connection, completes requests in progress, reports its health, and recovers", async () => {
    await bothOpen();
    await json(under.create(record("before")), 201);
    await hold("metadata");
    const names = Array.from({ length: 12 }, (_, n) => `busy-${n}`);
    const creates = [under.create(record("busy-0"))];
    await expect.poll(waitingForALock).toHaveLength(1);
    creates.push(under.create(record("busy-1")));
    // Both connections of the pool are waiting, so nothing else can start.
    await expect.poll(waitingForALock).toHaveLength(2);
    creates.push(...names.slice(2).map((name) => under.create(record(name))));
    const lists = Array.from({ length: 5 }, () => under.get("/api/v1/reports"));
    const readiness = ops("/readyz");

    expect(await ops("/healthz")).toEqual([200, "alive\n"]);
    expect((await under.get("/api/v1/nothing")).status).toBe(404);
    for (const list of await Promise.all(lists)) await refused(list);
    for (const create of await Promise.all(creates.slice(2))) await refused(create);
    expect(await readiness).toEqual([503, expect.stringMatching(/^not ready: /)]);
    expect((await ops("/metrics"))[1]).toMatch(/requests_total\{operation="createMetadata",status="429"\} 10\n/);

    await other.query("commit");
    for (const create of await Promise.all(creates.slice(0, 2))) await json(create, 201);
    // The last result is used again for a moment.
    await expect.poll(() => ops("/readyz")).toEqual([200, "ready\n"]);
    await json(under.get("/api/v1/reports"));
    // Rejected requests were not processed, and succeed when they are repeated.
    expect(await stored()).toEqual(["before", "busy-0", "busy-1"]);
    for (const name of names) await json(under.create(record(name)), 201);
    expect(await stored()).toEqual(["before", ...names].sort());
  });

  it("returns 429 for a create request that the database cancelled, and stores nothing", async () => {
    await bothOpen();
    await hold("metadata");
    const create = under.create(record("given up"));
    await expect.poll(waitingForALock).toHaveLength(1);
    const [pid] = await waitingForALock();
    // The server does the same with a statement that exceeds its time limit.
    await onlooker.query("select pg_cancel_backend($1)", [pid]);
    await refused(await create);
    await other.query("commit");
    expect(await stored()).not.toContain("given up");
    await json(under.create(record("given up")), 201);
  });

  async function stored(): Promise<string[]> {
    const uids: string[] = [];
    for await (const line of under.service.administration.exportMetadata("inspection"))
      uids.push((JSON.parse(line) as { uid: string }).uid);
    return uids;
  }
});
