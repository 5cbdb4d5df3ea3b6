/** A place where a test depends on time, or on a port that something else may have. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  /** What to do in its place. */
  readonly remedy: string;
}

const WAIT = "a wait for time to pass: wait for the event, or own the clock (vi.useFakeTimers)";
const CLOCK = "the clock of the machine: own the clock (vi.useFakeTimers), or measure it in the package's bench";
const LIMIT = "a time limit: the limits in vitest.base.ts end what hangs";
const PORT = "a fixed port: take a free one, with port 0";
const BROWSER = "the browser's own limit of 30 seconds: page.setDefaultTimeout(PATIENCE / 2)";

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\.)\bsetTimeout\(|\bsetInterval\(|node:timers\/promises|\bsleep\(/, WAIT],
  [/\bperformance\.now\(|\bDate\.now\(|\bhrtime\b|\bnew Date\(\)/, CLOCK],
  [/\bAbortSignal\.timeout\(|\b(?:test|hook)Timeout\b|\btimeout: ?[1-9]|^\s*\}, [1-9][\d_]*\);$/, LIMIT],
  [/\.listen\([1-9]|\bport: ?[1-9]|"--port", "[1-9]/, PORT],
];

/** Opens a page of a browser, which waits no longer than Playwright's default unless told otherwise. */
const OPENS_PAGE = /\.new(?:Page|Context)\(/;
const PATIENT_PAGES = /\.setDefaultTimeout\(PATIENCE\b/;

/** A file whose clock is its own: time passes where the test lets it. */
const OWN_CLOCK = /\bvi\.useFakeTimers\(/;

/** Where the text of a test file depends on time. Comments and files that control the clock are skipped. */
export function timeInTests(path: string, text: string): Finding[] {
  if (OWN_CLOCK.test(text)) return [];
  return text.split("\n").flatMap((code, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(code)) return [];
    if (OPENS_PAGE.test(code) && !PATIENT_PAGES.test(text)) return [{ path, line: index + 1, remedy: BROWSER }];
    return SIGNS.filter(([sign]) => sign.test(code)).map(([, remedy]) => ({ path, line: index + 1, remedy }));
  });
}
