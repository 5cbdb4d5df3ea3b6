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
 * has reviewed it. `info.version` may be any text; one that is not a version number announces nothing.
 */
export function judgeVersion(changes: readonly Change[], before: string, after: string): VersionVerdict {
  const [was, is] = [numbers(before), numbers(after)];
  const count = (verdict: Change["verdict"]) => changes.filter((change) => change.verdict === verdict).length;
  const [breaking, notJudged] = [count("breaking"), count("not judged")];
  if (!was || !is) return judgeName({ breaking, notJudged }, before, after);
  if (compare(is, was) < 0)
    return {
      passes: false,
      message: `info.version went back from ${before} to ${after}. Set it to ${before} or higher.`,
    };
  const major: Numbers = was[0] === 0 ? [0, was[1] + 1, 0] : [was[0] + 1, 0, 0];
  const minor: Numbers = [was[0], was[1] + 1, 0];
  if (breaking > 0) {
    const subject = breaks(breaking);
    return compare(is, major) >= 0
      ? { passes: true, message: `${subject} clients of ${before}, and version ${after} announces this.` }
      : {
          passes: false,
          message: `${subject} clients of ${before}, but version ${after} does not announce this. Revert this, or set info.version to ${major.join(".")}.`,
        };
  }
  if (notJudged > 0) {
    const subject = wasNotJudged(notJudged);
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

const breaks = (count: number) => (count === 1 ? "One change breaks" : `${count} changes break`);
const wasNotJudged = (count: number) =>
  count === 1 ? "One change was not judged" : `${count} changes were not judged`;

/** The verdict about versions that are names or dates. */
function judgeName(
  { breaking, notJudged }: { breaking: number; notJudged: number },
  before: string,
  after: string,
): VersionVerdict {
  const unread = `info.version (${before}, ${after}) is not a version number such as 1.2.0, so it announces nothing`;
  if (breaking > 0) return { passes: false, message: `${breaks(breaking)} clients of ${before}. ${unread}.` };
  if (notJudged > 0)
    return {
      passes: before !== after,
      message: `${wasNotJudged(notJudged)}. Review what this means for clients of ${before}; ${unread}.`,
    };
  return { passes: true, message: `Nothing in ${after} breaks a client of ${before}.` };
}

type Numbers = [major: number, minor: number, patch: number];

/** Reads `1.2.0`, `v1` or `2.0.0-beta`; undefined for any other text, such as a date. */
function numbers(version: string): Numbers | undefined {
  const match =
    /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version) ?? /^v?(\d+)(?:\.(\d+))?(?:-[a-z].*)?$/i.exec(version);
  return match ? [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)] : undefined;
}

const compare = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
