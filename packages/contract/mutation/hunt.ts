import { type CaseResult, type Effort, type Report, runContract } from "../src/index.js";
import type { Api } from "./kit/api.js";
import type { Fault, Request, Response, Send } from "./kit/exchange.js";
import type { Mutant } from "./kit/operator.js";
import { FAULTLESS, type FaultyServer, startProxy } from "./proxy.js";
import type { RightServer } from "./right-server.js";
import { prove } from "./witness.js";

/** The outcome of a mutant. */
export interface Verdict {
  readonly id: string;
  readonly outcome: "noticed" | "unnoticed" | "no witness";
  /** The case that noticed it, or the reason why there is no witness. */
  readonly detail: string;
}

/** What the suite says about the right server. */
export interface Baseline {
  readonly cases: number;
  /** The ids of cases that fail on the right server; they notice nothing. */
  readonly failing: readonly string[];
}

/** What a worker sends: the verdict of a mutant, and at the end the result on the right server. */
export type Message = Verdict | Baseline;

export interface HuntOptions {
  readonly effort: Effort;
  readonly seed: number;
}

/** The most cases to try before a whole run, in total and of one topic. */
const FIRST = 80;
const ALIKE = 2;

/**
 * Runs the suite on each mutant until a case fails. The suite runs once on the right server before, while all mutants
 * watch: the cases in which a mutant would have changed a response are tried first, then all.
 */
export async function hunt(
  api: Api,
  right: RightServer,
  mutants: readonly Mutant[],
  options: HuntOptions,
  tell: (verdict: Verdict) => void,
): Promise<Baseline> {
  const proven: Mutant[] = [];
  for (const mutant of mutants) {
    const proof = await prove(api, mutant, right.send, right.reset);
    if (proof.differs) proven.push(mutant);
    else tell({ id: mutant.id, outcome: "no witness", detail: proof.reason });
  }
  const proxy = await startProxy(right.send);
  try {
    const suite = suiteOf(api, right, proxy, options);
    const { report, touched } = await watch(suite, proven);
    const failing = report.results.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
    for (const mutant of proven) tell(await huntOne(suite, mutant, touched.get(mutant) ?? [], failing));
    return { cases: report.results.length, failing };
  } finally {
    await proxy.close();
  }
}

/** Runs the suite on a faulty server. */
type Suite = (
  fault: Fault,
  how: { only?: RegExp; concurrency?: number; onResult?(result: CaseResult): void; bail?: number },
) => Promise<Report>;

const suiteOf =
  (api: Api, right: RightServer, proxy: FaultyServer, { effort, seed }: HuntOptions): Suite =>
  (fault, how) => {
    right.reset();
    proxy.use(fault);
    return runContract({
      document: api.document as never,
      baseUrl: proxy.url,
      apiKey: right.key,
      provokeHeader: "Prefer: code={status}",
      effort,
      seed,
      ...how,
    });
  };

/** Runs the suite on the right server, and determines the cases in which each mutant would have changed a response. */
async function watch(
  suite: Suite,
  mutants: readonly Mutant[],
): Promise<{ report: Report; touched: Map<Mutant, CaseResult[]> }> {
  const watchers = mutants.map((mutant) => ({ mutant, fault: mutant.make() }));
  const touched = new Map<Mutant, CaseResult[]>();
  let current = new Set<Mutant>();
  const all: Fault = async (request, right) => {
    const response = right(request);
    await Promise.all(
      watchers.map(async ({ mutant, fault }) =>
        (await changes(fault, request, response)) ? current.add(mutant) : undefined,
      ),
    );
    return response;
  };
  const report = await suite(all, {
    // One case at a time, so that its requests are known.
    concurrency: 1,
    onResult(result) {
      for (const mutant of current) touched.set(mutant, [...(touched.get(mutant) ?? []), result]);
      current = new Set();
    },
  });
  return { report, touched };
}

/** Whether a faulty server sends another request to the right one, or another response. */
async function changes(fault: Fault, request: Request, response: Promise<Response>): Promise<boolean> {
  let other = false;
  const right: Send = (sent) => {
    other ||= sent !== request;
    return response;
  };
  const own = await fault(request, right).catch(() => undefined);
  return other || own !== (await response);
}

async function huntOne(
  suite: Suite,
  { id, make }: Mutant,
  touched: readonly CaseResult[],
  failing: readonly string[],
): Promise<Verdict> {
  const trusted = touched.filter((one) => one.verdict !== "skipped" && !failing.includes(one.id));
  for (const ids of [firstOf(trusted), undefined]) {
    if (ids?.length === 0) continue;
    const only = ids ? exactly(ids) : new RegExp(`^(?!${exactly(failing).source})`);
    const { results, stopped } = await suite(make(), { bail: 1, only });
    const failed = results.find(({ verdict }) => verdict === "failed");
    if (!failed && stopped !== undefined) return { id, outcome: "noticed", detail: stopped };
    // A case that fails alone on the right server as well says nothing.
    if (failed && (!ids || (await passes(suite, failed.id))))
      return { id, outcome: "noticed", detail: `${failed.id}: ${failed.reason}` };
  }
  return { id, outcome: "unnoticed", detail: `${trusted.length} cases send a request that shows it` };
}

async function passes(suite: Suite, id: string): Promise<boolean> {
  const { results } = await suite(FAULTLESS, { only: exactly([id]) });
  return results.every(({ verdict }) => verdict !== "failed");
}

/** Some cases of every topic. */
function firstOf(results: readonly CaseResult[]): string[] {
  const count = new Map<string, number>();
  return results
    .filter(({ operation, status, keyword }) => {
      const topic = `${operation} ${status} ${keyword}`;
      count.set(topic, (count.get(topic) ?? 0) + 1);
      return (count.get(topic) ?? 0) <= ALIKE;
    })
    .slice(0, FIRST)
    .map(({ id }) => id);
}

/** An expression that matches exactly these ids; nothing if there are none. */
const exactly = (ids: readonly string[]) =>
  new RegExp(
    ids.length === 0 ? "^\\b$" : `^(?:${ids.map((id) => id.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|")})$`,
  );
