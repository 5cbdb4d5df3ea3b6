import type { Demand } from "../cases/case.js";
import { type Case, type Context, NotApplicable, TooShort, type Topic } from "../cases/case.js";
import { type Plan, planOf } from "../cases/cases.js";
import { covers, depthOf, type Effort, requestsOf } from "../cases/effort.js";
import { inOrder, type Stretch, stretchesOf } from "../cases/order.js";
import { MINIMAL } from "../demands/document/statuses.js";
import { withoutBroken } from "../document/broken-schemas.js";
import { type Document, type Operation, operationsOf, responseFor, withoutHeaders } from "../document/document.js";
import { NoValue } from "../document/document-limits.js";
import { pathPattern } from "../document/path-pattern.js";
import { serverPrefixes } from "../document/server-paths.js";
import { attempt } from "../judging/attempt.js";
import { ContractViolation, type WireExchange } from "../judging/judge-response.js";
import { maskOf } from "../report/mask.js";
import { requestOf } from "../requests/request.js";
import { freeParameters } from "../resources/record-parameters.js";
import { type HttpTargetOptions, httpTarget } from "../target/http-target.js";
import { GaveUp, GIVING_UP, monitorOf, type ServerMonitor } from "../target/server-monitor.js";
import type { Target } from "../target/target.js";
import { type Cleanup, cleanUp } from "./cleanup.js";
import { createContext } from "./context.js";

/** The defaults of all options. */
export const DEFAULTS = {
  /** How thoroughly to test: `quick` takes about 10 seconds on the mock, `standard` 60, `thorough` 300. */
  effort: "standard" as Effort,
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

export interface RunOptions extends Omit<HttpTargetOptions, "baseUrl" | "name"> {
  /** The OpenAPI document to validate the target against. */
  document: Document;
  /** Any target; for a server, set `baseUrl` instead. */
  target?: Target;
  /** The address of a server; `apiKey`, `user`, `headers` and the others below say how to reach it. */
  baseUrl?: string;
  /** Milliseconds for the whole run, the time before its first request included. @default Infinity */
  maxTime?: number;
  /** When to treat the server as down. @default GIVING_UP */
  givingUp?: { deadInRow: number; silence: number };
  /** The amount of testing: about how many requests to send, or the name of such a number. @default "standard" */
  effort?: Effort | number;
  /** Sends nothing that could change what the target stores. @default false */
  readOnly?: boolean;
  /** The prefix of every uid that is created; at most 30 characters. @default "contract-" and a part of the time */
  uidPrefix?: string;
  /** Also creates the few records whose uid is too short for the prefix. @default true if `uidPrefix` is not set */
  anyUid?: boolean;
  /** The seed for generated values; the same seed and effort send the same requests. @default taken from the clock */
  seed?: number;
  runs?: number;
  maxRecords?: number;
  concurrency?: number;
  patience?: number;
  /** Deletes what was created, if the document has an operation for that. @default false */
  cleanup?: boolean;
  /** Runs only the cases whose id matches. */
  only?: RegExp;
  /** Stops after this many failures. @default Infinity */
  bail?: number;
  /** Called before the first request, with the cases that may run. */
  onStart?(start: { cases: readonly Case[]; uidPrefix: string }): void;
  /** Called after each case. */
  onResult?(result: CaseResult, done: number, total: number): void;
}

export interface CaseResult extends Topic {
  id: string;
  name: string;
  /** Who demands it, and where the document says so. */
  demand: Demand;
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
  /** The number of requests that the run was to send, which repeats it together with the seed. */
  effort: number;
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
  /** The number of requests that were sent. */
  requests: number;
  /** The number of 429s that no case provoked, after which the suite waited. */
  limited: number;
  /** Whether the server returned an undocumented 404 for every `GET` without path parameters before the run. */
  isElsewhere: boolean;
  /** The path of the first server of the document, if it has one. */
  basePath?: string;
  /** What the suite could not try, and why; what a sample consists of. */
  notes: string[];
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
  const ready = settled(options);
  const { document, target, seed, requests, monitor, allowed } = ready;
  const limit =
    options.maxTime === undefined ? undefined : setTimeout(() => monitor.stop(timeIsUp(options)), options.maxTime);
  const isStopped = () => monitor.stopped() !== undefined;
  const context = createContext({ ...ready, target: monitor.target, isStopped, over: monitor.over });
  try {
    const plan = await planOf(document, { requests, seed, only: options.only, isStopped });
    const canSend = (each: Case) => target.speaks !== "methods" || !each.wire;
    const todo = inOrder(plan.cases.filter(canSend), seed);
    const mayRun = todo.filter((each) => skipReason(each, target, allowed) === undefined);
    const isElsewhere = await isMisplaced(ready);
    if (!isStopped()) options.onStart?.({ cases: mayRun, uidPrefix: ready.uidPrefix });
    if (!isStopped()) await context.findRecords(mayRun);
    const results = isStopped() ? [] : await new Run(todo, context, monitor, ready).all();
    const cleanup = options.cleanup ? await cleanUp(document, monitor.target, context.created()) : undefined;
    return reportOf(ready, {
      context,
      plan,
      results,
      cleanup,
      isElsewhere,
      rest: todo.length - results.length,
      started,
    });
  } finally {
    clearTimeout(limit);
    monitor.close();
    if (!options.target) await target.close?.();
  }
}

/** Fills the options of a run with their defaults, and prepares its target. */
function settled(options: RunOptions) {
  const seed = options.seed ?? Date.now() % 2 ** 31;
  const target = options.target ?? serverOf(options);
  const { document, notes, unanswerable } = withoutBroken(options.document);
  return {
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    document: withoutHeaders(document, Object.keys(options.headers ?? {})),
    target,
    seed,
    notes,
    unanswerable,
    // A run with the same seed sends the same requests, but must not meet the records of the run before.
    uidPrefix: options.uidPrefix ?? `contract-${(Date.now() % 36 ** 6).toString(36)}-`,
    requests: requestsOf(options.effort ?? DEFAULTS.effort),
    mask: maskOf(options.document, target),
    monitor: monitorOf(target, options.givingUp ?? GIVING_UP),
    allowed: { readOnly: options.readOnly ?? false, anyUid: options.anyUid ?? options.uidPrefix === undefined },
  };
}

type Ready = ReturnType<typeof settled>;

interface Outcome {
  context: Context;
  plan: Plan;
  results: CaseResult[];
  cleanup: Cleanup | undefined;
  isElsewhere: boolean;
  /** The number of cases without a result. */
  rest: number;
  started: number;
}

function reportOf(ready: Ready, { context, plan, results, cleanup, isElsewhere, rest, started }: Outcome): Report {
  const { target, document, mask, monitor, seed, uidPrefix, requests, allowed } = ready;
  const stopped = monitor.stopped();
  const places = new Map(plan.cases.map(({ id }, i) => [id, i]));
  return {
    target: mask.text(target.name),
    ...(target.baseUrl === undefined ? {} : { baseUrl: mask.text(target.baseUrl) }),
    document: { title: document.info.title, version: document.info.version },
    effort: requests,
    seed,
    uidPrefix,
    readOnly: allowed.readOnly,
    ...countsOf(results),
    notRun: stopped === undefined ? 0 : rest,
    leftOut: stopped === undefined ? rest : 0,
    requests: monitor.sent(),
    limited: context.limited().length,
    isElsewhere,
    ...basePathOf(document),
    notes: [...ready.notes, ...plan.notes, ...(plan.sample === undefined ? [] : [plan.sample])].map(mask.text),
    ...(stopped === undefined ? {} : { stopped: mask.text(stopped) }),
    ...(cleanup === undefined ? {} : { cleanup }),
    milliseconds: Math.round(performance.now() - started),
    // In the order of the document; the order of the run depends on the seed.
    results: results.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)),
  };
}

/** Statuses by which a server refuses the content of a request. */
const REFUSALS = [400, 409, 422];

/**
 * Skips what failed only because an operation refuses its minimal valid request, of which every other one is a variation: the
 * document lacks a rule of the server, or the server has one too many, and one failure says so.
 */
function withoutBlame(each: CaseResult, minimal: CaseResult | undefined): CaseResult {
  const [{ exchange, ...result }, shown] = [each, minimal?.exchange?.response.status ?? 0];
  if (each.verdict !== "failed" || minimal?.verdict !== "failed" || !REFUSALS.includes(shown)) return each;
  if (each === minimal) return { ...each, reason: `the minimal valid request is refused: ${each.reason}` };
  const isSame = each.status === minimal.status && exchange?.response.status === shown;
  return isSame ? { ...result, verdict: "skipped", reason: "its minimal valid request is refused, too" } : each;
}

function basePathOf(document: Document): Pick<Report, "basePath"> {
  const url: unknown = Object([document["servers"]].flat()[0]).url;
  // A variable may be any part of it.
  if (typeof url !== "string" || url.includes("{") || !URL.canParse(url, "http://localhost")) return {};
  const whole = new URL(url, "http://localhost").pathname.replace(/\/+$/, "");
  const basePath = whole.slice(0, whole.length - serverPrefixes(document)({}).length);
  return basePath === "" ? {} : { basePath };
}

function countsOf(results: readonly CaseResult[]) {
  const count = (verdict: CaseResult["verdict"]) => results.filter((result) => result.verdict === verdict).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

const timeIsUp = ({ maxTime = 0 }: RunOptions) => `the time limit of ${maxTime / 1000} s for the run has expired`;

/** Returns the operations that need no record to be requested; none if the target has methods instead of paths. */
const plainReads = ({ document, target }: Pick<Ready, "document" | "target">): Operation[] =>
  target.speaks === "methods"
    ? []
    : operationsOf(document).filter((each) => each.method === "GET" && freeParameters(each).length === 0);

/**
 * Sends one request before all others, so that a wrong address or key leads to one clear line instead of a thousand
 * failures.
 *
 * @returns the reason why no case can run, undefined if they can, and whether the server does not know the path
 */
async function absenceOf(target: Target, operation: Operation): Promise<{ reason?: string; isUnknown?: boolean }> {
  try {
    const { status } = await target.send(requestOf(operation, {}, target));
    if ([502, 503, 504].includes(status))
      return { reason: `${target.name} responds with ${status}: the service behind it is down` };
    if (status === 404) return { isUnknown: responseFor(operation, 404) === undefined };
    if (status !== 401 || operation.credentials.length === 0) return {};
    return { reason: `${target.name} rejects the API key (401); check --api-key or METADATA_API_KEY` };
  } catch (error) {
    if (error instanceof GaveUp || error instanceof ContractViolation) return {};
    const { cause, message, name } = error as Error;
    return { reason: `${target.name} does not respond: ${(cause as Error)?.message || message || name}` };
  }
}

/**
 * Stops the run with the reason, if the server does not respond now.
 *
 * @returns whether the server responds with a 404 that is not documented
 */
async function stopIfAbsent(monitor: ServerMonitor, operation: Operation | undefined): Promise<boolean> {
  if (operation === undefined || monitor.stopped() !== undefined) return false;
  const { reason, isUnknown = false } = await absenceOf(monitor.target, operation);
  if (reason !== undefined) monitor.stop(reason);
  return isUnknown;
}

/**
 * Whether a server knows none of the paths: it is probably another server, or its API begins at another path. One that lacks
 * a single path has a fault, which its cases report. If the server does not respond, the run stops.
 */
async function isMisplaced(ready: Ready): Promise<boolean> {
  const reads = plainReads(ready);
  for (const operation of reads) if (!(await stopIfAbsent(ready.monitor, operation))) return false;
  return reads.length > 0;
}

/** How many cases later the requests of a case are counted; more than run at once, so that no case waits for another. */
const WINDOW = 32;
/** How often each case runs at most. Every round generates other values, and begins what is tried in turn elsewhere. */
const MOST_ROUNDS = 6;

/** The cases of a run, and what came of them. */
class Run {
  readonly #todo: readonly Case[];
  readonly #context: Context;
  readonly #monitor: ServerMonitor;
  readonly #settings: Ready & Pick<RunOptions, "bail" | "onResult">;
  readonly #results = new Map<Case, CaseResult & { end: number }>();
  readonly #heavy = new Set<Case>();
  /** The results of the minimal valid requests of operations, which run before the other cases of their phase. */
  readonly #minimal = new Map<string, Promise<CaseResult>>();
  #failures = 0;

  constructor(
    todo: readonly Case[],
    context: Context,
    monitor: ServerMonitor,
    settings: Ready & Pick<RunOptions, "bail" | "onResult">,
  ) {
    this.#todo = todo;
    this.#context = context;
    this.#monitor = monitor;
    this.#settings = settings;
  }

  /**
   * Runs the cases in their phases, as many as the number of requests allows. If the server goes down, cases that failed
   * after its last response count as not run.
   */
  async all(): Promise<CaseResult[]> {
    const { requests } = this.#settings;
    const isIn = (phase: Case["phase"]) => this.#todo.filter((each) => each.phase === phase);
    const waits = Promise.all(isIn("waits").map((each) => this.#runOne(each, 0)));
    let spent = 0;
    for (const stretch of stretchesOf(this.#todo, requests)) spent = await this.#run(stretch, spent);
    await waits;
    for (const each of isIn("last")) await this.#runOne(each, 0);
    // Too few requests may have been sent to be sure that the server is down.
    if (this.#monitor.missed() > 0) await stopIfAbsent(this.#monitor, plainReads(this.#settings)[0]);
    const gone = this.#monitor.stopped() !== undefined ? this.#monitor.lastLive() : Number.POSITIVE_INFINITY;
    return this.#todo.flatMap((each) => {
      const { end = 0, ...result } = this.#results.get(each) ?? { verdict: undefined };
      return result.verdict === undefined || (result.verdict === "failed" && end > gone) ? [] : [result as CaseResult];
    });
  }

  /**
   * Runs the cases of a stretch, several at a time. Whether a case still starts depends on the requests of the cases that
   * are further back than the window, so that the same ones run whichever is faster.
   *
   * @returns the requests of the run so far
   */
  async #run({ cases, until }: Stretch, spent: number): Promise<number> {
    const lanes = cases[0]?.phase === "alone" ? 1 : this.#settings.concurrency;
    const isDeep = covers(depthOf(this.#settings.requests), "thorough");
    const turns = cases.length * (isDeep ? MOST_ROUNDS : 1);
    const counts: Promise<number>[] = [];
    const sums: Promise<number>[] = [];
    const sumAt = (i: number): Promise<number> => sums[i] ?? Promise.resolve(spent);
    let next = 0;
    let end = turns;
    const lane = async () => {
      while (next < end && this.#goesOn()) {
        const i = next++;
        const counted = i - WINDOW;
        const run = sumAt(counted).then(async (sum) => {
          if (sum >= until) end = Math.min(end, i);
          return sum < until && i < end
            ? this.#runOne(cases[i % cases.length] as Case, Math.floor(i / cases.length))
            : 0;
        });
        counts[i] = run;
        sums[i] = Promise.all([sumAt(i - 1), run]).then(([before, own]) => before + own);
        await run;
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, turns) }, lane));
    return sums.length > 0 ? ((await sums.at(-1)) ?? spent) : spent;
  }

  #goesOn(): boolean {
    return this.#monitor.stopped() === undefined && this.#failures < (this.#settings.bail ?? Number.POSITIVE_INFINITY);
  }

  /** Runs one case in one round. @returns the number of requests that it sent */
  async #runOne(each: Case, round: number): Promise<number> {
    const before = this.#results.get(each);
    if (round > 0 && (before?.verdict !== "passed" || this.#heavy.has(each))) return 0;
    const { mask, onResult } = this.#settings;
    const skipped = skipReason(each, this.#monitor.target, this.#settings.allowed);
    let sent = 0;
    const onEnd = (own: Context) => {
      sent += own.requests();
      if (own.isHeavy()) this.#heavy.add(each);
    };
    try {
      const { unanswerable } = this.#settings;
      const running = runCase(each, this.#context, { skipped, round, onEnd }).then((result) =>
        unlessUnanswerable(result, unanswerable),
      );
      if (each.name === MINIMAL) this.#minimal.set(each.operation, running);
      const result = withoutBlame(await running, await this.#minimal.get(each.operation));
      const masked = mask.value({ ...result, milliseconds: result.milliseconds + (before?.milliseconds ?? 0) });
      this.#results.set(each, { ...masked, id: each.id, end: performance.now() });
      if (masked.verdict === "failed") this.#failures++;
      if (round === 0) onResult?.(masked, this.#results.size, this.#todo.length);
    } catch (error) {
      if (!(error instanceof GaveUp)) throw error;
    }
    return sent;
  }
}

interface CaseOptions {
  /** The reason why it is not run. */
  skipped?: string | undefined;
  round?: number;
  /** Called with the context of each turn. */
  onEnd?(context: Context): void;
}

/**
 * Runs one case, once for each listed value of its path; if it throws, the error becomes the verdict.
 *
 * @throws {GaveUp} if the run was given up in the meantime
 */
export async function runCase(
  each: Case,
  context: Context,
  { skipped, round = 0, onEnd }: CaseOptions = {},
): Promise<CaseResult> {
  const { id, name, operation, status, keyword, branch, demand } = each;
  const result = { id, name, operation, status, keyword, branch, demand };
  if (skipped !== undefined) return { ...result, verdict: "skipped", reason: skipped, milliseconds: 0 };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  let own = context.forCase(id);
  try {
    for (let turn = 0, turns = 1; turn < turns; turn++) {
      own = context.forCase(id, turn, round);
      try {
        await attempt(() => each.run(own));
      } finally {
        onEnd?.(own);
      }
      // Listed values of a path mostly behave the same, so a quick run tries one of them, selected by the id.
      turns = covers(context.effort, "standard") ? own.choices() : 1;
    }
    return { ...result, verdict: "passed", milliseconds: took() };
  } catch (error) {
    if (error instanceof GaveUp) throw error;
    if (error instanceof NotApplicable || error instanceof NoValue)
      return { ...result, verdict: "skipped", reason: error.message, ...shortness(error), milliseconds: took() };
    return { ...result, verdict: "failed", ...failureOf(error), milliseconds: took() };
  }
}

/** A server may say that it does not implement an operation whose success needs a schema that allows nothing. */
function unlessUnanswerable({ exchange, ...result }: CaseResult, operations: readonly Operation[]): CaseResult {
  const found =
    exchange?.response.status === 501
      ? operations.find(
          ({ method, path }) =>
            method === exchange.request.method.replace("HEAD", "GET") &&
            pathPattern(path).test(exchange.request.path.replace(/\?.*$/s, "")),
        )
      : undefined;
  if (!found) return exchange ? { ...result, exchange } : result;
  const reason = `no response of ${found.id} is valid in its schema, and the server says that it does not implement it`;
  return { ...result, verdict: "skipped", reason };
}

/** Converts an error of a case to a reason, and the exchange that shows it. */
function failureOf(error: unknown): { reason: string; exchange?: WireExchange } {
  const message = error instanceof Error ? error.message || error.name : String(error);
  if (!(error instanceof ContractViolation) || !error.exchange) return { reason: message };
  const { request, response } = error.exchange;
  return { reason: message, exchange: { request, response } };
}

const shortness = (error: Error) => (error instanceof TooShort ? { tooShort: true } : {});

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

function serverOf({ baseUrl, timeout = DEFAULTS.timeout, ...others }: RunOptions): Target {
  if (baseUrl === undefined) throw new Error("runContract needs either target or baseUrl");
  return httpTarget({ ...others, baseUrl, timeout });
}
