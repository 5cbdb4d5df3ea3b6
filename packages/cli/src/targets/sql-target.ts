import type { Column } from "../command-table.js";
import { CommandError } from "../failures.js";
import type { Item } from "../output/format-table.js";
import type { RecordTable } from "./record-table.js";
import type { Target } from "./target.js";

/** The operations and properties that differ between databases. */
export interface SqlDatabase {
  /** The SQL type for each column type. */
  readonly types: Readonly<Record<Column["type"], string>>;
  /** Whether a table must be dropped and created again to empty it. */
  readonly recreates: boolean;
  run(sql: string, values?: readonly unknown[]): Promise<void>;
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Item[]>;
  /** The columns of a table; empty if the table does not exist. */
  columnsOf(table: string): Promise<readonly string[]>;
  /** The statement that locks a table until the transaction ends, if the database runs transactions concurrently. */
  lock?(table: string): string;
  /** Inserts rows; a row replaces an existing one with the same identity. */
  upsert(table: RecordTable, rows: readonly Item[]): Promise<void>;
  /** The placeholder of the n-th value in a statement. */
  parameter(n: number): string;
  close(): Promise<void>;
}

/** Quotes an SQL identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The table with the checkpoint of each sync. */
const STATE = quote("metadata_sync");

/** Creates a target that writes to a table of a database with transactions. */
export function sqlTarget(database: SqlDatabase, table: RecordTable): Target {
  return {
    replace: (batches) =>
      inTransaction(database, async () => {
        if (database.recreates) await database.run(`DROP TABLE IF EXISTS ${quote(table.name)}`);
        await prepareTable(database, table);
        if (!database.recreates) await database.run(`DELETE FROM ${quote(table.name)}`);
        for await (const records of batches) await database.upsert(table, records.map(table.rowOf));
      }),

    async openSync(name) {
      const isNew = (await database.columnsOf(table.name)).length === 0;
      let checkpoint: string | undefined;
      await inTransaction(database, async () => {
        await prepareTable(database, table);
        await database.run(
          `CREATE TABLE IF NOT EXISTS ${STATE} (name ${database.types.text} PRIMARY KEY, checkpoint ${database.types.text} NOT NULL)`,
        );
        // If the table was dropped, its records are gone, so the checkpoint is no longer valid.
        if (isNew) await database.run(`DELETE FROM ${STATE} WHERE name = ${database.parameter(1)}`, [name]);
        checkpoint = await readCheckpoint(database, name);
      });
      let stored = checkpoint;
      return {
        checkpoint,
        store: async (records, next) => {
          await inTransaction(database, async () => {
            if (database.lock) await database.run(database.lock(STATE));
            if ((await readCheckpoint(database, name)) !== stored)
              throw new CommandError(`Another sync ${JSON.stringify(name)} into the table ${table.name} is running.`);
            await writeCheckpoint(database, name, next);
            await database.upsert(table, records.map(table.rowOf));
          });
          stored = next;
        },
        finish: async () => {},
      };
    },

    close: () => database.close(),
  };
}

async function inTransaction(database: SqlDatabase, work: () => Promise<void>): Promise<void> {
  await database.run("BEGIN");
  try {
    await work();
    await database.run("COMMIT");
  } catch (error) {
    // If the connection is lost, the database rolls back by itself.
    await database.run("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Creates the table, or adds missing columns. */
async function prepareTable(database: SqlDatabase, { name, identity, columns }: RecordTable): Promise<void> {
  const existing = await database.columnsOf(name);
  const define = (column: Column) => `${quote(column.name)} ${database.types[column.type]}`;
  if (existing.length === 0) {
    const definitions = [...columns.map(define), `PRIMARY KEY (${quote(identity)})`];
    await database.run(`CREATE TABLE ${quote(name)} (${definitions.join(", ")})`);
    return;
  }
  for (const column of columns)
    if (!existing.includes(column.name)) await database.run(`ALTER TABLE ${quote(name)} ADD COLUMN ${define(column)}`);
}

async function readCheckpoint(database: SqlDatabase, name: string): Promise<string | undefined> {
  const [row] = await database.rows(`SELECT checkpoint FROM ${STATE} WHERE name = ${database.parameter(1)}`, [name]);
  return row?.["checkpoint"] as string | undefined;
}

async function writeCheckpoint(database: SqlDatabase, name: string, checkpoint: string): Promise<void> {
  const values = `${database.parameter(1)}, ${database.parameter(2)}`;
  await database.run(
    `INSERT INTO ${STATE} (name, checkpoint) VALUES (${values}) ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint`,
    [name, checkpoint],
  );
}

/**
 * Returns the parts of an upsert statement: `INSERT INTO table (columns)`, and the `ON CONFLICT` clause that replaces
 * existing rows.
 */
export function upsertParts({ name, identity, columns }: RecordTable): { insert: string; onConflict: string } {
  const names = columns.map((column) => quote(column.name));
  const others = columns.filter((column) => column.name !== identity).map((column) => quote(column.name));
  return {
    insert: `INSERT INTO ${quote(name)} (${names.join(", ")})`,
    onConflict: `ON CONFLICT (${quote(identity)}) DO UPDATE SET ${others.map((each) => `${each} = excluded.${each}`).join(", ")}`,
  };
}
