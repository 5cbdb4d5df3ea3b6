import { resolve } from "node:path";
import pg from "pg";
import { DEFAULTS, type ServiceOptions } from "./service-options.js";

/**
 * Names the database that a command uses, for its output: a command without a database setting uses `./data`, even when
 * the service is on PostgreSQL. The name contains no user and no password.
 */
export function databaseName({ data = DEFAULTS.data, databaseUrl }: ServiceOptions): string {
  if (databaseUrl === undefined) return `the folder ${resolve(data)}`;
  // The driver also reads the parameters of the URL and variables such as PGHOST.
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
  return `the PostgreSQL database ${database} on ${host}${port === 5432 ? "" : `:${port}`}`;
}
