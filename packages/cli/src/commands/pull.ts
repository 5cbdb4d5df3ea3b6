import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import type { Command } from "../command.js";
import { UsageError } from "../command-error.js";
import type { ListShape, OperationCommand, Parameter } from "../command-table.js";
import type { Environment } from "../environment.js";
import { SAFE_CSV } from "../output/csv.js";
import type { Item } from "../output/format-table.js";
import { printable } from "../output/printable.js";
import { count, createProgress, duration, NO_PROGRESS, type Progress } from "../output/progress.js";
import { connect, countOf } from "../settings/connection.js";
import { fileTable, formatOf, openTarget, TARGETS_HELP } from "../targets/open-target.js";
import { textFormat } from "../targets/open-writer.js";
import type { ListTable } from "../targets/record-table.js";
import type { Target, Tell } from "../targets/target.js";
import type { List } from "./list.js";
import { callMethod, operationCommand } from "./operation-command.js";

/** The flags of all commands that write a list to a target. */
export const TARGET_FLAGS: readonly Flag[] = [
  { name: "to", value: "TARGET", help: TARGETS_HELP },
  {
    name: "format",
    value: "FORMAT",
    help: "ndjson, csv, parquet, duckdb or sqlite, if the file name does not show it",
  },
  { name: "table", value: "NAME", help: "table of a database; otherwise the name of the list" },
  { name: "page-size", value: "N", help: "records per request; otherwise the maximum" },
  SAFE_CSV,
];

/** The names of standard output. */
export const STDOUT: readonly string[] = ["-", "/dev/stdout"];

/** The number of records per write. */
const WRITTEN_AT_ONCE = 1000;

/** Returns the parameters that filter records, without those for paging. */
export const filtersOf = ({ parameters }: OperationCommand): Parameter[] =>
  parameters.filter(({ key }) => key !== "limit" && key !== "offset");

/** Returns the table for a list, named by `--table`, or by default after the list. */
export const tableOf = ({ name, identity, columns: fields }: ListShape, flags: Flags): ListTable => ({
  name: flags.text("table") ?? name,
  identity,
  fields,
  hasSafeTexts: flags.isOn(SAFE_CSV.name),
});

/** `metadata reports pull`: writes every record of a list. */
export function pullCommand(operation: OperationCommand, list: ListShape): Command {
  const group = list.name.replaceAll("_", "-");
  return operationCommand(operation, {
    words: [...list.group, "pull"],
    summary: `Write all ${group} to a file or a table`,
    description: `Writes every record of ${group} to a file or a table, each once. Pages are read 20 at a time. The target is replaced in one step when all records have been read; until then, and after a failure, it is unchanged. Without --to, records go to standard output, as NDJSON or with --format csv.`,
    parameters: filtersOf(operation),
    flags: TARGET_FLAGS,
    examples: (name) => [
      `${name} --to ${group}.parquet`,
      `${name} --to ${group}.csv`,
      `${name} --to postgres://user@localhost/warehouse`,
      `${name} | jq .${list.identity}`,
    ],
    afterInterrupt: "No file or table was changed. Run the command again to pull from the start.",
    async run({ path, query: filters }, flags, environment) {
      const pageSize = countOf(flags, "page-size");
      const query = { ...filters, ...(pageSize && { limit: pageSize }) };
      const target = await targetOf(flags, tableOf(list, flags), environment);
      const start = environment.now();
      const progress = progressOf(flags, "records", environment);
      let total: number | undefined;
      let done = 0;
      try {
        const client = await connect(flags, environment, {
          onEvent: (event) => {
            if (event.type === "page") total = event.total ?? total;
          },
        });
        const options = { signal: environment.signal };
        const pulled = callMethod(client, operation, { path, query, options }) as List;
        await target.replace(
          gather(pulled.batches(), (records) => {
            done += records.length;
            progress.tell(done, total);
          }),
        );
      } finally {
        progress.end();
        await target.close();
      }
      const seconds = (environment.now() - start) / 1000;
      await tellResult(flags, environment, `Pulled ${count(done)} records in ${duration(seconds)}.`, {
        records: done,
        seconds,
      });
      return undefined;
    },
  });
}

/** The target named by the flags; standard output by default. */
async function targetOf(flags: Flags, list: ListTable, environment: Environment): Promise<Target> {
  const to = flags.text("to");
  const tell = tellerOf(flags, environment);
  if (to !== undefined && !STDOUT.includes(to)) return openTarget(to, formatOf(to, flags.text("format")), list, tell);
  const format = flags.text("format") ?? "ndjson";
  if (format !== "ndjson" && format !== "csv")
    throw new UsageError(`${format} cannot be written to standard output. Name a file with --to.`);
  const { head, textsOf } = textFormat(format, fileTable(format, list, tell));
  return {
    async replace(batches) {
      if (head !== "") await environment.stdout.write(head);
      for await (const records of batches) for (const text of textsOf(records)) await environment.stdout.write(text);
    },
    openSync: () => Promise.reject(new UsageError("A sync needs --to")),
    close: async () => {},
  };
}

/** Joins small batches, because targets write large ones faster. */
export async function* gather(
  batches: AsyncIterable<readonly Item[]>,
  tell: (records: readonly Item[]) => void,
): AsyncGenerator<readonly Item[], void, undefined> {
  let waiting: Item[] = [];
  for await (const records of batches) {
    tell(records);
    for (const record of records) waiting.push(record);
    if (waiting.length < WRITTEN_AT_ONCE) continue;
    yield waiting;
    waiting = [];
  }
  if (waiting.length > 0) yield waiting;
}

/** Creates the progress display of a command. */
export const progressOf = (flags: Flags, noun: string, { stderr, now }: Environment): Progress =>
  flags.isOn("quiet") || flags.isOn("json") ? NO_PROGRESS : createProgress(stderr, noun, now);

/** Returns a function that prints a sentence for the user. */
export const tellerOf =
  (flags: Flags, { stderr }: Environment): Tell =>
  (sentence) => {
    if (!flags.isOn("quiet") && !flags.isOn("json")) void stderr.write(`${printable(sentence)}\n`);
  };

/** Prints the result of a command: a sentence for people, JSON for programs. */
export async function tellResult(
  flags: Flags,
  environment: Environment,
  sentence: string,
  result: object,
): Promise<void> {
  if (flags.isOn("json") && !STDOUT.includes(flags.text("to") ?? "-"))
    await environment.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!flags.isOn("quiet") && !flags.isOn("json")) await environment.stderr.write(`${sentence}\n`);
}
