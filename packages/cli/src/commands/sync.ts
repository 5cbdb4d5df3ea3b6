import { ClientError } from "@metadata-service/client";
import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import type { Command } from "../command.js";
import { CommandError, UsageError } from "../command-error.js";
import type { ListShape, OperationCommand } from "../command-table.js";
import { messageOf } from "../failures.js";
import type { Item } from "../output/format-table.js";
import { count } from "../output/progress.js";
import { connect, countOf, numberOf } from "../settings/connection.js";
import { formatOf, keepsState, openTarget } from "../targets/open-target.js";
import type { SyncTarget } from "../targets/target.js";
import { operationCommand } from "./operation-command.js";
import { filtersOf, progressOf, STDOUT, TARGET_FLAGS, tableOf, tellerOf, tellResult } from "./pull.js";

const OWN: readonly Flag[] = [
  ...TARGET_FLAGS,
  {
    name: "state",
    value: "NAME",
    help: "for a file: path of the state file (default: TARGET.state); for a database: name of the sync (default: name of the table)",
  },
  {
    name: "since",
    value: "DATE-TIME",
    help: "first sync: only what was updated at this time or later",
    default: "everything",
  },
  {
    name: "overlap",
    value: "SECONDS",
    help: "seconds by which a sync overlaps the previous one, to catch late updates",
    default: "300",
  },
  {
    name: "moved-from",
    value: "URL",
    help: "previous URL of the service, if the same service has moved since the last sync",
  },
];

/** The number of records per transaction. */
const STORED_AT_ONCE = 1000;

interface Batch {
  records: readonly Item[];
  checkpoint: string;
}

/** `metadata reports sync`: writes what changed since the last sync. */
export function syncCommand(operation: OperationCommand, list: ListShape, method: string): Command {
  const group = list.name.replaceAll("_", "-");
  return operationCommand(operation, {
    words: [...list.group, "sync"],
    summary: `Write what changed in ${group} since the last sync`,
    description: `Writes the records of ${group} that were created or updated since the last sync. A record replaces the one with the same ${list.identity}. If it is interrupted, the next run continues where it stopped, because the state is stored together with the records. Records that were deleted in the service stay in the target; use pull to replace everything.`,
    parameters: filtersOf(operation).filter(({ key }) => key !== list.updatedFrom && key !== list.updatedTo),
    flags: OWN,
    examples: (name) => [`${name} --to warehouse.duckdb`, `${name} --to postgres://user@localhost/warehouse`],
    afterInterrupt: "Run the same command again to continue.",
    async run({ path, query }, flags, environment) {
      const to = flags.text("to");
      if (to === undefined || STDOUT.includes(to))
        throw new UsageError("--to is missing: a sync needs a file or a database");
      const format = formatOf(to, flags.text("format"));
      const table = tableOf(list, flags);
      const [overlap, limit] = [numberOf(flags, "overlap", true), countOf(flags, "page-size")];
      const client = await connect(flags, environment);
      const target = await openTarget(to, format, table, tellerOf(flags, environment));
      const progress = progressOf(flags, "changed records", environment);
      let done = 0;
      try {
        const stored = await target.openSync(flags.text("state") ?? (keepsState(format) ? table.name : `${to}.state`));
        const [since, movedFrom] = [flags.text("since"), flags.text("moved-from")];
        const batches = client[method]?.(...path, {
          query,
          since,
          checkpoint: stored.checkpoint,
          ...(overlap !== undefined && { overlap: overlap * 1000 }),
          ...(limit !== undefined && { limit }),
          movedFrom,
          signal: environment.signal,
        }) as AsyncIterable<Batch>;
        await storeAll(stored, batches, (records) => {
          done += records;
          progress.tell(done);
        });
      } catch (error) {
        throw withRemedy(error, { table: keepsState(format) ? table.name : undefined, to }, flags);
      } finally {
        progress.end();
        await target.close();
      }
      await tellResult(flags, environment, `Stored ${count(done)} new or changed records.`, { records: done });
      return undefined;
    },
  });
}

/** Explains how to continue if the stored checkpoint is not one of this sync. */
function withRemedy(error: unknown, { table, to }: { table: string | undefined; to: string }, flags: Flags): unknown {
  if (error instanceof TypeError && error.message.startsWith("movedFrom"))
    return new UsageError(messageOf(error).replace("movedFrom", "--moved-from"));
  if (!(error instanceof ClientError) || !error.message.startsWith("the checkpoint ")) return error;
  const [reason = ""] = error.message.split(": start a new sync");
  const [, server] = /^the checkpoint belongs to the server (\S+), not to /.exec(reason) ?? [];
  const belongs = `The records in ${table === undefined ? to : `the table ${table}`} are of another sync: ${reason}`;
  const others = ["--to", ...(table === undefined ? [] : ["--table"])].join(" or ");
  const state = flags.text("state") === undefined ? "" : ", and another --state";
  const moved = server === undefined ? "" : ` If this service has moved from there, add --moved-from ${server}.`;
  return new CommandError(
    `${reason === error.message ? messageOf(error) : belongs}. Name another target with ${others}${state}.${moved}`,
  );
}

/** Stores several batches in one transaction, with the checkpoint of the last one. */
async function storeAll(target: SyncTarget, batches: AsyncIterable<Batch>, tell: (records: number) => void) {
  let waiting: Item[] = [];
  let last: string | undefined;
  const store = async () => {
    if (last === undefined) return;
    await target.store(waiting, last);
    tell(waiting.length);
    waiting = [];
    last = undefined;
  };
  for await (const { records, checkpoint } of batches) {
    for (const record of records) waiting.push(record);
    last = checkpoint;
    if (waiting.length >= STORED_AT_ONCE) await store();
  }
  await store();
  await target.finish();
}
