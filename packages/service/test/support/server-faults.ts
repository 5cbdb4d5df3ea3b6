import type { PostgresServer } from "@metadata-service/test-kit/service/postgres-server";

/** A fault of a PostgreSQL server. */
export interface Fault {
  /** The database that the service uses. */
  readonly databaseUrl: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** All processes of the server are killed. */
export async function crash(server: PostgresServer): Promise<Fault> {
  return { databaseUrl: await server.createDatabase(), begin: () => server.crash(), end: () => server.restart() };
}

/** The server is read-only. */
export async function noWrites(server: PostgresServer): Promise<Fault> {
  const databaseUrl = await server.createDatabase();
  const setReadOnly = async (value: "on" | "off") => {
    await server.execute(databaseUrl, `alter system set default_transaction_read_only = ${value}`);
    await server.execute(databaseUrl, "select pg_reload_conf()");
  };
  return { databaseUrl, begin: () => setReadOnly("on"), end: () => setReadOnly("off") };
}

/**
 * All connections lead to a server that is read-only; at the end, new ones lead to one that can write, but the old ones
 * stay as they are, as after a failover.
 */
export async function oldPrimary(server: PostgresServer): Promise<Fault> {
  const databaseUrl = await server.createDatabase();
  const other = await server.createDatabase();
  const name = new URL(databaseUrl).pathname.slice(1);
  const setReadOnly = (value: "on" | "off") =>
    server.execute(other, `alter database ${name} set default_transaction_read_only = ${value}`);
  return {
    databaseUrl,
    async begin() {
      await setReadOnly("on");
      const of = `from pg_stat_activity where datname = '${name}'`;
      await server.execute(other, `select count(pg_terminate_backend(pid)) ${of}`);
    },
    end: () => setReadOnly("off"),
  };
}

/** The server ends all connections of the service and accepts no new ones. */
export async function noConnections(server: PostgresServer): Promise<Fault> {
  const owner = await server.createDatabase();
  const url = new URL(owner);
  // Superusers have no connection limit. Roles belong to the whole server, so they need unique names.
  const role = `limited_${url.pathname.slice(1)}`;
  url.username = role;
  await server.execute(owner, `create role ${role} login`);
  await server.execute(owner, `grant all on schema public to ${role}`);
  return {
    databaseUrl: url.href,
    async begin() {
      await server.execute(owner, `alter role ${role} connection limit 0`);
      const of = `from pg_stat_activity where usename = '${role}'`;
      await server.execute(owner, `select count(pg_terminate_backend(pid)) ${of}`);
    },
    end: () => server.execute(owner, `alter role ${role} connection limit -1`),
  };
}

/** Create requests fail as with a full disk, while smaller rows can still be written. */
export async function noRoom(server: PostgresServer): Promise<Fault> {
  const databaseUrl = await server.createDatabase();
  return {
    databaseUrl,
    async begin() {
      await server.execute(
        databaseUrl,
        `create or replace function no_room() returns trigger language plpgsql as $$
           begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
      );
      await server.execute(databaseUrl, "create trigger no_room before insert on metadata execute function no_room()");
    },
    end: () => server.execute(databaseUrl, "drop trigger no_room on metadata"),
  };
}
