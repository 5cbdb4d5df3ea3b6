import { existsSync } from "node:fs";
import { dirname, extname } from "node:path";
import { UsageError } from "../command-error.js";
import { withoutFormula } from "../output/csv.js";
import { explainDuckdb, explainPostgres, explainSqlite, namingDatabase } from "./explain-database.js";
import { fileTarget } from "./file-target.js";
import { findFile } from "./find-place.js";
import { type ListTable, type RecordTable, recordTable } from "./record-table.js";
import type { FileFormat } from "./record-writer.js";
import { type SqlDatabase, sqlTarget } from "./sql-target.js";
import type { Target, Tell } from "./target.js";

type Format = FileFormat | "duckdb" | "sqlite" | "postgres";

const EXTENSIONS: Readonly<Record<string, Format>> = {
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".csv": "csv",
  ".parquet": "parquet",
  ".duckdb": "duckdb",
  ".sqlite": "sqlite",
  ".sqlite3": "sqlite",
  ".db": "sqlite",
};

const FORMATS: readonly Format[] = ["ndjson", "csv", "parquet", "duckdb", "sqlite", "postgres"];

/** What `--to` accepts, for the help. */
export const TARGETS_HELP = "file (.ndjson, .csv, .parquet, .duckdb, .sqlite) or URL (postgres://…)";

/** Whether a target is a database at a URL, not a file. */
export const isDatabaseUrl = (to: string): boolean => /^postgres(ql)?:\/\//.test(to);

/**
 * Returns the format given by `--format`, otherwise the one that the target's name implies. Throws if the folder of a
 * file does not exist.
 */
export function formatOf(to: string, named: string | undefined): Format {
  if (named !== undefined && !FORMATS.includes(named as Format))
    throw new UsageError(`--format must be one of ${FORMATS.join(", ")}, not ${JSON.stringify(named)}`);
  if (isDatabaseUrl(to)) return "postgres";
  const format = (named as Format | undefined) ?? EXTENSIONS[extname(to).toLowerCase()];
  if (format === undefined || format === "postgres")
    throw new UsageError(
      `The name ${JSON.stringify(to)} does not show the format. --to takes a ${TARGETS_HELP}; or add --format.`,
    );
  const folder = dirname(to);
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}. Create it, or choose another file.`);
  return format;
}

/** Whether the state of a sync is stored in the target itself. */
export const keepsState = (format: Format): boolean => !["ndjson", "csv", "parquet"].includes(format);

export async function openTarget(to: string, format: Format, list: ListTable, tell: Tell): Promise<Target> {
  if (format === "postgres" || format === "sqlite" || format === "duckdb")
    return sqlTarget(await openDatabase(to, format), list, tell);
  if (format === "parquet") await findFile(to);
  return fileTarget(to, format, { table: fileTable(format, list, tell), identity: list.identity, tell });
}

async function openDatabase(to: string, format: "postgres" | "sqlite" | "duckdb"): Promise<SqlDatabase> {
  if (format === "postgres")
    return namingDatabase(`to ${placeOf(to)}`, explainPostgres, async () =>
      (await import("./postgres.js")).openPostgres(to),
    );
  const path = await findFile(to);
  if (format === "sqlite")
    return namingDatabase(to, explainSqlite, async () => (await import("./sqlite.js")).openSqlite(path));
  return namingDatabase(to, explainDuckdb, async () => (await import("./duckdb.js")).openDuckdb(path));
}

/** Names the database of a URL, without user and password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return "PostgreSQL";
  const { host, pathname } = new URL(url);
  return `the PostgreSQL database ${pathname.slice(1)}${host && ` at ${host}`}`;
}

/** The table in a file. NDJSON has no columns. */
export function fileTable(format: FileFormat, list: ListTable, tell: Tell): RecordTable {
  const table = recordTable(list, { hasTimesAsText: format === "csv" });
  if (table.note && format !== "ndjson") tell(table.note);
  if (format !== "csv" || !list.hasSafeTexts) return table;
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, name: withoutFormula(column.name) })),
    rowOf: (record) => table.rowOf(record).map(withoutFormula),
  };
}
