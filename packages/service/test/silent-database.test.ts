import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../src/storage/open-database.js";
import { runOn, TARGETS } from "./support/targets.js";

/** A way to a server that can fall silent, as a machine does that is gone: connections stay, and nothing comes. */
async function silentWay(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => {}));
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  const url = new URL(databaseUrl);
  url.port = String((way.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      way.close();
    },
  };
}

/** With a clock that stands still: a statement has an hour, and how much of it is over the test decides. */
const STATEMENT_TIMEOUT = 3_600_000;

async function openOverSilentWay() {
  const [, servers] = TARGETS;
  const database = await servers?.create();
  if (!database) throw new Error("There are two targets");
  onTestFinished(() => database.remove());
  const way = await silentWay(database.options.databaseUrl ?? "");
  onTestFinished(() => way.close());
  const open = await openDatabase({
    kind: "server",
    url: way.url,
    connections: 1,
    statementTimeout: STATEMENT_TIMEOUT,
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await sql`select 1`.execute(open.db);
  way.fallSilent();
  return open;
}

/** Resolves when a statement that was asked for is on its way. */
const begun = () => new Promise((resolve) => setImmediate(resolve));

it("a statement that a silent database does not answer fails, and the next goes over a new connection", async () => {
  const open = await openOverSilentWay();
  onTestFinished(() => open.close());
  const asked = sql`select 1`.execute(open.db);
  let isGivenUp = false;
  asked.catch(() => {
    isGivenUp = true;
  });
  await begun();
  // The server has an hour for it, and some seconds more to say so.
  await vi.advanceTimersByTimeAsync(STATEMENT_TIMEOUT);
  expect(isGivenUp).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(asked).rejects.toThrow("Connection terminated");
  expect((await sql`select 1 as one`.execute(open.db)).rows).toEqual([{ one: 1 }]);
});

it("a silent database does not keep a service from closing", async () => {
  const open = await openOverSilentWay();
  const asked = expect(sql`select 1`.execute(open.db)).rejects.toThrow("Connection terminated");
  await begun();
  const closed = open.close();
  // The statement by itself would be given up after an hour, and the close would wait for that.
  await vi.advanceTimersByTimeAsync(60_000);
  await closed;
  await asked;
});

it("a connection that the database ends between two statements ends nothing else", async () => {
  const [, servers] = TARGETS;
  const database = await servers?.create();
  const url = database?.options.databaseUrl ?? "";
  onTestFinished(() => database?.remove());
  const broken = vi.fn();
  const open = await openDatabase(
    { kind: "server", url, connections: 2, statementTimeout: 60_000 },
    { onConnectionError: broken },
  );
  onTestFinished(() => open.close());
  await open.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    await runOn(url, `select pg_terminate_backend(${rows[0]?.pid})`);
    // Without a listener, the error that comes now is one that nobody caught.
    await expect.poll(() => broken.mock.calls.length).toBeGreaterThan(0);
    await expect(sql`select 1`.execute(connection)).rejects.toThrow();
  });
  expect((await sql`select 1 as one`.execute(open.db)).rows).toEqual([{ one: 1 }]);
});
