import { sql } from "kysely";
import type { Database } from "../database.js";

/** Thrown if a database cannot be distributed; the message explains what to do. */
export class DistributeError extends Error {
  override readonly name = "DistributeError";
}

/**
 * Tables that Citus divides into shards, with the distribution column. Every unique index of such a table contains that
 * column.
 */
export const DISTRIBUTED_TABLES = { metadata: "uid" } as const;
/**
 * Tables that stay on the coordinator. With a copy on every node, no key could be revoked while a worker is down. An
 * import counts what it stores in the same statement, which Citus cannot do across machines.
 */
const COORDINATOR_TABLES = ["api_keys", "list_records", "list_zones"] as const;
/** More shards than workers, so that some can be moved when a worker is added. */
export const SHARDS = 64;

type Layout =
  | { readonly type: "distributed"; readonly column: string }
  | { readonly type: "reference" }
  | { readonly type: "local" };

/**
 * Distributes the tables over the workers of a Citus cluster. It leaves correct tables unchanged, so it may be
 * repeated; processes that do it at the same time wait for each other.
 *
 * @param db an up-to-date database of a coordinator, see {@link requireCoordinator}
 * @returns what it did, in sentences for operators
 * @throws DistributeError if a table is distributed in another way
 */
export async function distribute(db: Database): Promise<string[]> {
  const done = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('metadata-service distribute', 0))`.execute(transaction);
    const said: string[] = [];
    for (const [table, column] of Object.entries(DISTRIBUTED_TABLES))
      said.push(await distributeTable(transaction, table, column));
    for (const table of COORDINATOR_TABLES) said.push(await keepOnCoordinator(transaction, table));
    return said;
  });
  // Data that was copied to the workers is still on the coordinator, where nothing reads it any more.
  for (const table of Object.keys(DISTRIBUTED_TABLES)) await dropLeftovers(db, table);
  return [...done, ...(await endlessWaits(db)), ...(await idleWorkers(db))];
}

/**
 * @throws DistributeError if the database does not belong to a Citus coordinator with workers
 */
export async function requireCoordinator(db: Database): Promise<void> {
  const { rows: installed } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (installed.length === 0)
    throw new DistributeError(
      "This database has no extension citus; set shared_preload_libraries = 'citus' on the server, restart it, and run: create extension citus",
    );
  const { rows: nodes } = await sql<{ isCoordinator: boolean; workers: number }>`
    select citus_is_coordinator() as "isCoordinator", (${countWorkers()}) as workers`.execute(db);
  const [found] = nodes;
  if (!found?.isCoordinator)
    throw new DistributeError("This is a worker of a Citus cluster; use the URL of its coordinator");
  if (found.workers === 0)
    throw new DistributeError(
      "The Citus cluster has no worker; on the coordinator, run: select citus_add_node('host of the worker', 5432)",
    );
}

function countWorkers() {
  return sql`select count(*)::int from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`;
}

async function distributeTable(db: Database, table: string, column: string): Promise<string> {
  const layout = await layoutOf(db, table);
  if (layout.type === "local")
    await sql`select create_distributed_table(${table}, ${column}, shard_count => ${SHARDS}::int)`.execute(db);
  else if (layout.type !== "distributed" || layout.column !== column) throw otherLayout(table, layout);
  const { rows } = await sql<{ shards: number; workers: number }>`
    select count(distinct shardid)::int as shards, count(distinct (nodename, nodeport))::int as workers
    from citus_shards where table_name = ${table}::regclass`.execute(db);
  const { shards = 0, workers = 0 } = rows[0] ?? {};
  const state = layout.type === "local" ? "now distributed" : "already distributed";
  return `${table}: ${state} by ${column}, ${shards} shards on ${workers} ${workers === 1 ? "worker" : "workers"}`;
}

async function keepOnCoordinator(db: Database, table: string): Promise<string> {
  if ((await layoutOf(db, table)).type === "local") return `${table}: on the coordinator`;
  await sql`select undistribute_table(${table})`.execute(db);
  return `${table}: on the coordinator again`;
}

async function layoutOf(db: Database, table: string): Promise<Layout> {
  const { rows } = await sql<{ type: string; column: string }>`
    select citus_table_type as type, distribution_column as column from citus_tables
    where table_name = ${table}::regclass`.execute(db);
  const { type, column = "" } = rows[0] ?? {};
  if (type === "distributed") return { type, column };
  return { type: type === "reference" ? "reference" : "local" };
}

function otherLayout(table: string, layout: Layout): DistributeError {
  const found = layout.type === "distributed" ? `distributed by ${layout.column}` : "a copy on every node";
  return new DistributeError(
    `The table ${table} is ${found}, which the service does not expect; undo that, and run this again: select undistribute_table('${table}')`,
  );
}

async function dropLeftovers(db: Database, table: string): Promise<void> {
  const { rows } = await sql`select 1 where pg_relation_size(${table}::regclass) > 0`.execute(db);
  if (rows.length > 0) await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db);
}

/**
 * Warns if Citus waits endlessly for a worker that does not reply any more. Only some users may read the setting; others
 * get no warning.
 */
async function endlessWaits(db: Database): Promise<string[]> {
  const { rows } = await sql<{ setting: string }>`
    select setting from pg_settings where name = 'citus.node_conninfo'`.execute(db);
  return rows.every(({ setting }) => /\btcp_user_timeout\s*=/.test(setting))
    ? []
    : [
        "citus.node_conninfo has no tcp_user_timeout: if the machine of a worker disappears, all create requests wait for it; see GROWING.md",
      ];
}

/** Reports workers without shards: those added later are empty until shards are moved to them. */
async function idleWorkers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ idle: number }>`
    select (${countWorkers()}) - count(distinct (nodename, nodeport))::int as idle
    from citus_shards where citus_table_type = 'distributed'`.execute(db);
  const idle = rows[0]?.idle ?? 0;
  if (idle <= 0) return [];
  const who = idle === 1 ? "1 worker has" : `${idle} workers have`;
  return [`${who} no shards yet; to move some there, run on the coordinator: select citus_rebalance_start()`];
}
