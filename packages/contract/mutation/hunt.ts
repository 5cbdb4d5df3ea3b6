import { type Document, operationsOf } from "../src/document.js";
import {
  type Case,
  cases,
  createContext,
  createValidator,
  runCase,
  skipReason,
  type Target,
  type Validator,
} from "../src/index.js";
import type { Mutant } from "./mutant.js";

/** What a hunt found; nothing for a survivor. */
export interface Finding {
  /** The case that noticed the mutant. */
  noticedBy?: string;
  /** What it said. */
  reason?: string;
}

const SEED = 20261121;
interface Judge {
  all: Case[];
  validator: Validator;
}

const judges = new Map<Document, Judge>();

function judgeOf(document: Document): Judge {
  return { all: cases(document), validator: createValidator(document) };
}

/** The judge of the right document is made once. */
function rightJudge(right: Document): Judge {
  const judge = judges.get(right) ?? judgeOf(right);
  judges.set(right, judge);
  return judge;
}

/** The document with one operation alone: its cases are made in a fraction of the time. */
function alone(document: Document, operation: string | undefined): Document {
  const path = operationsOf(document).find(({ id }) => id === operation)?.path;
  return path === undefined ? document : { ...document, paths: { [path]: document.paths[path] ?? {} } };
}

/** Runs the suite on a mutant until a case turns red; the likely ones come first, then all others. */
export async function hunt(mutant: Mutant, right: Document, uidPrefix: string): Promise<Finding> {
  const { document, target } = mutant.make();
  if (document === right) return run(mutant, target, right, rightJudge(right), uidPrefix);
  const narrow = alone(document, mutant.operation);
  const first = await run(mutant, target, narrow, judgeOf(narrow), uidPrefix);
  return first.noticedBy === undefined ? run(mutant, target, document, judgeOf(document), `${uidPrefix}2-`) : first;
}

async function run(
  mutant: Mutant,
  target: Target,
  document: Document,
  judge: Judge,
  uidPrefix: string,
): Promise<Finding> {
  const context = createContext({
    document,
    validator: judge.validator,
    target,
    uidPrefix,
    seed: SEED,
    runs: 25,
    maxRecords: 1000,
    patience: 0,
  });
  const likely = (each: Case) =>
    (mutant.branch && each.branch === mutant.branch ? 8 : 0) +
    (each.operation === mutant.operation ? 2 : 0) +
    (each.keyword === mutant.keyword ? (mutant.operation ? 1 : 4) : 0);
  const all = judge.all
    .filter((each) => skipReason(each, target, { anyUid: true }) === undefined)
    .map((each, i) => ({ each, i }))
    .sort((a, b) => likely(b.each) - likely(a.each) || a.i - b.i);
  for (const { each } of all) {
    const { verdict, reason } = await runCase(each, context);
    if (verdict === "failed") return { noticedBy: each.id, reason };
  }
  return {};
}
