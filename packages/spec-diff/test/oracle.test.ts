/**
 * Compares the verdicts on random changes of schemas with what a validator accepts: if a value proves that a change
 * breaks clients, the change is never called harmless. `npm run oracle` tries as many as there is time for.
 */
import { describe, expect, it } from "vitest";
import { pairOf, verdictsOf, witnessesOf } from "./oracle/pair.js";

const PAIRS = 200;
const VALUES = 150;

describe("random changes of schemas", () => {
  const found = { breaking: 0, harmless: 0 };

  it.each(Array.from({ length: PAIRS }, (_, i) => i + 1))(
    "are never called harmless if they break a client: seed %i",
    (seed) => {
      const pair = pairOf(seed);
      const verdicts = verdictsOf(pair);
      for (const { side, value } of witnessesOf(pair, seed, VALUES)) {
        const { worst, changes } = verdicts[side];
        const report = changes.map(({ verdict, text, at }) => `${verdict}: ${text} (${at})`).join("\n");
        const told = `${JSON.stringify(value)} breaks a client in the ${side}\n${JSON.stringify(pair, null, 1)}\n${report}`;
        expect(["breaking", "not judged"], told).toContain(worst);
        found.breaking++;
      }
      for (const { worst } of Object.values(verdicts)) if (worst === "compatible") found.harmless++;
    },
  );

  it("break clients often enough, and are harmless often enough, for this test to be meaningful", () => {
    expect(found.breaking).toBeGreaterThan(PAIRS / 5);
    expect(found.harmless).toBeGreaterThan(PAIRS / 5);
  });
});
