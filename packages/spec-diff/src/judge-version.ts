import type { Change } from "./change.js";

/** Whether changes may be released under a version. */
export interface VersionVerdict {
  passes: boolean;
  /** In words, with the fix if the check fails. */
  message: string;
}

/**
 * A breaking change must be announced by a higher major version; below 1.0.0, by a higher minor one (Semantic
 * Versioning 2.0.0, 4 and 8). A change that was not judged needs a higher minor version, which confirms that somebody
 * has reviewed it.
 *
 * @throws Error if a version is not three numbers
 */
export function judgeVersion(changes: Change[], before: string, after: string): VersionVerdict {
  const [was, is] = [numbers(before), numbers(after)];
  if (compare(is, was) < 0)
    return {
      passes: false,
      message: `info.version went back from ${before} to ${after}. Set it to ${before} or higher.`,
    };
  const count = (verdict: Change["verdict"]) => changes.filter((change) => change.verdict === verdict).length;
  const [breaking, notJudged] = [count("breaking"), count("not judged")];
  const major: Numbers = was[0] === 0 ? [0, was[1] + 1, 0] : [was[0] + 1, 0, 0];
  const minor: Numbers = [was[0], was[1] + 1, 0];
  if (breaking > 0) {
    const subject = breaking === 1 ? "One change breaks" : `${breaking} changes break`;
    return compare(is, major) >= 0
      ? { passes: true, message: `${subject} clients of ${before}, and version ${after} announces this.` }
      : {
          passes: false,
          message: `${subject} clients of ${before}, but version ${after} does not announce this. Revert this, or set info.version to ${major.join(".")}.`,
        };
  }
  if (notJudged > 0) {
    const subject = notJudged === 1 ? "One change was not judged" : `${notJudged} changes were not judged`;
    return compare(is, minor) >= 0
      ? {
          passes: true,
          message: `${subject}, and version ${after} confirms that somebody has reviewed this. Nothing else breaks a client of ${before}.`,
        }
      : {
          passes: false,
          message: `${subject}. Review what this means for clients of ${before}; set info.version to ${minor.join(".")} if nothing breaks, otherwise to ${major.join(".")}.`,
        };
  }
  return { passes: true, message: `Nothing in ${after} breaks a client of ${before}.` };
}

type Numbers = [major: number, minor: number, patch: number];

function numbers(version: string): Numbers {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (!match) throw new Error(`info.version is ${JSON.stringify(version)}. It must be three numbers, such as 1.2.0.`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

const compare = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
