/** A place where a test depends on time, or on a port that another program may use. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  /** What to do instead. */
  readonly remedy: string;
}

const WAIT = "a wait for time to pass: wait for the event, or use a fake clock (vi.useFakeTimers)";
const CLOCK = "the clock of the machine: use a fake clock (vi.useFakeTimers), or measure it in the package's bench";
const LIMIT = "a time limit: the limits in vitest.base.ts already end tests that hang";
const PORT = "a fixed port: use a free one, with port 0";
const BROWSER = "the browser's own limit of 30 seconds: page.setDefaultTimeout(WAIT_LIMIT / 2)";

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\.)\bsetTimeout\(|\bsetInterval\(|node:timers\/promises|\bsleep\(/, WAIT],
  [/\bperformance\.now\(|\bDate\.now\(|\bhrtime\b|\bnew Date\(\)/, CLOCK],
  [/\bAbortSignal\.timeout\(|\b(?:test|hook)Timeout\b|\btimeout: ?[1-9]|^\s*\}, [1-9][\d_]*\);$/, LIMIT],
  [/\.listen\([1-9]|\bport: ?[1-9]|"--port", "[1-9]/, PORT],
];

/** Opens a browser page, whose waits have Playwright's default time limit unless it is changed. */
const OPENS_PAGE = /\.new(?:Page|Context)\(/;
const PATIENT_PAGES = /\.setDefaultTimeout\(WAIT_LIMIT\b/;

/** Matches a file with a fake clock, in which time only passes when the test advances it. */
const OWN_CLOCK = /\bvi\.useFakeTimers\(/;

/** Finds the places in a test file that depend on time. Skips comments, and files with a fake clock. */
export function timeInTests(path: string, text: string): Finding[] {
  if (OWN_CLOCK.test(text)) return [];
  return text.split("\n").flatMap((code, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(code)) return [];
    if (OPENS_PAGE.test(code) && !PATIENT_PAGES.test(text)) return [{ path, line: index + 1, remedy: BROWSER }];
    return SIGNS.filter(([sign]) => sign.test(code)).map(([, remedy]) => ({ path, line: index + 1, remedy }));
  });
}
