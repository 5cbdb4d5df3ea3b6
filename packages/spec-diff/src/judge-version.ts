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
 * has reviewed it. `info.version` may be any text: of names and dates, which have no order, any other one announces both.
 */
export function judgeVersion(changes: readonly Change[], before: string, after: string): VersionVerdict {
  const count = (verdict: Change["verdict"]) => changes.filter((change) => change.verdict === verdict).length;
  const [breaking, notJudged] = [count("breaking"), count("not judged")];
  const announced = announcementOf(before, after);
  if (announced.isLower)
    return {
      passes: false,
      message: `info.version went back from ${before} to ${after}. Set it to ${before} or higher.`,
    };
  if (breaking > 0) {
    const { isEnough: passes, cure } = announced.breaking;
    const how = passes ? "and" : "but";
    const fix = passes ? "announces this" : `does not announce this. Revert this, or ${cure}`;
    const subject = breaking === 1 ? "One change breaks" : `${breaking} changes break`;
    return { passes, message: `${subject} clients of ${before}, ${how} version ${after} ${fix}.` };
  }
  if (notJudged > 0) {
    const { isEnough: passes, cure } = announced.notJudged;
    const subject = notJudged === 1 ? "One change was not judged" : `${notJudged} changes were not judged`;
    const rest = passes
      ? `, and version ${after} confirms that somebody has reviewed this. Nothing else breaks a client of ${before}.`
      : `. Review what this means for clients of ${before}; ${cure}.`;
    return { passes, message: subject + rest };
  }
  return { passes: true, message: `Nothing${after === before ? "" : ` in ${after}`} breaks a client of ${before}.` };
}

/** What a version announces, and otherwise, what to do. */
interface Announcement {
  readonly isEnough: boolean;
  readonly cure: string;
}

function announcementOf(before: string, after: string) {
  const [was, is] = [numbers(before), numbers(after)];
  if (!was || !is) {
    const areNames = !was && !is;
    const both: Announcement = {
      isEnough: areNames && before !== after,
      cure: areNames
        ? "set info.version to another name or date"
        : "set info.version to a text like the one before: a number such as 1.2.0, or a name or date",
    };
    return { isLower: false, breaking: both, notJudged: both };
  }
  const major: Numbers = was[0] === 0 ? [0, was[1] + 1, 0] : [was[0] + 1, 0, 0];
  const minor: Numbers = [was[0], was[1] + 1, 0];
  const breaking: Announcement = {
    isEnough: compare(is, major) >= 0,
    cure: `set info.version to ${major.join(".")}`,
  };
  const notJudged: Announcement = {
    isEnough: compare(is, minor) >= 0,
    cure: `set info.version to ${minor.join(".")} if nothing breaks, otherwise to ${major.join(".")}`,
  };
  return { isLower: compare(is, was) < 0, breaking, notJudged };
}

type Numbers = [major: number, minor: number, patch: number];

/** Reads `1.2.0`, `v1` or `2.0.0-beta`; undefined for any other text, such as a date. */
function numbers(version: string): Numbers | undefined {
  const match =
    /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version) ?? /^v?(\d+)(?:\.(\d+))?(?:-[a-z].*)?$/i.exec(version);
  return match ? [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)] : undefined;
}

const compare = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
