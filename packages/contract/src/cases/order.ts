import { MINIMAL } from "../demands/document/statuses.js";
import { groupBy } from "../lib/group-by.js";
import type { Case, Phase } from "./case.js";
import { depthOf, type Effort, shuffled } from "./effort.js";

/** The phases that run one after the other, and how many requests a case of a later one sends about. */
const PHASES: readonly { phase: Phase; each: Record<Effort, number> }[] = [
  { phase: "parallel", each: { quick: 0, standard: 0, thorough: 0 } },
  { phase: "moves", each: { quick: 8, standard: 8, thorough: 8 } },
  { phase: "alone", each: { quick: 60, standard: 200, thorough: 900 } },
];
/** The part of the requests that the later phases get at most before it is known what the earlier ones need. */
const LATER = 0.4;

/** The cases of one phase, in the order in which they run, and the requests after which no further one starts. */
export interface Stretch {
  cases: Case[];
  until: number;
}

/**
 * Puts cases in an order in which the first ones cover as much as possible: one case of each cell of the coverage table, for
 * each style of parameters, and all that try many places at once; then one of each other thing that the cases of a cell try,
 * then a second one of each, and so on. Late cases come at the end. The seed decides which are the first.
 */
export function inOrder(cases: readonly Case[], seed: number): Case[] {
  const cells = groupBy(
    shuffled(cases, seed, ({ id }) => id),
    (each) => `${each.late ?? false} ${each.operation} ${each.status} ${each.keyword} ${each.branch} ${each.style}`,
  );
  // Whether an operation refuses its minimal valid request decides what its other failures mean.
  const rowOf = (each: Case, i: number) => (each.name === MINIMAL ? -1 : (each.broad ? 0 : i) + (each.late ? LATE : 0));
  const rows = [...cells.values()].flatMap((cell) => {
    const { taken, kinds } = inTurn(cell);
    return taken.map((each, i) => ({ each, row: rowOf(each, i / kinds) }));
  });
  return rows.sort((a, b) => a.row - b.row).map(({ each }) => each);
}

/** Takes cases in turn of each thing that they try. */
function inTurn(cell: readonly Case[]): { taken: Case[]; kinds: number } {
  const counts = new Map<string, number>();
  const turns = cell.map((each) => {
    // The reason without the value: "a day after the end of month 4".
    const kind = each.why?.replaceAll(/"[^"]*"|\d+/g, "") ?? "";
    const turn = counts.get(kind) ?? 0;
    counts.set(kind, turn + 1);
    return { each, turn };
  });
  return { taken: turns.sort((a, b) => a.turn - b.turn).map(({ each }) => each), kinds: counts.size };
}

/** More than the number of cases in any cell. */
const LATE = 1e9;

/** Returns the stretches of a run of so many requests. What a stretch does not need, the next one gets. */
export function stretchesOf(ordered: readonly Case[], requests: number): Stretch[] {
  const stretches = PHASES.map(({ phase, each }) => ({
    cases: ordered.filter((one) => one.phase === phase),
    each: each[depthOf(requests)],
  }));
  return stretches
    .map(({ cases }, i) => {
      const later = stretches.slice(i + 1).reduce((sum, other) => sum + other.cases.length * other.each, 0);
      return { cases, until: Math.round(requests - Math.min(later, requests * LATER)) };
    })
    .filter(({ cases }) => cases.length > 0);
}
