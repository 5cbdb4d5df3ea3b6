import { describeFlags } from "@metadata-service/spec-tools/flags";
import { SETTINGS } from "./settings.js";

/** What `metadata-service --help` prints. */
export function helpText(): string {
  const settings = describeFlags(
    SETTINGS.map(({ flag, value, help, otherwise }) => ({ name: flag, value, help, default: otherwise })),
  );
  return `metadata-service: stores metadata records, lists purchase orders and reports

  metadata-service start                                   serve; the first start makes a key and prints it
  metadata-service keys create --label TEXT [--expires DATE] [--namespace NAME] [--scope read|write]
                                                           make a key and print it, once
  metadata-service keys list                               with what each may do, and when it was last used
  metadata-service keys rotate ID [--expires DATE]         make another key like it; both are valid until one is revoked
  metadata-service keys revoke ID
  metadata-service import purchase-orders|reports FILE [--format ndjson|json|csv] [--rejects FILE]
  metadata-service import metadata FILE --namespace NAME [--format ndjson|json|csv] [--rejects FILE]
                                                           lines of JSON, a JSON array or CSV, as FILE ends in .json or .csv;
                                                           FILE may be - for standard input
  metadata-service export metadata --namespace NAME        the records as sent, one a line, on standard output
  metadata-service export purchase-orders|reports          the records of a list, one a line, on standard output
  metadata-service backup FILE                             everything, keys included, as of one moment, into a new file
  metadata-service restore FILE                            fill an empty database with a backup
  metadata-service move --data DIR --database-url-file FILE
                                                           copy a data folder, keys included, into an empty PostgreSQL
  metadata-service distribute --database-url-file FILE     spread the tables over the workers of a Citus cluster

All commands take --data DIR or --database-url URL; on a data folder that is in use they work through the service that
uses it. Settings, as flags or as variables of the environment (flags win); --max-concurrent is
METADATA_SERVICE_MAX_CONCURRENT and so on, but for METADATA_SERVICE_DATA_DIR and DATABASE_URL:

${settings}`;
}
