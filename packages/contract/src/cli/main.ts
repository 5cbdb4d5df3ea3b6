import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Case } from "../case.js";
import { type Document, operationsOf } from "../document.js";
import { covers } from "../effort.js";
import { httpTarget } from "../http-target.js";
import { htmlReport } from "../report/html.js";
import { junitReport } from "../report/junit.js";
import { textReport } from "../report/text.js";
import { requestOf } from "../request.js";
import { casesFor, DEFAULTS, type Report, runContract, skipReason, unrunReport } from "../run-contract.js";
import type { Target } from "../target.js";
import { forStream, valueForStream } from "./guard-terminal.js";
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
    stderr.write(forStream(`${error.message}\n`, stderr));
    return 2;
  }
}

async function run(options: CliOptions, { environment, stdout, stderr }: CommandIo): Promise<number> {
  const document = await loadDocument(options.document);
  const { baseUrl, apiKey, provokeHeader, timeout = DEFAULTS.timeout } = options;
  const target = httpTarget({ baseUrl, apiKey, provokeHeader, timeout });
  const seed = options.seed ?? Date.now() % 2 ** 31;
  const uidPrefix = options.uidPrefix ?? `contract-${seed.toString(36)}-`;
  const output = { environment, stdout, stderr };
  try {
    const cases = casesFor(target, document);
    const wanted = casesOfRun(cases, target, options).length;
    const absent = await absenceOf(target, document);
    if (absent !== undefined) {
      const stopped = `${absent}; none of ${wanted} cases ran`;
      stderr.write(forStream(`${stopped}\n`, stderr));
      await writeReports(unrunReport({ ...options, document, target, seed, uidPrefix }, stopped, wanted), options, {
        ...output,
        // This sentence already contains everything in the text report.
        stdout: options.json ? stdout : { write: () => {} },
      });
      return 2;
    }
    stderr.write(forStream(`${announce(cases, target, options, uidPrefix)}\n`, stderr));
    const progress = progressOn(stderr);
    const report = await runContract({
      ...options,
      document,
      target,
      cases,
      seed,
      uidPrefix,
      onResult: progress.onResult,
    });
    progress.end();
    await writeReports(report, options, output);
    return exitCode(report);
  } finally {
    await target.close?.();
  }
}

async function writeReports(report: Report, options: CliOptions, { environment, stdout }: CommandIo): Promise<void> {
  if (options.junit !== undefined) await write(options.junit, junitReport(report));
  if (options.html !== undefined) await write(options.html, htmlReport(report));
  const color = Boolean(stdout.isTTY) && !environment["NO_COLOR"];
  stdout.write(
    options.json
      ? forStream(`${JSON.stringify(report, null, 2)}\n`, stdout)
      : textReport(valueForStream(report, stdout), { ...options, color }),
  );
}

/**
 * Returns the exit code: 2 if the run did not finish, even if a case failed; 1 if a case failed or none passed;
 * otherwise 0.
 */
function exitCode({ failed, passed, stopped }: Report): number {
  if (stopped !== undefined) return 2;
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** Returns the cases that the options select. */
function casesOfRun(cases: readonly Case[], target: Target, options: CliOptions): Case[] {
  const { only, effort = DEFAULTS.effort } = options;
  const all = cases.filter(({ id, least }) => (only?.test(id) ?? true) && covers(effort, least));
  return all.filter((each) => skipReason(each, target, options) === undefined);
}

/** Describes what the run may leave on the server. */
function announce(cases: readonly Case[], target: Target, options: CliOptions, uidPrefix: string): string {
  const run = casesOfRun(cases, target, options);
  if (options.readOnly) return `${run.length} cases, read-only: nothing is created.`;
  const outside = run.some((each) => each.outsidePrefix) ? ", and a few with a uid of one character" : "";
  // An undocumented method should create nothing, but read-only runs do not send it either.
  return run.some((each) => each.writes && each.status !== "405")
    ? `${run.length} cases. Records are created under the uid prefix ${uidPrefix}${outside}; nothing else is changed.`
    : `${run.length} cases; nothing is created.`;
}

/**
 * Sends one request before all others, so that a wrong address or key leads to one clear line instead of a thousand
 * failures.
 *
 * @returns the reason why no case can run; undefined if they can
 */
async function absenceOf(target: Target, document: Document): Promise<string | undefined> {
  const operation = operationsOf(document).find(({ method }) => method === "GET");
  if (!operation) return undefined;
  try {
    const { status } = await target.send(requestOf(operation, {}, target.apiKey));
    if ([502, 503, 504].includes(status))
      return `${target.name} responds with ${status}: the service behind it is down`;
    return status === 401 ? `${target.name} rejects the API key (401); check --api-key or METADATA_API_KEY` : undefined;
  } catch (error) {
    const { cause, message, name } = error as Error;
    return `${target.name} does not respond: ${(cause as Error)?.message || message || name}`;
  }
}

async function loadDocument(path: string | undefined): Promise<Document> {
  if (path === undefined) return createRequire(import.meta.url)("@metadata-service/openapi/openapi.json");
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    throw new UsageError(`${path} is not an OpenAPI document in JSON: ${(error as Error).message}`);
  }
  if (typeof (document as Document)?.paths !== "object")
    throw new UsageError(`${path} is not an OpenAPI document: it has no paths`);
  return document as Document;
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new UsageError(`${path} cannot be written: ${error.message}`);
  });
}

const version = (): string => JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
