import type { Flags } from "@metadata-service/spec-tools/flags";
import { own } from "@metadata-service/spec-tools/own";
import { createPaint } from "@metadata-service/spec-tools/terminal";
import type { Command } from "../command.js";
import { UsageError } from "../command-error.js";
import type { ListShape, OperationCommand, Parameter } from "../command-table.js";
import type { Environment } from "../environment.js";
import { csvLine, csvRow, SAFE_CSV, withoutFormula } from "../output/csv.js";
import { formatTable, type Item } from "../output/format-table.js";
import { jsonText } from "../output/json-text.js";
import { connect } from "../settings/connection.js";
import { callMethod, operationCommand } from "./operation-command.js";

const FORMATS = ["table", "ndjson", "csv", "json"];

const OWN = [
  {
    name: "format",
    value: FORMATS.join("|"),
    help: "how records are printed",
    default: "table on a terminal, otherwise ndjson",
  },
  SAFE_CSV,
] as const;

/**
 * Descriptions that replace those of the spec, because here `limit` and `offset` apply to the whole output and not to
 * one page.
 */
const PAGING: Readonly<Record<string, { readonly description: string }>> = {
  limit: { description: "number of records to print" },
  offset: { description: "number of records to skip" },
};

/** The part of the client's lists that commands use. */
export interface List {
  batches(): AsyncIterable<readonly Item[]>;
}

/** `metadata reports list`: prints some records. */
export function listCommand(operation: OperationCommand, list: ListShape): Command {
  const parameters = operation.parameters.map((one): Parameter => ({ ...one, ...own(PAGING, one.key) }));
  return operationCommand(operation, {
    parameters,
    flags: OWN,
    examples: (name) => [`${name} --limit 5`, `${name} --limit 100 --format csv`],
    async run({ path, query }, flags, environment) {
      const format = formatOf(flags, environment);
      const client = await connect(flags, environment);
      const records = await readSome(
        (page) => {
          const given = { path, query: { ...query, ...page }, options: { signal: environment.signal } };
          return callMethod(client, operation, given) as List;
        },
        Number((query as { limit?: number }).limit ?? parameters.find(({ key }) => key === "limit")?.default ?? 10),
        list.maxLimit,
      );
      await environment.stdout.write(
        formatRecords(records, list, { format, isSafe: flags.isOn(SAFE_CSV.name) }, environment),
      );
      return undefined;
    },
  });
}

/** Reads the first records of a list. */
async function readSome(open: (page: object) => List, limit: number, maxLimit = 100): Promise<Item[]> {
  if (limit < 1) throw new UsageError(`--limit must be at least 1, not ${limit}`);
  const found: Item[] = [];
  for await (const records of open({ limit: Math.min(limit, maxLimit) }).batches()) {
    for (const record of records) found.push(record);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

function formatOf(flags: Flags, { stdout }: Environment): string {
  const named = flags.text("format") ?? (flags.isOn("json") ? "json" : stdout.isTerminal ? "table" : "ndjson");
  if (!FORMATS.includes(named))
    throw new UsageError(`--format must be one of ${FORMATS.join(", ")}, not ${JSON.stringify(named)}`);
  return named;
}

function formatRecords(
  records: readonly Item[],
  { columns }: ListShape,
  { format, isSafe }: { readonly format: string; readonly isSafe: boolean },
  { stdout, env }: Environment,
): string {
  if (format === "json") return `${jsonText(records, 2)}\n`;
  if (format === "ndjson") return records.map((record) => `${jsonText(record)}\n`).join("");
  const documented = columns.map(({ name }) => name);
  const others = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
    (name) => !documented.includes(name),
  );
  const all = [...columns, ...others.map((name) => ({ name, type: "json" as const }))];
  if (format === "table") {
    if (records.length === 0) return "No records.\n";
    return formatTable(records, all, stdout.columns, createPaint(stdout.isTerminal, env));
  }
  const safe = isSafe ? withoutFormula : (value: unknown) => value;
  return (
    csvLine(all.map(({ name }) => safe(name))) +
    records
      .map((one) =>
        csvRow(
          all.map(({ name }) => safe(own(one, name))),
          all.map(({ type }) => type),
        ),
      )
      .join("")
  );
}
