import { constants } from "node:fs";
import { access, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import { atLine } from "@metadata-service/spec-tools/input";
import type { Command } from "../command.js";
import { CommandError, UsageError } from "../command-error.js";
import type { BodyShape, OperationCommand } from "../command-table.js";
import { defaultType } from "../create/build-body.js";
import { type Entry, type Journal, openJournal } from "../create/journal.js";
import { readAssignments } from "../create/read-assignments.js";
import { openInput, readRecords } from "../create/read-records.js";
import { type Created, sendRecords } from "../create/send-records.js";
import type { Environment, Methods } from "../environment.js";
import { EXIT } from "../exit-code.js";
import { printable } from "../output/printable.js";
import { count } from "../output/progress.js";
import { connect, countOf, openService } from "../settings/connection.js";
import { findPlace } from "../targets/find-place.js";
import { replaceFile } from "../targets/part-file.js";
import { printResult } from "./call.js";
import { callMethod, type Given, operationCommand, sampleOf } from "./operation-command.js";
import { progressOf } from "./pull.js";

const OWN: readonly Flag[] = [
  {
    name: "from",
    value: "FILE",
    help: "send the records of an NDJSON or CSV file, one request each; - for standard input",
  },
  {
    name: "format",
    value: "ndjson|csv|rejects",
    help: "format of --from, if the file name does not show it; rejects for a file that --rejects wrote",
  },
  {
    name: "separator",
    value: "CHARACTER",
    help: "what separates the columns of a CSV file: , ; | or tab",
    default: ",",
  },
  {
    name: "rejects",
    value: "FILE",
    help: "write the records that were rejected to this file as NDJSON, with the reasons",
  },
  {
    name: "state",
    value: "FILE",
    help: "file that records what was sent, so that an interrupted run can continue",
    default: "FILE.progress",
  },
];

/** The maximum number of reasons that are printed if there is no `--rejects` file. */
const REASONS_SHOWN = 5;

/** What a client method that creates a record returns. */
type Sent = { withResponse(): Promise<Created> };

/** `metadata create inspection`: creates one record from arguments, or many from a file. */
export function createCommand(operation: OperationCommand, body: BodyShape): Command {
  const values = `${body.identity === undefined ? "" : `<${body.identity}> `}name=value… | --from FILE`;
  return operationCommand(operation, {
    description: `${(operation.description ?? operation.summary).replace(/(?<![.!?:])$/, ".")} ${describeInput(body)}`,
    usage: body.required ? `(${values})` : `[${values}]`,
    arguments: bodyArguments(body),
    flags: OWN,
    examples: (name) => [
      `${name} --from records.ndjson --rejects rejected.ndjson`,
      ...(body.items ? [`${name} lot-1 note="Lot 7 passed" weight:number=12.5`] : []),
    ],
    afterInterrupt: "Run the same command again to continue.",
    async run(given, flags, environment) {
      const from = flags.text("from");
      if (from === undefined) return createOne(operation, body, given, flags, environment);
      if (given.words.length > 0)
        throw new UsageError(
          `--from ${from} cannot be combined with a record on the command line: remove ${given.words[0]}, or --from`,
        );
      return createAll(operation, body, given, from, flags, environment);
    },
  });
}

const describeInput = ({ items }: BodyShape) =>
  items
    ? `Creates one record from arguments, or many from a file: NDJSON with one record per line, or CSV with one record per row. A CSV header contains field names, and ${items.key}:${items.type} for items.`
    : "Creates one record from arguments, or many from a file: NDJSON with one record per line, or CSV with one record per row and a column for each field.";

function bodyArguments({ identity, items, fields }: BodyShape) {
  const field = fields.find(({ name }) => name === identity);
  return [
    ...(field ? [{ name: field.name, help: field.description ?? "" }] : []),
    items
      ? {
          name: "name:type=value",
          help: `an item; types: ${Object.keys(items.types).join(", ")} (default: ${defaultType(items)})`,
        }
      : { name: "name=value", help: `a field: ${fields.map(({ name }) => name).join(", ")}` },
  ];
}

async function createOne(
  operation: OperationCommand,
  body: BodyShape,
  { path, query, words }: Given,
  flags: Flags,
  environment: Environment,
): Promise<number> {
  if (words.length === 0 && body.required) throw new UsageError("No record is given: add name=value…, or --from FILE");
  const record = words.length === 0 ? undefined : Buffer.from(readRecord(operation, words, body));
  const client = await connect(flags, environment);
  const options = { signal: environment.signal, ...retryOf(operation, body) };
  await printResult(await callMethod(client, operation, { path, query, body: record, options }), flags, environment);
  return EXIT.ok;
}

/** Reads a record from the command line, as JSON. */
function readRecord(operation: OperationCommand, words: readonly string[], body: BodyShape): string {
  const record = readAssignments(words, body);
  const { identity } = body;
  if (identity !== undefined && !record.fields.has(identity)) {
    throw new UsageError(
      `${identity} is missing. Write it before the values: ${sampleOf(operation)} ${identity.toUpperCase()} ${words.length > 1 ? "…" : words[0]}`,
    );
  }
  return record.json();
}

/** Whether sending a record again is safe, because the caller assigns its ID or it replaces another one. */
const isRepeatable = ({ method }: OperationCommand, { identity }: BodyShape) =>
  identity !== undefined || method === "PUT";

const retryOf = (operation: OperationCommand, body: BodyShape) =>
  isRepeatable(operation, body) ? { retry: { repeatCreates: true } } : {};

async function createAll(
  operation: OperationCommand,
  body: BodyShape,
  call: Given,
  from: string,
  flags: Flags,
  environment: Environment,
): Promise<number> {
  const width = countOf(flags, "concurrency") ?? 20;
  const { client, server } = await openService(flags, environment);
  const rejects = flags.text("rejects");
  if (rejects !== undefined) await refuseUnwritable(rejects);
  const state = flags.text("state") ?? (from === "-" ? undefined : `${from}.progress`);
  const records = readRecords(
    await openInput(from, environment),
    { from, format: flags.text("format"), separator: flags.text("separator") },
    body,
  );
  const journal = await openJournal(state, placeOf(operation, call, server));
  const progress = progressOf(flags, "records", environment);
  try {
    await sendRecords(records, {
      journal,
      width,
      isRepeatable: isRepeatable(operation, body),
      created: body.created,
      send: sender(client, operation, body, call),
      now: environment.now,
      tell: progress.tell,
      signal: environment.signal,
    });
    if (rejects !== undefined) await writeRejects(rejects, journal);
    await journal.remove();
  } finally {
    progress.end();
    await journal.close();
  }
  return tellOutcome(journal, rejects, flags, environment);
}

/** Describes where records are sent: operation, path parameters, parameters and server. */
function placeOf({ operation }: OperationCommand, { path, query }: Given, server: string): string {
  const parameters = Object.keys(query).length > 0 ? [JSON.stringify(query)] : [];
  return `${[operation, ...path, ...parameters].join(" ")} at ${server}`;
}

/** Sends one record with the client. */
const sender =
  (client: Methods, operation: OperationCommand, shape: BodyShape, { path, query }: Given) =>
  (body: Uint8Array, signal: AbortSignal): Promise<Created> => {
    const options = { signal, ...retryOf(operation, shape) };
    const sent = callMethod(client, operation, { path, query, body, options }) as Sent;
    return sent.withResponse();
  };

/** Fails before anything is sent if the reject file cannot be written. */
async function refuseUnwritable(rejects: string): Promise<void> {
  const { path, isStream } = await findPlace(rejects);
  await access(isStream ? path : dirname(path), constants.W_OK).catch((error: Error) => {
    throw new CommandError(`Cannot write the rejected records: ${error.message}`);
  });
}

const writeRejects = (path: string, journal: Journal): Promise<void> =>
  replaceFile(path, async (part) => {
    const file = await open(part.path, part.flag);
    try {
      for (const entry of journal.refused()) await file.writeFile(`${rejectText(entry)}\n`);
    } finally {
      await file.close();
    }
  });

/**
 * Formats a rejected record. JSON is not parsed, so it is exactly as it was given; other text becomes a string.
 */
function rejectText({ line, status, reason, given = { text: "" } }: Entry): string {
  if ("base64" in given) return JSON.stringify({ line, status, reason, ...given });
  const record = "json" in given ? given.json : JSON.stringify(given.text);
  return `${JSON.stringify({ line, status, reason }).slice(0, -1)},"record":${record}}`;
}

async function tellOutcome(
  journal: Journal,
  rejects: string | undefined,
  flags: Flags,
  environment: Environment,
): Promise<number> {
  const { stored, present, refused, unknown } = journal.counts();
  const code = refused + unknown > 0 ? EXIT.refused : EXIT.ok;
  if (flags.isOn("json")) {
    const counts = JSON.stringify({ stored, alreadyThere: present, refused, unknown });
    const reasons = rejects === undefined ? `,"rejects":[${journal.refused().map(rejectText).join(",")}]` : "";
    await environment.stdout.write(`${counts.slice(0, -1)}${reasons}}\n`);
    return code;
  }
  if (rejects === undefined)
    for (const { line, reason = "" } of journal.refused().slice(0, REASONS_SHOWN))
      await environment.stderr.write(`${printable(atLine(line, reason))}\n`);
  if (flags.isOn("quiet")) return code;
  const numbers = [`${count(stored)} stored`, `${count(present)} already there`, `${count(refused)} rejected`];
  if (unknown > 0) numbers.push(`${count(unknown)} with unknown outcome`);
  const hint = rejects === undefined ? " --rejects FILE saves the rejected records." : ` See ${rejects}.`;
  await environment.stderr.write(`${numbers.join(", ")}.${code === EXIT.ok ? "" : hint}\n`);
  return code;
}
