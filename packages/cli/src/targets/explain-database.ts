import { dirname } from "node:path";
import { CommandError } from "../command-error.js";
import type { SqlDatabase } from "./sql-target.js";

/** What is wrong with a database, in words, and what to do. */
type Explain = (error: Error, path: string) => string | undefined;

const FULL = "the disk is full. Free some space, or choose another disk, and run the command again";
const LOCKED = "another program is using it. Run the command again when that has ended, or choose another file";
const DAMAGED = "the database is damaged. Restore it from a copy, or choose another file";
const cannotOpen = (path: string) =>
  `the file cannot be opened or created. Check that you may write to it and to the folder ${dirname(path)}, or choose another file`;

/** By the result code of SQLite. */
const OF_SQLITE: ReadonlyMap<number, (path: string) => string> = new Map([
  [5, () => LOCKED],
  [6, () => LOCKED],
  [8, (path) => `it is read-only. Check that you may write to it and to the folder ${dirname(path)}`],
  [10, () => "the disk could not be read or written (disk I/O error). Check that it works and has space"],
  [11, () => DAMAGED],
  [13, () => FULL],
  [14, cannotOpen],
  [26, () => "it is not an SQLite database. Choose another file"],
]);

/** Explains an error of SQLite; undefined for other errors. */
export const explainSqlite: Explain = (error, path) => {
  const { rawCode, name } = error as Error & { rawCode?: unknown };
  const isOpening = error.message.startsWith("ConnectionFailed");
  if (typeof rawCode !== "number" && name !== "SqliteError" && !isOpening) return undefined;
  const code = typeof rawCode === "number" ? rawCode : Number(/: (\d+)"\)$/.exec(error.message)?.[1]);
  // The upper bytes of a code are details.
  return OF_SQLITE.get(code & 0xff)?.(path) ?? error.message;
};

/** Errors of DuckDB, which have no codes. */
const OF_DUCKDB: readonly (readonly [RegExp, (path: string) => string])[] = [
  [/No space left on device/, () => FULL],
  [/Could not set lock on file|Conflicting lock/, () => LOCKED],
  [/not a valid DuckDB database file/, () => "it is not a DuckDB database. Choose another file"],
  [/^IO Error: Cannot open file|Permission denied|Read-only file system/, cannotOpen],
  [/checksum|corrupt/i, () => DAMAGED],
];

/** Explains an error of DuckDB; undefined for other errors. */
export const explainDuckdb: Explain = ({ message }, path) => {
  if (!/^[A-Z]\w* (?:[a-z]\w* )?Error: /i.test(message)) return undefined;
  return OF_DUCKDB.find(([pattern]) => pattern.test(message))?.[1](path) ?? message;
};

/** By the SQLSTATE of PostgreSQL. */
const OF_POSTGRES: Readonly<Record<string, string>> = {
  "25006": "Connect to a server that accepts writes, not to a standby",
  "42501": "Ask the owner of the database to grant this user the right, or use another user in the URL of --to",
  "53100": "The disk of the server is full: free some space there, and run the command again",
};

/** Explains an error of PostgreSQL; undefined for other errors. */
export const explainPostgres: Explain = (error) => {
  const { code = "", message } = error as Error & { code?: string };
  if (/^(?:57P0\d|08\d{3}|ECONN\w+|EPIPE)$/.test(code) || message.startsWith("Connection terminated"))
    return `the connection was lost (${message}). Run the command again`;
  const advice = OF_POSTGRES[code];
  return advice && `${message}. ${advice}`;
};

/** Opens a database whose errors name it, the reason and what to do. */
export async function namingDatabase(
  name: string,
  explain: Explain,
  open: () => Promise<SqlDatabase>,
): Promise<SqlDatabase> {
  const naming =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await work(...args);
      } catch (error) {
        const reason = error instanceof Error ? explain(error, name) : undefined;
        throw reason === undefined ? error : new CommandError(`Cannot write ${name}: ${reason}.`);
      }
    };
  const database = await naming(open)();
  const { similarTable, changeType } = database;
  return {
    ...database,
    run: naming(database.run),
    rows: naming(database.rows),
    columnsOf: naming(database.columnsOf),
    upsert: naming(database.upsert),
    ...(similarTable && { similarTable: naming(similarTable) }),
    ...(changeType && { changeType: naming(changeType) }),
  };
}
