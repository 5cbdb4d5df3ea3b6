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

/** Every default of a run in one place. */
export const DEFAULTS = {
  /** How much is tried: about 10, 60 and 300 seconds on the mock. */
  effort: "standard" as Effort,
  /** Tries of each property, by effort. */
  runs: { quick: 12, standard: 60, thorough: 400 } satisfies Record<Effort, number>,
  /** Records of a list that are read at most. */
  maxRecords: 5000,
  /** Cases at once. */
  concurrency: 12,
  /** How often an unasked-for 429 is waited out. */
  patience: 3,
  /** Milliseconds for one request: enough for a machine that has much else to do, and a run ends within 30 s of a hang. */
  timeout: 25_000,
} as const;

export interface RunOptions {
  /** The OpenAPI document to hold the target to. */
  document: Document;
  /** Any target; or say `baseUrl` and `apiKey` for a server. */
  target?: Target;
  baseUrl?: string;
  apiKey?: string;
  /** See `HttpTargetOptions`. */
  provokeHeader?: string;
  /** Milliseconds for one request to a `baseUrl`. @default 25000 */
  timeout?: number;
  /** Milliseconds for the whole run; what has not begun by then is not run. @default Infinity */
  maxTime?: number;
  /** When a server counts as gone. @default GIVING_UP */
  givingUp?: { deadInRow: number; silence: number };
  /** How much is tried. @default "standard" */
  effort?: Effort;
  /** Sends nothing that could change what the target stores. @default false */
  readOnly?: boolean;
  /** Begins every uid that is created; at most 30 characters. @default "contract-" and the seed */
  uidPrefix?: string;
  /** Also creates the few records whose uid is too short for the prefix. @default true where no `uidPrefix` is given */
  anyUid?: boolean;
  /** Of generated values; the same seed gives the same requests. @default taken from the clock */
  seed?: number;
  runs?: number;
  maxRecords?: number;
  concurrency?: number;
  patience?: number;
  /** The cases to run, made before; a document that is run on many targets needs them once. @default made from it */
  cases?: readonly Case[];
  /** Deletes what was created, where the document has an operation for it. @default false */
  cleanup?: boolean;
  /** Only cases whose id matches. */
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
  /** Why it failed, or why it was not run. */
  reason?: string;
  /** Whether it was not run because a list holds too few records. */
  tooShort?: boolean;
  /** Of a case that failed: the request and the response that showed it. */
  exchange?: WireExchange;
  milliseconds: number;
}

/** What a run found. */
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
  /** Cases that were to be run, and were not, since the run ended before its end. */
  notRun: number;
  /** Cases that only a greater effort runs. */
  leftOut: number;
  /** Why the run ended before its end. */
  stopped?: string;
  /** What was deleted again, where that was asked for. */
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

/** The report of a run that could not begin, so that readers of reports see the reason. */
export function unrunReport(run: Run, stopped: string, notRun: number): Report {
  return { ...headOf(run), ...countsOf([]), notRun, leftOut: 0, stopped, milliseconds: 0, results: [] };
}

/** What a report says of its run before any result. */
type Run = Pick<RunOptions, "document" | "readOnly" | "effort"> & { target: Target; seed: number; uidPrefix: string };

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

const timeIsUp = ({ maxTime = 0 }: RunOptions) => `the ${maxTime / 1000} s that the run may take are over`;

/**
 * Runs the cases that bear company side by side, those that mostly wait beside them, then those that move lists, then
 * each of the others by itself. What failed after the last sign of
 * life of a server that is gone says nothing of it, and counts as not run.
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
      options.onResult?.(result, ++done, todo.length);
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

/** The cases that can be put to a target: a client has no way to send what is not JSON, or no key. */
export const casesFor = (target: Target, document: Document): Case[] =>
  cases(document).filter((each) => target.speaks !== "methods" || !each.wire);

/**
 * Runs one case; whatever it throws becomes a verdict.
 *
 * @throws {GaveUp} when the run was given up meanwhile
 */
export async function runCase(each: Case, context: Context, skipped?: string): Promise<CaseResult> {
  const { id, name, operation, status, keyword, branch } = each;
  const result = { id, name, operation, status, keyword, branch };
  if (skipped !== undefined) return { ...result, verdict: "skipped", reason: skipped, milliseconds: 0 };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  let own = context.forCase(id);
  try {
    await each.run(own);
    // What holds under one value of the path holds under the others; a quick run takes one of them, by the id.
    const turns = covers(context.effort, "standard") ? own.choices() : 1;
    for (let turn = 1; turn < turns; turn++) {
      own = context.forCase(id, turn);
      await each.run(own);
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

/** What a case threw, as a reason. A property wraps what failed within it, which is what a reader wants to know first. */
function failureOf(error: unknown): { reason: string; shown?: WireExchange } {
  const message = error instanceof Error ? error.message || error.name : String(error);
  if (error instanceof ContractViolation) return { reason: message, shown: error.exchange };
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ContractViolation)) return { reason: message };
  return { reason: `${cause.message}\n${message}`, shown: cause.exchange };
}

const shortness = (error: NotApplicable) => (error instanceof TooShort ? { tooShort: true } : {});

/** An exchange without the key that was sent, so that a report can be handed on. */
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

/** Properties wrap what is thrown within them. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof GaveUp || (error instanceof Error && error.cause instanceof GaveUp);

/** Why a case is not run on this target; undefined when it is. */
export function skipReason(
  each: Case,
  target: Target,
  { readOnly = false, anyUid = false }: Pick<RunOptions, "readOnly" | "anyUid"> = {},
): string | undefined {
  if (readOnly && each.writes) return "read-only: it could change what the target stores";
  if (each.outsidePrefix && !anyUid) return "its uid is shorter than the prefix; --any-uid sends it";
  const matches = (match: string | RegExp) => (typeof match === "string" ? match === each.id : match.test(each.id));
  return target.skips?.find((skip) => matches(skip.match))?.reason;
}

function serverOf({ baseUrl, apiKey, provokeHeader, timeout = DEFAULTS.timeout }: RunOptions): Target {
  if (baseUrl === undefined || apiKey === undefined) throw new Error("Give a target, or a baseUrl and an apiKey");
  return httpTarget({ baseUrl, apiKey, provokeHeader, timeout });
}
