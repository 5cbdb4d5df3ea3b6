import { createHash } from "node:crypto";
import { sql } from "kysely";
import { insertRows, readRows, requireEmpty, type TableName, tableNames } from "./copy-database.js";
import type { Database } from "./database.js";

// A backup is a file of lines: what it is of, the rows of each table as JSON, and how many there are with their checksum.

const KIND = "metadata-service backup 1";

interface Head {
  readonly kind: string;
  /** Which tables and columns there are. */
  readonly migrations: readonly string[];
  /** Distinguishes our keys from made-up ones, in hexadecimal. */
  readonly seal: string;
}

interface End {
  readonly end: { readonly rows: number; readonly sha256: string };
}

/** A file that is no backup, or not a whole one; the message says why. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/**
 * Everything that a database keeps, keys included, as the lines of a backup. All of them are of one moment, whatever is written
 * meanwhile: one transaction reads them.
 */
export async function* backupLines(db: Database): AsyncGenerator<string> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  const hash = createHash("sha256");
  let rows = 0;
  const hashed = (line: string) => {
    hash.update(`${line}\n`);
    return line;
  };
  try {
    const { secret } = await snapshot.selectFrom("key_seal").select("secret").executeTakeFirstOrThrow();
    const head: Head = {
      kind: KIND,
      migrations: await migrationsOf(snapshot),
      seal: Buffer.from(secret).toString("hex"),
    };
    yield hashed(JSON.stringify(head));
    for (const table of tableNames()) {
      yield hashed(JSON.stringify({ table }));
      for await (const batch of readRows(snapshot, table))
        for (const row of batch) {
          rows++;
          yield hashed(row);
        }
    }
  } finally {
    await snapshot.rollback().execute();
  }
  const end: End = { end: { rows, sha256: hash.digest("hex") } };
  yield JSON.stringify(end);
}

/** Whether a line is the last one of a backup: without it, the backup was cut short. */
export function endsBackup(line: string): boolean {
  return line.startsWith('{"end":');
}

/** Rows in a statement: few enough that large records fit into memory. */
const ROWS = 100;

/**
 * Fills an empty database with a backup, in one transaction: all of it or nothing.
 *
 * @returns how many rows there are
 * @throws NotEmptyError when there is something in the database
 * @throws BackupError when the lines are no backup, were changed or cut short, or are of a version with other tables
 */
export async function restoreBackup(lines: AsyncIterable<string>, to: Database): Promise<number> {
  return to.transaction().execute(async (target) => {
    await requireEmpty(target);
    const restorer = createRestorer(target);
    for await (const line of lines) await restorer.take(line);
    return restorer.finish();
  });
}

function createRestorer(target: Database) {
  const hash = createHash("sha256");
  let table: TableName | undefined;
  let batch: string[] = [];
  let rows = 0;
  let number = 0;
  let end: End["end"] | undefined;

  const flush = async () => {
    if (table && batch.length > 0) await insertRows(target, table, batch);
    batch = [];
  };
  const beginTable = async (line: string) => {
    await flush();
    table = tableNames().find((one) => one === parse(line)["table"]);
    if (!table) throw new BackupError(`Line ${number} of the backup names a table that is not there`);
  };
  const takeRow = async (line: string) => {
    rows++;
    batch.push(line);
    if (batch.length >= ROWS) await flush();
  };
  return {
    async take(line: string): Promise<void> {
      if (end) throw new BackupError("There is data after the end of the backup");
      if (endsBackup(line)) {
        end = (parse(line) as unknown as End).end;
        return;
      }
      hash.update(`${line}\n`);
      if (++number === 1) return takeHead(target, line);
      // A row begins with the name of its first column, which no table calls so.
      return line.startsWith('{"table":') ? beginTable(line) : takeRow(line);
    },
    async finish(): Promise<number> {
      await flush();
      if (!end) throw new BackupError("The backup was cut short: its last line is missing");
      if (end.rows !== rows || end.sha256 !== hash.digest("hex"))
        throw new BackupError("The checksum of the backup is wrong: the file was changed or damaged");
      return rows;
    },
  };
}

async function takeHead(target: Database, line: string): Promise<void> {
  const { kind, migrations, seal } = parse(line) as unknown as Head;
  if (kind !== KIND) throw new BackupError("The file is not a backup of this service");
  const own = await migrationsOf(target);
  if (own.join() !== migrations.join())
    throw new BackupError(
      `The backup was made by a version with other tables (${migrations.at(-1)} instead of ${own.at(-1)}); restore it with that version, then start this one`,
    );
  await target
    .updateTable("key_seal")
    .set({ secret: Buffer.from(seal, "hex") })
    .execute();
}

async function migrationsOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (cause) {
    throw new BackupError("The file is not a backup of this service", { cause });
  }
}
