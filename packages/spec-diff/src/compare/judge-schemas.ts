import type { Changes } from "../change.js";
import { Inclusion } from "../inclusion/inclusion.js";
import { undecided } from "../inclusion/proof-result.js";
import type { Comparison, Judgement } from "./comparison.js";
import type { Place } from "./flatten-schema.js";
import type { Spec } from "./node.js";
import type { Subject } from "./subject.js";

/** Nothing is proved. */
export const OPEN: Judgement = { answer: undecided("", ""), isSame: () => false };

interface Proofs {
  /**
   * Proves that the change cannot break clients: what they send is still accepted, and what they read
   * was possible before.
   */
  safe: Inclusion;
  /** Proves the reverse. */
  back: Inclusion;
}

const PROOFS = new WeakMap<Changes, Map<string, Proofs>>();

/** Remembers the proofs about the schemas of two documents for as long as they are compared. */
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

/** Proves what it can about two versions of a schema, unless the schema that contains them is already proved. */
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

/** Reports that it is unknown whether a schema breaks clients. */
export function reportUnproved({ changes, direction, judgement: { answer } }: Comparison, what: Subject): void {
  if (answer.isProved) return;
  const risk =
    direction === "request"
      ? "may refuse values that it accepted before"
      : "may have values that it could not have before";
  changes.add("not judged", direction, `${direction}-not-proved`, answer.at, what.say(`${risk}: ${answer.why}`));
}

/** Reports a change that breaks no client, and that no rule describes. */
export function reportUnnamed({ changes, direction, judgement }: Comparison, at: string, what: Subject): void {
  if (!judgement.answer.isProved || judgement.isSame()) return;
  const text =
    direction === "request"
      ? "accepts what it accepted before, and may accept more"
      : "has no values that it could not have before, and may have fewer";
  changes.add("compatible", direction, `${direction}-proved`, at, what.say(text));
}
