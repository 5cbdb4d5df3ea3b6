import { describeFlags } from "@metadata-service/spec-tools/flags";
import { bundledRules } from "../bundled-document.js";
import { listChoice, requiredFields } from "../lists/list-names.js";
import { SETTINGS } from "./settings.js";

/** Returns the output of `metadata-service --help`. */
export function helpText(): string {
  const settings = describeFlags(
    SETTINGS.map(({ flag, value, help, otherwise }) => ({ name: flag, value, help, default: otherwise })),
  );
  const lists = listChoice();
  const exported = `  metadata-service export ${lists}`;
  return `metadata-service: the server of the ${bundledRules().api.title}

  metadata-service start                                   run the service; the first start creates and prints a key
  metadata-service keys create --label TEXT [--expires DATE] [--namespace NAME] [--scope read|write|read,write]
                                                           create a key and print it, only this once
  metadata-service keys list                               list keys with their permissions and last use
  metadata-service keys rotate ID [--expires DATE]         create a key with the same permissions and expiry; the old one stays valid
  metadata-service keys revoke ID                          revoke a key at once
  metadata-service import ${lists} FILE [--format ndjson|json|csv] [--separator ";"] [--rejects FILE]
  metadata-service import metadata FILE --namespace NAME [--format ndjson|json|csv] [--separator ";"] [--rejects FILE]
                                                           the default format depends on the file name (.json, .csv, otherwise ndjson);
                                                           the columns of CSV are separated by , or by --separator ; | or tab;
                                                           - reads standard input;
                                                           ${requiredFields().join(`;\n${" ".repeat(59)}`)}
  metadata-service export metadata --namespace NAME        print the records as sent, one per line
${exported.padEnd(58)} print the records of a list, one per line
  metadata-service backup FILE                             write a consistent snapshot, including keys, to a new file
  metadata-service restore FILE                            restore a backup into an empty database
  metadata-service move --data DIR --database-url-file FILE
                                                           copy a data folder, including keys, to an empty PostgreSQL database
  metadata-service distribute --database-url-file FILE     distribute the tables over the workers of a Citus cluster
  metadata-service --version                               print the version

All commands accept --data DIR or --database-url URL. If a running service has the data folder open, they work through
that service.

Settings can be given as flags or as environment variables; flags take precedence. The variable of --max-concurrent is
METADATA_SERVICE_MAX_CONCURRENT, and so on; exceptions: METADATA_SERVICE_DATA_DIR and DATABASE_URL.

${settings}`;
}
