import { createHash } from "node:crypto";
import type { Database } from "../database.js";
import { findMigrationTable, migrationsIn } from "../migration-table.js";
import { insertRows, readRows, requireEmpty, type TableName, tableNames } from "./copy-database.js";

// A backup is a file of lines: a header, the rows of each table as JSON, and the number of rows with a checksum.

const KIND = "metadata-service backup 1";

interface Head {
  readonly kind: string;
  /** The migrations, which determine the tables and columns. */
  readonly migrations: readonly string[];
  /** The secret of the key seal, in hexadecimal. */
  readonly seal: string;
}

interface End {
  readonly end: { readonly rows: number; readonly sha256: string };
}

/** Thrown if a file is not a complete backup; the message explains why. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/**
 * Returns the whole content of a database, including keys, as the lines of a backup. One transaction reads them, so it
 * is a consistent snapshot.
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

/** Whether a line is the last one of a backup; without it, the backup is truncated. */
export function endsBackup(line: string): boolean {
  return line.startsWith('{"end":');
}

/** The number of rows per statement: few enough that large records fit into memory. */
const ROWS = 100;

/**
 * Restores a backup into an empty database, in one transaction.
 *
 * @returns the number of rows
 * @throws NotEmptyError if the database is not empty
 * @throws BackupError if the lines are not a backup, were changed or truncated, or have the tables of another version
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
    if (table && batch.length > 0)
      await insertRows(target, table, batch).catch((error: Error & { code?: string }) => {
        // An invalid value, or a row without one or with one twice.
        if (!/^2[23]/.test(error.code ?? "")) throw error;
        throw damaged(`lines ${number - batch.length} to ${number}`, error);
      });
    batch = [];
  };
  const beginTable = async (line: string) => {
    await flush();
    table = tableNames().find((one) => one === parse(line, number)["table"]);
    if (!table) throw damaged(`line ${number}`);
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
        end = (parse(line, number + 1) as unknown as End).end;
        return;
      }
      hash.update(`${line}\n`);
      if (++number === 1) return takeHead(target, line);
      // Rows begin with the name of the first column, and no table has a column with this name.
      return line.startsWith('{"table":') ? beginTable(line) : takeRow(line);
    },
    async finish(): Promise<number> {
      await flush();
      if (!end) throw new BackupError("The backup is truncated: its last line is missing");
      if (end.rows !== rows || end.sha256 !== hash.digest("hex"))
        throw new BackupError(
          "The backup is damaged or was changed: its checksum does not match; use another copy of it",
        );
      return rows;
    },
  };
}

async function takeHead(target: Database, line: string): Promise<void> {
  // A damaged first line usually still shows what the file is.
  if (!line.includes(KIND)) throw new BackupError("The file is not a backup of this service");
  const { kind, migrations, seal } = parse(line, 1) as unknown as Partial<Head>;
  if (kind !== KIND || !Array.isArray(migrations) || !/^(?:[\da-f]{2})+$/.test(String(seal))) throw damaged("line 1");
  const own = await migrationsOf(target);
  if (own.join() !== migrations.join())
    throw new BackupError(
      `The backup was created by a version with other tables (${migrations.at(-1)} instead of ${own.at(-1)}); restore it with that version, then start this one`,
    );
  await target
    .updateTable("key_seal")
    .set({ secret: Buffer.from(String(seal), "hex") })
    .execute();
}

async function migrationsOf(db: Database): Promise<string[]> {
  return migrationsIn(db, await findMigrationTable(db));
}

function parse(line: string, number: number): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (cause) {
    throw damaged(`line ${number}`, cause);
  }
}

function damaged(where: string, cause?: unknown): BackupError {
  return new BackupError(`The backup is damaged: its content is not valid in ${where}; use another copy of it`, {
    cause,
  });
}
