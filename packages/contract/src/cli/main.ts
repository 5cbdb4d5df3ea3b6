import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Case } from "../cases/case.js";
import { type Document, operationsOf } from "../document/document.js";
import { htmlReport } from "../report/html.js";
import { junitReport } from "../report/junit.js";
import { textReport } from "../report/text.js";
import { type Report, runContract } from "../run/run-contract.js";
import { forStream, valueForStream } from "./guard-terminal.js";
import { loadDocument } from "./load-document.js";
import { type CliOptions, HELP, readOptions, UsageError } from "./options.js";
import { progressOn } from "./progress.js";

/** The environment and the streams of a run; tests pass their own. */
export interface CommandIo {
  environment: NodeJS.ProcessEnv;
  stdout: { isTTY?: boolean; write(text: string): unknown };
  stderr: { isTTY?: boolean; write(text: string): unknown };
}

/** Runs the command. @returns the exit code */
export async function main(args: string[], { environment, stdout, stderr }: CommandIo): Promise<number> {
  try {
    const options = readOptions(args, environment);
    if (options === "help") stdout.write(HELP);
    else if (options === "version") stdout.write(`${version()}\n`);
    else return await run(options, { environment, stdout, stderr });
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const sentence = /\n|[.!?…:]$/.test(error.message) ? error.message : `${error.message}.`;
    stderr.write(forStream(`${sentence}\n`, stderr));
    return 2;
  }
}

/** Loads what the options name, runs the suite as `runContract` does, and writes the reports. */
async function run(options: CliOptions, { environment, stdout, stderr }: CommandIo): Promise<number> {
  const document = await loadDocument(options.document);
  if (!options.apiKey && needsKey(document))
    throw new UsageError("No API key: set one that the server accepts with --api-key or METADATA_API_KEY");
  const ca = options.ca === undefined ? undefined : await read(options.ca);
  if (options.insecure)
    stderr.write("WARNING: --insecure accepts any certificate; use --ca with a test authority instead\n");
  const progress = progressOn(stderr);
  let isStarted = false;
  const report = await runContract({
    ...options,
    document,
    ...(ca === undefined ? {} : { ca }),
    onStart: (start) => {
      isStarted = true;
      stderr.write(forStream(`${announce(start, options)}\n`, stderr));
    },
    onResult: progress.onResult,
  });
  progress.end();
  const isAbsent = !isStarted;
  if (isAbsent) stderr.write(forStream(`${report.stopped}; none of ${report.notRun} cases ran\n`, stderr));
  // This sentence already contains everything in the text report.
  await writeReports(report, options, {
    environment,
    stderr,
    stdout: isAbsent && !options.json ? { write: () => {} } : stdout,
  });
  return exitCode(report);
}

/** Whether an operation of a document can only be called with credentials. */
const needsKey = (document: Document): boolean =>
  operationsOf(document).some(
    ({ credentials }) => credentials.length > 0 && credentials.every((alternative) => alternative.length > 0),
  );

async function writeReports(report: Report, options: CliOptions, { environment, stdout }: CommandIo): Promise<void> {
  if (options.junit !== undefined) await write(options.junit, junitReport(report));
  if (options.html !== undefined) await write(options.html, htmlReport(report));
  const color = hasColor(Boolean(stdout.isTTY), environment);
  stdout.write(
    options.json
      ? forStream(
          `${JSON.stringify(report, null, 2)}
`,
          stdout,
        )
      : textReport(valueForStream(report, stdout), { ...options, color }),
  );
}

/** As in every command here: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`; `FORCE_COLOR` has the last word. */
function hasColor(isTerminal: boolean, { FORCE_COLOR: forced, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && !NO_COLOR && TERM !== "dumb";
}

/**
 * Returns the exit code: 2 if the run did not finish, even if a case failed; 1 if a case failed or none passed;
 * otherwise 0.
 */
function exitCode({ failed, passed, stopped }: Report): number {
  if (stopped !== undefined) return 2;
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** Describes what the run may leave on the server. */
function announce(
  { cases, uidPrefix }: { cases: readonly Case[]; uidPrefix: string },
  { readOnly }: CliOptions,
): string {
  if (readOnly) return `${cases.length} cases, read-only: nothing is created.`;
  const outside = cases.some((each) => each.outsidePrefix) ? ", and a few with a uid of one character" : "";
  // An undocumented method should create nothing, but read-only runs do not send it either.
  return cases.some((each) => each.writes && each.status !== "405")
    ? `${cases.length} cases. Records are created under the uid prefix ${uidPrefix}${outside}; nothing else is changed.`
    : `${cases.length} cases; nothing is created.`;
}

async function read(path: string): Promise<Buffer> {
  return readFile(path).catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new UsageError(`${path} cannot be written: ${error.message}`);
  });
}

const version = (): string => JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
