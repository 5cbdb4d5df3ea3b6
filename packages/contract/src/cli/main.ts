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
import { casesFor, DEFAULTS, type Report, runContract, skipReason } from "../run-contract.js";
import type { Target } from "../target.js";
import { type CliOptions, HELP, readOptions, UsageError } from "./options.js";
import { progressOn } from "./progress.js";

/** Where a run reads and writes; the tests give their own. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  stdout: { isTTY?: boolean; write(text: string): unknown };
  stderr: { isTTY?: boolean; write(text: string): unknown };
}

/** Runs the command. @returns the exit code */
export async function main(args: string[], { environment, stdout, stderr }: Surroundings): Promise<number> {
  try {
    const options = readOptions(args, environment);
    if (options === "help") stdout.write(HELP);
    else if (options === "version") stdout.write(`${version()}\n`);
    else return await run(options, { environment, stdout, stderr });
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function run(options: CliOptions, { environment, stdout, stderr }: Surroundings): Promise<number> {
  const document = await loadDocument(options.document);
  const { baseUrl, apiKey, provokeHeader, timeout = DEFAULTS.timeout } = options;
  const target = httpTarget({ baseUrl, apiKey, provokeHeader, timeout });
  const seed = options.seed ?? Date.now() % 2 ** 31;
  const uidPrefix = options.uidPrefix ?? `contract-${seed.toString(36)}-`;
  try {
    const cases = casesFor(target, document);
    await reach(target, document, casesOfRun(cases, target, options).length);
    stderr.write(`${announce(cases, target, options, uidPrefix)}\n`);
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
    if (options.junit !== undefined) await write(options.junit, junitReport(report));
    if (options.html !== undefined) await write(options.html, htmlReport(report));
    const colour = Boolean(stdout.isTTY) && !environment["NO_COLOR"];
    stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : textReport(report, { ...options, colour }));
    return exitCode(report);
  } finally {
    await target.close?.();
  }
}

/** A run that ended before its end proves nothing, unless something had failed by then and the server was there. */
function exitCode({ failed, passed, stopped }: Report): number {
  if (stopped !== undefined) return 2;
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** The cases that the options leave, on a target that can be asked all of them. */
function casesOfRun(cases: readonly Case[], target: Target, options: CliOptions): Case[] {
  const { only, effort = DEFAULTS.effort } = options;
  const all = cases.filter(({ id, least }) => (only?.test(id) ?? true) && covers(effort, least));
  return all.filter((each) => skipReason(each, target, options) === undefined);
}

/** Says beforehand what the run may leave on the server. */
function announce(cases: readonly Case[], target: Target, options: CliOptions, uidPrefix: string): string {
  const run = casesOfRun(cases, target, options);
  if (options.readOnly) return `${run.length} cases, read-only: nothing is created.`;
  const outside = run.some((each) => each.outsidePrefix) ? ", and a few with a uid of one character" : "";
  // A method that the document does not know creates nothing; it is held back in read-only runs all the same.
  return run.some((each) => each.writes && each.status !== "405")
    ? `${run.length} cases. Records are created under the uid prefix ${uidPrefix}${outside}; nothing else is changed.`
    : `${run.length} cases; nothing is created.`;
}

/** One request before all others, so that a wrong address or key is one clear line and not a thousand failures. */
async function reach(target: Target, document: Document, count: number): Promise<void> {
  const operation = operationsOf(document).find(({ method }) => method === "GET");
  if (!operation) return;
  const response = await target.send(requestOf(operation, {}, target.apiKey)).catch((error: Error) => {
    const why = (error.cause as Error)?.message || error.message || error.name;
    throw new UsageError(`${target.name} does not respond: ${why}; none of ${count} cases ran`);
  });
  if ([502, 503, 504].includes(response.status))
    throw new UsageError(
      `${target.name} responds with ${response.status}: the service behind it is not there; none of ${count} cases ran`,
    );
  if (response.status === 401) throw new UsageError(`${target.name} refuses the key (401)`);
}

async function loadDocument(path: string | undefined): Promise<Document> {
  if (path === undefined) return createRequire(import.meta.url)("@metadata-service/openapi/openapi.json");
  let document: unknown;
  try {
    document = JSON.parse(await readFile(path, "utf8"));
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
