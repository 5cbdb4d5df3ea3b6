import { covers } from "../src/effort.js";
import {
  type Case,
  type Context,
  cases,
  createContext,
  createValidator,
  DEFAULTS,
  type Document,
  type Effort,
  runCase,
  runContract,
  skipReason,
  type Target,
} from "../src/index.js";
import type { Mutant } from "./kit/fault.js";
import { faultyTarget } from "./kit/faulty-target.js";
import { DOCUMENT } from "./kit/spec.js";
import type { RightServer } from "./right-server.js";
import { Screen, type Shadow } from "./screen.js";

/** The outcome of one mutant. */
export interface Verdict {
  id: string;
  outcome: "noticed" | "missed" | "out of time";
  /** The case that detected it, or details of a missed one. */
  detail: string;
}

export interface HuntOptions {
  /** The time limit for one mutant, in milliseconds. */
  budget: number;
  /** Whether to run the whole suite against missed mutants, as a user would. */
  confirm: boolean;
  /** The effort of the suite; users get `standard` by default. */
  effort: Effort;
}

const SEED = 20261121;
const document = DOCUMENT as unknown as Document;
const validator = createValidator(document);

/** The suite, as users run it. */
const suite = (target: Target, effort: Effort): Case[] =>
  cases(document).filter(
    (each) => covers(effort, each.least) && skipReason(each, target, { anyUid: true }) === undefined,
  );

const contextFor = (target: Target, uidPrefix: string, effort: Effort): Context =>
  createContext({
    document,
    validator,
    target,
    uidPrefix,
    seed: SEED,
    effort,
    runs: DEFAULTS.runs[effort],
    maxRecords: DEFAULTS.maxRecords,
    patience: DEFAULTS.patience,
  });

/**
 * Runs the suite against the correct server while all mutants watch, then each mutant with the cases that it affects.
 */
export async function hunt(
  server: RightServer,
  mutants: readonly Mutant[],
  options: HuntOptions,
  tell: (verdict: Verdict) => void,
): Promise<void> {
  const all = suite(server.target, options.effort);
  const screen = await watch(server, all, mutants, options.effort);
  const trusted = new Map<Case, boolean>();
  for (const [number, shadow] of screen.shadows.entries()) {
    const trusts = async (each: Case) => {
      const known = trusted.get(each) ?? (await passesAlone(server, each, options.effort));
      trusted.set(each, known);
      return known;
    };
    tell(await huntOne(server, shadow, screen.casesFor(shadow, all), { ...options, number, trusts }));
  }
}

async function watch(
  server: RightServer,
  all: readonly Case[],
  mutants: readonly Mutant[],
  effort: Effort,
): Promise<Screen> {
  const screen = new Screen(mutants);
  const context = screen.sharing(contextFor(screen.watching(server.target), "screen-", effort));
  server.reset();
  for (const [i, each] of all.entries()) {
    screen.current = i;
    screen.topic = `${each.operation} ${each.status} ${each.keyword}`;
    const { verdict, reason } = await runCase(each, context);
    if (verdict === "failed") throw new Error(`The suite fails on the correct server: ${each.id}: ${reason}`);
  }
  return screen;
}

interface One extends HuntOptions {
  number: number;
  trusts(each: Case): Promise<boolean>;
}

async function huntOne(server: RightServer, { mutant }: Shadow, likely: Case[], options: One): Promise<Verdict> {
  const { id } = mutant;
  if (likely.length === 0) return { id, outcome: "missed", detail: "no request of the suite triggers it" };
  const deadline = Date.now() + options.budget;
  server.reset();
  const context = contextFor(faultyTarget(server.target, mutant.make()), `m${options.number}-`, options.effort);
  for (const each of likely) {
    if (Date.now() > deadline) return { id, outcome: "out of time", detail: `${likely.length} cases trigger it` };
    const { verdict, reason } = await runCase(each, context);
    if (verdict === "failed" && (await options.trusts(each)))
      return { id, outcome: "noticed", detail: `${each.id}: ${reason}` };
  }
  if (options.confirm || mutant.history) return wholeRun(server, mutant, options);
  return { id, outcome: "missed", detail: `${likely.length} cases trigger it, among them ${likely[0]?.id}` };
}

/** Whether a case passes alone on the correct server; otherwise its failure says nothing about a mutant. */
async function passesAlone(server: RightServer, each: Case, effort: Effort): Promise<boolean> {
  server.reset();
  const { verdict } = await runCase(each, contextFor(server.target, "alone-", effort));
  return verdict !== "failed";
}

async function wholeRun(server: RightServer, mutant: Mutant, { number, effort }: One): Promise<Verdict> {
  server.reset();
  const { results } = await runContract({
    document,
    target: faultyTarget(server.target, mutant.make()),
    effort,
    seed: SEED,
    uidPrefix: `w${number}-`,
    anyUid: true,
    bail: 1,
  });
  const failed = results.find(({ verdict }) => verdict === "failed");
  return failed
    ? { id: mutant.id, outcome: "noticed", detail: `${failed.id}: ${failed.reason}` }
    : { id: mutant.id, outcome: "missed", detail: "a whole run passes it" };
}
