import { type Case, type Context, NotApplicable, TooShort, type Topic } from "./case.js";
import { ownership } from "./cases/harmless.js";
import { cases } from "./cases.js";
import { type Cleanup, cleanUp } from "./cleanup.js";
import { type ContextOptions, createContext } from "./context.js";
import { headerValuesOf } from "./credentials.js";
import type { Document } from "./document.js";
import { covers, type Effort } from "./effort.js";
import { httpTarget } from "./http-target.js";
import { ContractViolation, REDACTED, type WireExchange } from "./judge.js";
import { GaveUp, GIVING_UP, type Pulse, pulseOf } from "./pulse.js";
import { withLiveExamples } from "./resources/live-examples.js";
import type { Target } from "./target.js";
import { createValidator } from "./validator.js";

/** The defaults of all options. */
export const DEFAULTS = {
  /** How thoroughly to test: `quick` takes about 10 seconds on the mock, `standard` 60, `thorough` 300. */
  effort: "standard" as Effort,
  /** The number of generated values to try for each property, by effort. */
  runs: { quick: 12, standard: 60, thorough: 400 } satisfies Record<Effort, number>,
  /** The maximum number of records to read from a list. */
  maxRecords: 5000,
  /** The number of concurrent cases. */
  concurrency: 12,
  /** The number of retries after a 429 that was not provoked. */
  patience: 3,
  /**
   * The time limit of one request in milliseconds: long enough for a busy machine, and short enough that a run ends
   * within 30 s if the server hangs.
   */
  timeout: 25_000,
} as const;

export interface RunOptions {
  /** The OpenAPI document to validate the target against. */
  document: Document;
  /** Any target; for a server, set `baseUrl` and `apiKey` instead. */
  target?: Target;
  baseUrl?: string;
  apiKey?: string;
  /** See `HttpTargetOptions`. */
  provokeHeader?: string;
  /** The time limit of one request in milliseconds; only used with `baseUrl`. @default 25000 */
  timeout?: number;
  /** Milliseconds for the whole run; cases that have not started by then are not run. @default Infinity */
  maxTime?: number;
  /** When to treat the server as down. @default GIVING_UP */
  givingUp?: { deadInRow: number; silence: number };
  /** The amount of testing. @default "standard" */
  effort?: Effort;
  /** Sends nothing that could change what the target stores. @default false */
  readOnly?: boolean;
  /** The prefix of every uid that is created; at most 30 characters. @default "contract-" and the seed */
  uidPrefix?: string;
  /** Also creates the few records whose uid is too short for the prefix. @default true if `uidPrefix` is not set */
  anyUid?: boolean;
  /** The seed for generated values; the same seed produces the same requests. @default taken from the clock */
  seed?: number;
  runs?: number;
  maxRecords?: number;
  concurrency?: number;
  patience?: number;
  /** The cases to run, so that they are created only once for many targets. @default created from the document */
  cases?: readonly Case[];
  /** Deletes what was created, if the document has an operation for that. @default false */
  cleanup?: boolean;
  /** Runs only the cases whose id matches. */
  only?: RegExp;
  /** Stops after this many failures. @default Infinity */
  bail?: number;
  /** Called after each case. */
  onResult?(result: CaseResult, done: number, total: number): void;
}

export interface CaseResult extends Topic {
  id: string;
  name: string;
  verdict: "passed" | "failed" | "skipped";
  /** The reason why the case failed or was not run. */
  reason?: string;
  /** Whether the case was not run because a list has too few records. */
  tooShort?: boolean;
  /** The request and the response that show the failure. */
  exchange?: WireExchange;
  milliseconds: number;
}

/** The result of a run. */
export interface Report {
  target: string;
  baseUrl?: string;
  document: { title: string; version: string };
  effort: Effort;
  seed: number;
  uidPrefix: string;
  readOnly: boolean;
  passed: number;
  failed: number;
  skipped: number;
  /** The number of cases that were not run because the run did not finish. */
  notRun: number;
  /** The number of cases that only run at a higher effort. */
  leftOut: number;
  /** The reason why the run did not finish. */
  stopped?: string;
  /** The result of the cleanup, if it was requested. */
  cleanup?: Cleanup;
  milliseconds: number;
  results: CaseResult[];
}

/**
 * Runs the contract suite of a document on a target.
 *
 * @example
 * ```ts
 * const report = await runContract({ document, baseUrl: "http://localhost:4010", apiKey: "demo-key" });
 * console.log(`${report.passed} passed, ${report.failed} failed`);
 * ```
 */
export async function runContract(options: RunOptions): Promise<Report> {
  const started = performance.now();
  const seed = options.seed ?? Date.now() % 2 ** 31;
  const uidPrefix = options.uidPrefix ?? `contract-${seed.toString(36)}-`;
  const effort = options.effort ?? DEFAULTS.effort;
  const target = options.target ?? serverOf(options);
  const pulse = pulseOf(target, options.givingUp ?? GIVING_UP);
  const limit =
    options.maxTime === undefined ? undefined : setTimeout(() => pulse.stop(timeIsUp(options)), options.maxTime);
  const live = ownership(options.document, uidPrefix, pulse.target.send);
  const document = options.cases
    ? options.document
    : await withLiveExamples(options, { ...pulse.target, send: live.send }, `${uidPrefix}0`);
  const context = contextOf({ ...options, document }, { target: pulse.target, seed, uidPrefix, effort });
  const wanted = (options.cases ?? casesFor(target, document)).filter(({ id }) => options.only?.test(id) ?? true);
  const todo = wanted.filter(({ least }) => covers(effort, least));
  const results = await runAll(todo, context, pulse, options);
  const created = () => [...live.created(), ...context.created()];
  const cleanup = options.cleanup ? await cleanUp(options.document, pulse.target, created()) : undefined;
  clearTimeout(limit);
  pulse.close();
  if (!options.target) await target.close?.();
  const stopped = pulse.stopped();
  return {
    ...headOf({ ...options, target, seed, uidPrefix, effort }),
    ...countsOf(results),
    notRun: todo.length - results.length,
    leftOut: wanted.length - todo.length,
    ...(stopped === undefined ? {} : { stopped }),
    ...(cleanup === undefined ? {} : { cleanup }),
    milliseconds: Math.round(performance.now() - started),
    results,
  };
}

/** Returns the report of a run that could not start, with the reason. */
export function unrunReport(run: Run, stopped: string, notRun: number): Report {
  return { ...headOf(run), ...countsOf([]), notRun, leftOut: 0, stopped, milliseconds: 0, results: [] };
}

type Run = Pick<RunOptions, "document" | "readOnly" | "effort"> & { target: Target; seed: number; uidPrefix: string };

/** Returns the parts of a report that are known before there are results. */
const headOf = ({ document, target, effort = DEFAULTS.effort, seed, uidPrefix, readOnly = false }: Run) => ({
  target: target.name,
  ...(target.baseUrl === undefined ? {} : { baseUrl: target.baseUrl }),
  document: { title: document.info.title, version: document.info.version },
  effort,
  seed,
  uidPrefix,
  readOnly,
});

function countsOf(results: readonly CaseResult[]) {
  const count = (verdict: CaseResult["verdict"]) => results.filter((result) => result.verdict === verdict).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

function contextOf(
  options: RunOptions,
  own: Pick<ContextOptions, "target" | "seed" | "uidPrefix"> & { effort: Effort },
): Context {
  const { document } = options;
  return createContext({
    document,
    validator: createValidator(document),
    ...own,
    runs: options.runs ?? DEFAULTS.runs[own.effort],
    maxRecords: options.maxRecords ?? DEFAULTS.maxRecords,
    patience: options.patience ?? DEFAULTS.patience,
  });
}

const timeIsUp = ({ maxTime = 0 }: RunOptions) => `the time limit of ${maxTime / 1000} s for the run has expired`;

/**
 * Runs the cases that can run concurrently, together with those that mostly wait, then the cases that change lists,
 * then the others one by one. If the server goes down, cases that failed after its last response count as not run.
 */
async function runAll(todo: Case[], context: Context, pulse: Pulse, options: RunOptions): Promise<CaseResult[]> {
  const results: (CaseResult | undefined)[] = new Array(todo.length);
  const ends: number[] = [];
  let done = 0;
  let failures = 0;
  const allowed = { ...options, anyUid: options.anyUid ?? options.uidPrefix === undefined };
  const lane = async (next: () => number | undefined) => {
    for (let index = next(); index !== undefined; index = next()) {
      const each = todo[index] as Case;
      const result = await runCase(each, context, skipReason(each, pulse.target, allowed)).catch((error: Error) => {
        if (!isGivenUp(error)) throw error;
      });
      if (!result) return;
      results[index] = result;
      ends[index] = performance.now();
      if (result.verdict === "failed") failures++;
      done++;
      options.onResult?.(result, done, todo.length);
    }
  };
  const more = () => pulse.stopped() === undefined && failures < (options.bail ?? Number.POSITIVE_INFINITY);
  const lanesOf = (lanes: number, belongs: (each: Case) => boolean | undefined) => {
    const own = [...todo.keys()].filter((index) => belongs(todo[index] as Case));
    const queue = own.values();
    const next = () => (more() ? queue.next().value : undefined);
    return Promise.all(Array.from({ length: Math.min(lanes, own.length) }, () => lane(next)));
  };
  const concurrency = options.concurrency ?? DEFAULTS.concurrency;
  await Promise.all([
    lanesOf(todo.length, ({ waits }) => waits),
    lanesOf(concurrency, ({ alone, waits, moves, last }) => !alone && !waits && !moves && !last),
  ]);
  await lanesOf(concurrency, ({ alone, waits, moves }) => moves && !alone && !waits);
  await lanesOf(1, ({ alone }) => alone);
  await lanesOf(1, ({ last }) => last);
  const gone = pulse.stopped() !== undefined ? pulse.lastLive() : Number.POSITIVE_INFINITY;
  return results.filter(
    (result, i): result is CaseResult =>
      result !== undefined && !(result.verdict === "failed" && (ends[i] ?? 0) > gone),
  );
}

/** Returns the cases that a target can send: a client, for example, cannot send broken JSON or omit the key. */
export const casesFor = (target: Target, document: Document): Case[] =>
  cases(document).filter((each) => target.speaks !== "methods" || !each.wire);

/**
 * Runs one case; if it throws, the error becomes the verdict.
 *
 * @throws {GaveUp} if the run was given up in the meantime
 */
export async function runCase(each: Case, context: Context, skipped?: string): Promise<CaseResult> {
  const { id, name, operation, status, keyword, branch } = each;
  const result = { id, name, operation, status, keyword, branch };
  if (skipped !== undefined) return { ...result, verdict: "skipped", reason: skipped, milliseconds: 0 };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  let own = context.forCase(id);
  try {
    for (let round = 0, rounds = 1; round < rounds; round++) {
      for (let turn = 0, turns = 1; turn < turns; turn++) {
        own = context.forCase(id, turn, round);
        await each.run(own);
        // Listed values of a path mostly behave the same, so a quick run tries one of them, selected by the id.
        turns = covers(context.effort, "standard") ? own.choices() : 1;
      }
      rounds = own.rounds();
    }
    return { ...result, verdict: "passed", milliseconds: took() };
  } catch (error) {
    if (isGivenUp(error)) throw error;
    const skip = [error, (error as Error | undefined)?.cause].find((one) => one instanceof NotApplicable);
    if (skip) return { ...result, verdict: "skipped", reason: skip.message, ...shortness(skip), milliseconds: took() };
    const { reason, shown } = failureOf(error);
    const exchange = shown ?? own.last();
    const told = exchange && { exchange: redacted(exchange, context.target.apiKey) };
    return { ...result, verdict: "failed", reason, ...told, milliseconds: took() };
  }
}

/**
 * Converts an error of a case to a reason. A property wraps the original failure, which the reader wants to see first.
 */
function failureOf(error: unknown): { reason: string; shown?: WireExchange } {
  const message = error instanceof Error ? error.message || error.name : String(error);
  if (error instanceof ContractViolation) return { reason: message, shown: error.exchange };
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ContractViolation)) return { reason: message };
  return { reason: `${cause.message}\n${message}`, shown: cause.exchange };
}

const shortness = (error: NotApplicable) => (error instanceof TooShort ? { tooShort: true } : {});

/** Removes the API key from an exchange, so that reports can be shared. */
function redacted({ request, response }: WireExchange, key: string): WireExchange {
  if (key === "") return { request, response };
  const secrets = headerValuesOf(key);
  const headers = Object.entries(request.headers).map(([name, value]) => {
    if (secrets.includes(value)) return [name, REDACTED];
    return [name, /^cookie$/i.test(name) ? value.replaceAll(`=${key}`, `=${REDACTED}`) : value];
  });
  const path = request.path.replaceAll(`=${encodeURIComponent(key)}`, `=${REDACTED}`);
  return { request: { ...request, path, headers: Object.fromEntries(headers) }, response };
}

/** Whether an error means that the run was stopped, even if a property wraps it. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof GaveUp || (error instanceof Error && error.cause instanceof GaveUp);

/** Returns the reason why a case is not run on this target; undefined if it is run. */
export function skipReason(
  each: Case,
  target: Target,
  { readOnly = false, anyUid = false }: Pick<RunOptions, "readOnly" | "anyUid"> = {},
): string | undefined {
  if (readOnly && each.writes) return "read-only: it could change what the target stores";
  if (each.outsidePrefix && !anyUid) return "its uid is shorter than the prefix; to send it, use --any-uid";
  const matches = (match: string | RegExp) => (typeof match === "string" ? match === each.id : match.test(each.id));
  return target.skips?.find((skip) => matches(skip.match))?.reason;
}

function serverOf({ baseUrl, apiKey, provokeHeader, timeout = DEFAULTS.timeout }: RunOptions): Target {
  if (baseUrl === undefined || apiKey === undefined)
    throw new Error("runContract needs either target, or both baseUrl and apiKey");
  return httpTarget({ baseUrl, apiKey, provokeHeader, timeout });
}
