import type { Changes } from "../change.js";
import { unproved } from "../inclusion/answer.js";
import { Inclusion } from "../inclusion/inclusion.js";
import type { Comparison } from "./comparison.js";
import type { Place } from "./flatten-schema.js";
import type { Judgement } from "./judgement.js";
import type { Spec } from "./node.js";

/** Nothing is proved. */
export const OPEN: Judgement = { answer: unproved("", ""), isSame: () => false };

interface Proofs {
  /** Whether the change cannot break clients: what they send is still accepted, what they read they read before. */
  safe: Inclusion;
  /** The same the other way round. */
  back: Inclusion;
}

const PROOFS = new WeakMap<Changes, Map<string, Proofs>>();

/** Proofs about schemas of two documents are remembered as long as their comparison lasts. */
function proofsFor({ changes, direction, message }: Comparison): Proofs {
  const all = PROOFS.get(changes) ?? new Map<string, Proofs>();
  PROOFS.set(changes, all);
  const hiddenBy = message === "request" ? "readOnly" : "writeOnly";
  const proofs = all.get(direction + message) ?? {
    safe: new Inclusion({ hiddenBy, ignoresUndeclared: direction === "request" }),
    back: new Inclusion({ hiddenBy, ignoresUndeclared: false }),
  };
  all.set(direction + message, proofs);
  return proofs;
}

/** Proves what can be proved of two versions of a schema, where it is not proved of what they are part of. */
export function judge(comparison: Comparison, was: Place, is: Place): Judgement {
  const { before, after, direction, judgement: outer } = comparison;
  const { safe, back } = proofsFor(comparison);
  const place = (spec: Spec, { value, at }: Place) => ({ spec, value, at });
  const [old, now] = [place(before, was), place(after, is)];
  const [left, right] = direction === "request" ? [old, now] : [now, old];
  const answer = safe.prove(left, right);
  if (!answer.isProved) return outer.answer.isProved ? outer : { answer, isSame: () => false };
  let isSame: boolean | undefined;
  return {
    answer,
    isSame: () => {
      isSame ??= outer.isSame() || back.prove(right, left).isProved;
      return isSame;
    },
  };
}

/** Says that nothing is known to break, and nothing is known not to. */
export function reportUnproved({ changes, direction, judgement: { answer } }: Comparison, what: string): void {
  if (answer.isProved) return;
  const risk =
    direction === "request"
      ? "may refuse values that it accepted before"
      : "may have values that it could not have before";
  changes.notJudged(direction, `${direction}-not-proved`, answer.at, `${what} ${risk}: ${answer.why}`);
}

/** Says that nothing breaks, where no rule has words for what changed. */
export function reportUnnamed({ changes, direction, judgement }: Comparison, at: string, what: string): void {
  if (!judgement.answer.isProved || judgement.isSame()) return;
  const text =
    direction === "request"
      ? "accepts what it accepted before, and may accept more"
      : "has no values that it could not have before, and may have fewer";
  changes.compatible(direction, `${direction}-proved`, at, `${what} ${text}`);
}
