import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { POSTGRESQL, runOn } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../src/storage/open-database.js";
import { awaitServer } from "../src/storage/server/await-server.js";
import { whyUnusable } from "../src/storage/server/why-unusable.js";

/** A proxy that can go silent, like a machine that is unreachable: connections stay open, but no data arrives. */
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

/** With a stopped clock: a statement has an hour, and the test advances the time. */
const STATEMENT_TIMEOUT = 3_600_000;

async function openOverSilentWay() {
  const database = await POSTGRESQL.create();
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

/** Resolves when a statement was sent. */
const begun = () => new Promise((resolve) => setImmediate(resolve));

it("a statement without a response from a silent database fails, and the next one uses a new connection", async () => {
  const open = await openOverSilentWay();
  onTestFinished(() => open.close());
  const asked = sql`select 1`.execute(open.db);
  let isGivenUp = false;
  asked.catch(() => {
    isGivenUp = true;
  });
  await begun();
  // The server has an hour, and some more seconds to report the timeout.
  await vi.advanceTimersByTimeAsync(STATEMENT_TIMEOUT);
  expect(isGivenUp).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(asked).rejects.toThrow("Connection terminated");
  expect((await sql`select 1 as one`.execute(open.db)).rows).toEqual([{ one: 1 }]);
});

it("a silent database does not prevent a service from closing", async () => {
  const open = await openOverSilentWay();
  const asked = expect(sql`select 1`.execute(open.db)).rejects.toThrow("Connection terminated");
  await begun();
  const closed = open.close();
  // Otherwise the statement would time out after an hour, and closing would wait for it.
  await vi.advanceTimersByTimeAsync(60_000);
  await closed;
  await asked;
});

it("a connection that the database ends between two statements does not end the process", async () => {
  const database = await POSTGRESQL.create();
  const url = database.options.databaseUrl ?? "";
  onTestFinished(() => database.remove());
  const broken = vi.fn();
  const open = await openDatabase(
    { kind: "server", url, connections: 2, statementTimeout: 60_000 },
    { onConnectionError: broken },
  );
  onTestFinished(() => open.close());
  await open.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    await runOn(url, `select pg_terminate_backend(${rows[0]?.pid})`);
    // Without a listener, this error would be uncaught.
    await expect.poll(() => broken.mock.calls.length).toBeGreaterThan(0);
    await expect(sql`select 1`.execute(connection)).rejects.toThrow();
  });
  expect((await sql`select 1 as one`.execute(open.db)).rows).toEqual([{ one: 1 }]);
});

it.each([
  ["accepts a connection and sends nothing", "", ""],
  ["never completes the TLS handshake", "?sslmode=verify-full", "S"],
])("a start says that it waits for a server that %s, and then why it ends", async (_name, parameters, response) => {
  const asked = vi.fn();
  const server = createServer((socket) => {
    socket.on("error", () => {}).on("data", asked);
    socket.once("data", () => socket.write(response));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `postgres://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/name${parameters}`;
  const open = await openDatabase({ kind: "server", url, connections: 1 });
  onTestFinished(() => open.close());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const told = vi.fn();
  const ended = awaitServer(open.db, told).catch(whyUnusable);
  // With TLS, the request for it, and then the first message of the handshake.
  await expect.poll(() => asked.mock.calls.length).toBe(response === "" ? 1 : 2);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.mock.calls).toEqual([["Waiting up to 60 seconds for the database server: it has not responded yet"]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await ended).toMatchObject({
    message: expect.stringMatching(/^The database cannot be reached: Connection terminated .*; check --database-url/),
  });
});
