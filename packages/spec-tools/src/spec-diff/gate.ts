import type { Change } from "./change.js";

/** What the gate says of a set of changes between two versions. */
export interface Verdict {
  passes: boolean;
  /** In words for whoever is stopped, with the way out. */
  says: string;
}

/**
 * A breaking change has to be announced by the version: by a higher major number, or below 1.0.0 by a higher minor one
 * (Semantic Versioning 2.0.0, 4 and 8).
 */
export function gate(changes: Change[], before: string, after: string): Verdict {
  const breaking = changes.filter((change) => change.breaking).length;
  const [was, is] = [numbers(before), numbers(after)];
  if (compare(is, was) < 0)
    return { passes: false, says: `info.version went back from ${before} to ${after}. Set it to ${before} or higher.` };
  if (breaking === 0) return { passes: true, says: `Nothing in ${after} breaks a client of ${before}.` };
  const announced = is[0] > was[0] || (was[0] === 0 && is[0] === 0 && is[1] > was[1]);
  const count = breaking === 1 ? "One change breaks" : `${breaking} changes break`;
  if (announced) return { passes: true, says: `${count} clients of ${before}, and version ${after} announces it.` };
  const next = was[0] === 0 ? `0.${was[1] + 1}.0` : `${was[0] + 1}.0.0`;
  return {
    passes: false,
    says: `${count} clients of ${before}, and version ${after} does not announce it. Take it back, or set info.version in openapi/openapi.yaml to ${next}.`,
  };
}

type Numbers = [major: number, minor: number, patch: number];

function numbers(version: string): Numbers {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (!match) throw new Error(`info.version is ${JSON.stringify(version)}, and has to be three numbers, as in 1.2.0.`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

const compare = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
