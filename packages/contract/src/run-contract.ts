import { type Case, NotApplicable, type Topic } from "./case.js";
import { cases } from "./cases.js";
import { createContext } from "./context.js";
import type { Document } from "./document.js";
import { httpTarget } from "./http-target.js";
import type { Target } from "./target.js";
import { createValidator } from "./validator.js";

/** Every default of a run in one place. */
export const DEFAULTS = {
  /** Tries of each property. */
  runs: 25,
  /** Records of a list that are read at most. */
  maxRecords: 5000,
  /** Cases at once. */
  concurrency: 4,
  /** How often an unasked-for 429 is waited out. */
  patience: 3,
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
  /** Sends nothing that could change what the target stores. @default false */
  readOnly?: boolean;
  /** Begins every uid that is created; at most 30 characters. @default "contract-" and the seed */
  uidPrefix?: string;
  /** Also creates the few records whose uid is too short for the prefix. @default false */
  anyUid?: boolean;
  /** Of generated values; the same seed gives the same requests. @default taken from the clock */
  seed?: number;
  runs?: number;
  maxRecords?: number;
  concurrency?: number;
  patience?: number;
  /** The cases to run, made before; a document that is run on many targets needs them once. @default made from it */
  cases?: Case[];
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
  milliseconds: number;
}

/** What a run found. */
export interface Report {
  target: string;
  document: { title: string; version: string };
  seed: number;
  uidPrefix: string;
  readOnly: boolean;
  passed: number;
  failed: number;
  skipped: number;
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
  const target = options.target ?? serverOf(options);
  const context = createContext({
    document: options.document,
    validator: createValidator(options.document),
    target,
    uidPrefix,
    seed,
    runs: options.runs ?? DEFAULTS.runs,
    maxRecords: options.maxRecords ?? DEFAULTS.maxRecords,
    patience: options.patience ?? DEFAULTS.patience,
  });
  const todo = (options.cases ?? casesFor(target, options.document)).filter(
    (each) => options.only?.test(each.id) ?? true,
  );
  const results: CaseResult[] = new Array(todo.length);
  let next = 0;
  let done = 0;
  let failures = 0;
  const worker = async () => {
    while (next < todo.length && failures < (options.bail ?? Number.POSITIVE_INFINITY)) {
      const index = next++;
      const each = todo[index] as Case;
      const result = await runCase(each, context, skipReason(each, target, options));
      results[index] = result;
      if (result.verdict === "failed") failures++;
      options.onResult?.(result, ++done, todo.length);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? DEFAULTS.concurrency }, worker));
  if (!options.target) await target.close?.();
  const ran = results.filter(Boolean);
  const count = (verdict: CaseResult["verdict"]) => ran.filter((result) => result.verdict === verdict).length;
  return {
    target: target.name,
    document: { title: options.document.info.title, version: options.document.info.version },
    seed,
    uidPrefix,
    readOnly: options.readOnly ?? false,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    milliseconds: Math.round(performance.now() - started),
    results: ran,
  };
}

/** The cases that can be put to a target: a client has no way to send what is not JSON, or no key. */
export const casesFor = (target: Target, document: Document): Case[] =>
  cases(document).filter((each) => target.speaks !== "methods" || !each.wire);

/** Runs one case; whatever it throws becomes a verdict. */
export async function runCase(each: Case, context: Parameters<Case["run"]>[0], skipped?: string): Promise<CaseResult> {
  const { id, name, operation, status, keyword, branch } = each;
  const result = { id, name, operation, status, keyword, branch };
  if (skipped !== undefined) return { ...result, verdict: "skipped", reason: skipped, milliseconds: 0 };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    await each.run(context);
    return { ...result, verdict: "passed", milliseconds: took() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const verdict = error instanceof NotApplicable ? "skipped" : "failed";
    return { ...result, verdict, reason, milliseconds: took() };
  }
}

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

function serverOf({ baseUrl, apiKey, provokeHeader }: RunOptions): Target {
  if (baseUrl === undefined || apiKey === undefined) throw new Error("Give a target, or a baseUrl and an apiKey");
  return httpTarget({ baseUrl, apiKey, provokeHeader });
}
