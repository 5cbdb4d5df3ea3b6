import { CommandError, UsageError } from "../command-error.js";
import type { ValueType } from "../command-table.js";
import type { Item } from "../output/format-table.js";
import { joinTexts, mapped } from "../output/join-texts.js";
import { jsonText, type Oddity, oddityOf } from "../output/json-text.js";
import { fold } from "./column-names.js";
import { type ListTable, type RecordColumn, type RecordTable, recordTable, type TargetLimits } from "./record-table.js";
import { beginsAnew, type Target, type Tell } from "./target.js";

export interface ExistingColumn {
  readonly name: string;
  /** Its type, as the database names it. */
  readonly type: string;
}

/** The operations and properties that differ between databases. */
export interface SqlDatabase {
  /** The SQL type for each column type, and for the column of everything that fits no other one. */
  readonly types: Readonly<Record<ValueType | "others", string>>;
  readonly limits: TargetLimits;
  /** The least oddity that a column for everything else of this type cannot hold, if there is one. */
  oddityLimit(othersType: string): Oddity | undefined;
  /** Whether a table must be dropped and created again to empty it. */
  readonly recreates: boolean;
  run(sql: string, values?: readonly unknown[]): Promise<void>;
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Item[]>;
  /** The columns of a table; empty if the table does not exist. */
  columnsOf(table: string): Promise<readonly ExistingColumn[]>;
  /** The name of an existing table that the database takes for this one, if it ignores case. */
  similarTable?(table: string): Promise<string | undefined>;
  /** Changes the type of a column in the current transaction; returns why it cannot. */
  changeType?(table: string, column: string, type: string): Promise<string | undefined>;
  /** The statement that locks a table until the transaction ends, if the database runs transactions concurrently. */
  lock?(table: string): string;
  /** Inserts rows; a row replaces an existing one with the same identity. The values of JSON columns are JSON texts. */
  upsert(table: PreparedTable, rows: readonly (readonly unknown[])[]): Promise<void>;
  /** The placeholder of the n-th value in a statement. */
  parameter(n: number): string;
  close(): Promise<void>;
}

/** A table with the types of its columns in the database. */
export interface PreparedTable {
  readonly name: string;
  readonly identity: string;
  readonly columns: readonly (RecordColumn & { readonly sqlType: string })[];
}

/** Quotes an SQL identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The table with the checkpoint of each sync. */
const STATE_NAME = "metadata_sync";
const STATE = quote(STATE_NAME);

/** Creates a target that writes to a table of a database with transactions. */
export function sqlTarget(database: SqlDatabase, list: ListTable, tell: Tell): Target {
  return {
    replace: (batches) =>
      inTransaction(database, async () => {
        const upsert = await prepareTable(database, list, tell, true);
        for await (const records of batches) await upsert(records);
        await forgetSyncs(database, list.name, tell);
      }),

    async openSync(name) {
      const isNew = (await database.columnsOf(list.name)).length === 0;
      let checkpoint: string | undefined;
      let upsert: Upsert | undefined;
      await inTransaction(database, async () => {
        upsert = await prepareTable(database, list, tell, false);
        await prepareState(database);
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
              throw new CommandError(`Another sync ${JSON.stringify(name)} into the table ${list.name} is running.`);
            await writeCheckpoint(database, name, next, list.name);
            await upsert?.(records);
          });
          stored = next;
        },
        finish: async () => {},
      };
    },

    close: () => database.close(),
  };
}

/** Creates the table of the states. Those of earlier versions do not name the table into which a sync writes. */
async function prepareState(database: SqlDatabase): Promise<void> {
  const { text } = database.types;
  await database.run(
    `CREATE TABLE IF NOT EXISTS ${STATE} (name ${text} PRIMARY KEY, checkpoint ${text} NOT NULL, target ${text})`,
  );
  const columns = await database.columnsOf(STATE_NAME);
  if (!columns.some(({ name }) => name === "target"))
    await database.run(`ALTER TABLE ${STATE} ADD COLUMN target ${text}`);
}

/** Begins the syncs into a table anew: their checkpoints say nothing about the records that a pull has put there. */
async function forgetSyncs(database: SqlDatabase, table: string, tell: Tell): Promise<void> {
  if ((await database.columnsOf(STATE_NAME)).length === 0) return;
  await prepareState(database);
  const [mine, values] = [`name = ${database.parameter(1)} OR target = ${database.parameter(2)}`, [table, table]];
  if ((await database.rows(`SELECT name FROM ${STATE} WHERE ${mine}`, values)).length === 0) return;
  await database.run(`DELETE FROM ${STATE} WHERE ${mine}`, values);
  tell(beginsAnew(`the table ${table}`));
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

/** Stores records in the table that was prepared. */
type Upsert = (records: readonly Item[]) => Promise<void>;

/** Creates the table, or adds missing columns. */
async function prepareTable(database: SqlDatabase, list: ListTable, tell: Tell, isEmptied: boolean): Promise<Upsert> {
  await refuseTaken(database, list.name);
  const existing = await database.columnsOf(list.name);
  const table = recordTable(
    list,
    database.limits,
    existing.map(({ name }) => name),
  );
  if (table.note) tell(table.note);
  const drops = isEmptied && database.recreates;
  if (drops) await database.run(`DROP TABLE IF EXISTS ${quote(list.name)}`);
  const prepared = await prepareColumns(database, table, drops ? [] : existing, tell);
  if (isEmptied && !drops) await database.run(`DELETE FROM ${quote(list.name)}`);
  const others = prepared.columns.find(({ isOthers }) => isOthers);
  const limit = database.oddityLimit(others?.sqlType ?? "");
  const json = prepared.columns.flatMap(({ type, isOthers }, place) => (type === "json" ? [{ place, isOthers }] : []));
  return (records) => {
    const rows = records.map(table.rowOf);
    for (const row of rows)
      for (const { place, isOthers } of json) {
        const value = row[place];
        if (value !== undefined && value !== null) row[place] = isOthers ? othersText(value, limit) : jsonText(value);
      }
    return database.upsert(prepared, rows);
  };
}

/** Fails rather than replace the table of something else. */
async function refuseTaken(database: SqlDatabase, name: string): Promise<void> {
  if (fold(name) === STATE_NAME)
    throw new UsageError(`The table ${STATE_NAME} contains the state of syncs. Choose another name with --table.`);
  const similar = await database.similarTable?.(name);
  if (similar !== undefined && similar !== name)
    throw new UsageError(
      `The database has a table ${JSON.stringify(similar)}, which it does not distinguish from ${JSON.stringify(name)}. If it contains this list, add --table ${similar}; otherwise choose another name with --table.`,
    );
}

/** Creates the columns that are missing; returns all with their types. */
async function prepareColumns(
  database: SqlDatabase,
  { name, identity, columns }: RecordTable,
  existing: readonly ExistingColumn[],
  tell: Tell,
): Promise<PreparedTable> {
  const types = new Map(existing.map((column) => [column.name, column.type]));
  const wanted = columns.map((column) => ({
    ...column,
    sqlType: database.types[column.isOthers ? "others" : column.type],
  }));
  const define = (column: { name: string; sqlType: string }) => `${quote(column.name)} ${column.sqlType}`;
  if (existing.length === 0) {
    const definitions = [...wanted.map(define), `PRIMARY KEY (${quote(identity)})`];
    await database.run(`CREATE TABLE ${quote(name)} (${definitions.join(", ")})`);
    return { name, identity, columns: wanted };
  }
  const prepared = [];
  for (const column of wanted) {
    const sqlType = types.get(column.name);
    if (sqlType === undefined) await database.run(`ALTER TABLE ${quote(name)} ADD COLUMN ${define(column)}`);
    const isOutdated = column.isOthers && sqlType === database.types.json && sqlType !== column.sqlType;
    const reason = isOutdated ? await database.changeType?.(name, column.name, column.sqlType) : undefined;
    if (reason !== undefined)
      tell(
        `The column ${column.name} of the table ${name} keeps the type ${sqlType}, which cannot hold every value: ${reason}. A record with such a value has a JSON string there that contains the JSON.`,
      );
    prepared.push(sqlType === undefined || (isOutdated && reason === undefined) ? column : { ...column, sqlType });
  }
  return { name, identity, columns: prepared };
}

/** A value that the column cannot hold is written as a JSON string that contains the JSON, which every type can hold. */
function othersText(value: unknown, limit: Oddity | undefined): string {
  const text = jsonText(value);
  return limit === undefined || oddityOf(value) < limit ? text : JSON.stringify(text);
}

async function readCheckpoint(database: SqlDatabase, name: string): Promise<string | undefined> {
  const [row] = await database.rows(`SELECT checkpoint FROM ${STATE} WHERE name = ${database.parameter(1)}`, [name]);
  return row?.["checkpoint"] as string | undefined;
}

async function writeCheckpoint(database: SqlDatabase, name: string, checkpoint: string, table: string): Promise<void> {
  const values = [1, 2, 3].map((n) => database.parameter(n)).join(", ");
  await database.run(
    `INSERT INTO ${STATE} (name, checkpoint, target) VALUES (${values}) ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, target = excluded.target`,
    [name, checkpoint, table],
  );
}

/**
 * Returns the parts of an upsert statement: `INSERT INTO table (columns)`, and the `ON CONFLICT` clause that replaces
 * existing rows.
 */
export function upsertParts({ name, identity, columns }: PreparedTable): { insert: string; onConflict: string } {
  const names = columns.map((column) => quote(column.name));
  const others = columns.filter((column) => column.name !== identity).map((column) => quote(column.name));
  return {
    insert: `INSERT INTO ${quote(name)} (${names.join(", ")})`,
    onConflict: `ON CONFLICT (${quote(identity)}) DO UPDATE SET ${others.map((each) => `${each} = excluded.${each}`).join(", ")}`,
  };
}

/**
 * Formats rows as JSON arrays of objects with the fields `c0`, `c1` and so on, whatever the columns are called.
 *
 * @param convert the functions that change values of some types before
 */
export function* rowTexts(
  rows: readonly (readonly unknown[])[],
  { columns }: PreparedTable,
  convert: Partial<Record<ValueType, (value: string) => string>>,
): Generator<string, void, undefined> {
  const names = columns.map((_, i) => `c${i}`);
  const converted = columns.flatMap(({ type }, place) => {
    const converter = convert[type];
    return converter ? [{ place, converter }] : [];
  });
  const textOf = (row: readonly unknown[]) => {
    const cells: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) cells[names[i] as string] = row[i] ?? null;
    for (const { place, converter } of converted)
      if (typeof row[place] === "string") cells[names[place] as string] = converter(row[place]);
    return `${jsonText(cells)},`;
  };
  for (const text of joinTexts(mapped(rows, textOf))) yield `[${text.slice(0, -1)}]`;
}
