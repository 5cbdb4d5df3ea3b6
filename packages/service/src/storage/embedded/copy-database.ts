import { sql } from "kysely";
import { WELL_KNOWN_HASHES } from "../../keys/well-known-keys.js";
import type { Database } from "../database.js";

/** The tables to copy: all except the shared counters of limits. */
const TABLES = {
  metadata: ["namespace", "uid"],
  list_records: ["collection", "uid"],
  list_zones: ["collection", "lowest_at", "lowest_uid"],
  api_keys: ["id"],
} as const satisfies Record<string, readonly string[]>;

export type TableName = keyof typeof TABLES;

/** The number of rows per statement: few enough that large records fit into memory. */
const ROWS = 100;

/** The number of copied rows of each table. */
export type CopiedRows = Record<TableName, number> & {
  /** The IDs of keys that were not copied because they are publicly known and must not be valid in production. */
  readonly leftKeys: readonly string[];
};

/** Thrown if the target database is not empty. */
export class NotEmptyError extends Error {
  override readonly name = "NotEmptyError";
}

/**
 * Copies the whole content of a database into an up-to-date, empty one, in one transaction. Values are copied in the
 * text format of the database, so nothing is lost.
 *
 * @throws NotEmptyError if the target contains a record, a list or a key
 */
export async function copyDatabase(from: Database, to: Database): Promise<CopiedRows> {
  return to.transaction().execute(async (target) => {
    const copied = { metadata: 0, list_records: 0, list_zones: 0, api_keys: 0 };
    const left = await from.selectFrom("api_keys").select("id").where("hash", "in", WELL_KNOWN_HASHES).execute();
    const leftKeys = left.map(({ id }) => id);
    await requireEmpty(target);
    // Without the secret, copied keys would not be recognized.
    const { secret } = await from.selectFrom("key_seal").select("secret").executeTakeFirstOrThrow();
    await target.updateTable("key_seal").set({ secret }).execute();
    for (const table of tableNames())
      for await (const all of readRows(from, table)) {
        const rows = table === "api_keys" ? all.filter((row) => !leftKeys.includes(JSON.parse(row).id)) : all;
        await insertRows(target, table, rows);
        copied[table] += rows.length;
      }
    return { ...copied, leftKeys };
  });
}

/** @throws NotEmptyError if the database contains a record, a list or a key */
export async function requireEmpty(target: Database): Promise<void> {
  for (const table of tableNames()) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(target);
    if (rows.length > 0)
      throw new NotEmptyError(
        `The target database is not empty: the table ${table} contains rows; use an empty database or a new --data folder`,
      );
  }
}

/** Inserts rows as {@link readRows} returns them. */
export async function insertRows(target: Database, table: TableName, rows: readonly string[]): Promise<void> {
  await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(",")}]`}::json)`.execute(
    target,
  );
}

/** Returns the rows of a table as JSON texts, in the order of its primary key. */
export async function* readRows(db: Database, table: TableName): AsyncGenerator<string[]> {
  const key = sql.join(TABLES[table].map((column) => sql.ref(column)));
  for (let after: string | undefined; ; ) {
    const start =
      after === undefined
        ? sql``
        : sql`where (${key}) > (select ${key} from json_populate_record(null::${sql.table(table)}, ${after}::json))`;
    const { rows } = await sql<{ row: string }>`
      select row_to_json(whole)::text as row from ${sql.table(table)} as whole ${start} order by ${key} limit ${ROWS}`.execute(
      db,
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    after = rows.at(-1)?.row;
    if (after === undefined || rows.length < ROWS) return;
  }
}

export function tableNames(): TableName[] {
  return Object.keys(TABLES) as TableName[];
}
