import { describe, expect, it } from "vitest";
import { checkHost, isAllowedHost, parseInstant, splitTarget } from "../src/index.js";

/**
 * How much longer a text of eight times the length takes. The quickest of several runs of each is taken: what a busy
 * machine adds is never negative.
 */
function growth(run: (length: number) => void): number {
  const quickest = (length: number) => {
    let best = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 9; n++) {
      const start = performance.now();
      run(length);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const small = 1_000;
  quickest(small);
  return quickest(8 * small) / Math.max(quickest(small), 0.02);
}

const ignoringErrors = (act: () => unknown) => {
  try {
    act();
  } catch {
    // A refusal takes its time, too.
  }
};

/** Texts made to hurt: each begins as the expression wants it and ends otherwise. */
const HURTFUL: Readonly<Record<string, (length: number) => void>> = {
  "a fraction of zeros": (length) => {
    parseInstant(`2026-11-21T00:00:00.${"0".repeat(length)}1Z`);
  },
  "a Host of colons": (length) => ignoringErrors(() => checkHost([":".repeat(length)], "1.1")),
  "a Host of dots": (length) => ignoringErrors(() => checkHost([`${"a.".repeat(length)}!/`], "1.1")),
  "an allowed Host of dots": (length) => void isAllowedHost(`${"a.".repeat(length)}localhos`, []),
  "a target of an absolute form": (length) => void splitTarget(`http://${"a".repeat(length)}`),
};

describe("the time to read a text grows with its length", () => {
  it.each(Object.entries(HURTFUL))("%s", (_name, run) => {
    // Eight times, if it is linear; sixty-four, if it is quadratic.
    expect(growth(run)).toBeLessThan(24);
  });

  it("and a test would see it if it grew with the square", () => {
    expect(growth((length) => void `${"0".repeat(length)}1`.replace(/0+$/, ""))).toBeGreaterThan(24);
  });
});
